package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

// edited returns a text of many different lines, and n versions of it. Each version changed,
// added and removed some words and lines, partly at the same positions.
func edited(bytes, n int) (base string, values []string) {
	texts := make([]strings.Builder, n+1)
	for i := 0; texts[n].Len() < bytes; i++ {
		for v := range texts {
			who := v + 1
			switch {
			case v < n && i%20 == 3*v:
				fmt.Fprintf(&texts[v], "line %d that number %d changed, and what follows it\n", i, who)
			case v < n && i%50 == 7*v:
				fmt.Fprintf(&texts[v], "line %d, and what follows it\nand one by number %d\n", i, who)
			case v < n && i%70 == 2+v:
			case v < n && i%100 == 90:
				fmt.Fprintf(&texts[v], "line %d, and what %s follows it\n", i, strings.Repeat("really ", v%2))
			default:
				fmt.Fprintf(&texts[v], "line %d, and what follows it\n", i)
			}
		}
	}
	for v := range n {
		values = append(values, texts[v].String())
	}
	return texts[n].String(), values
}

// BenchmarkChunks measures what resolving a text with five versions needs: its chunks and a
// proposal. Both together should take well below 20 ms for 20 KB.
func BenchmarkChunks(b *testing.B) {
	for _, size := range []int{20_000, 1_000_000} {
		base, values := edited(size, 5)
		b.Run(fmt.Sprintf("%d bytes", size), func(b *testing.B) {
			for b.Loop() {
				merge.Chunks(&base, values)
				merge.Propose(merge.Field{Join: merge.JoinText, Base: &base, Values: values})
			}
		})
	}
}

package merge_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

// edited is a text of many different lines, and n versions of it that each
// changed some of the words, added some lines and removed some, in places that
// are partly the same.
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

// BenchmarkChunks is what the workbench asks of a text of five versions: to cut
// it, and to propose one. Both together should take well below 20 ms for 20 KB.
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

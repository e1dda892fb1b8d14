package merge_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/merge"
)

// scrambled is n lines in which every second word differs from seed to seed.
func scrambled(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, seed))
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "line %d and %d\n", random.IntN(20), random.IntN(50))
	}
	return b.String()
}

func kinds(rows []merge.Row) map[merge.Kind]int {
	count := map[merge.Kind]int{}
	for _, r := range rows {
		count[r.Kind]++
	}
	return count
}

func TestAHugeTextWithFewChangesIsComparedExactly(t *testing.T) {
	var left, right strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&left, "line %d\n\n", i)
		switch i % 1000 {
		case 7:
			fmt.Fprintf(&right, "line %d!\n\n", i)
		case 8:
			fmt.Fprintf(&right, "new\nline %d\n\n", i)
		default:
			fmt.Fprintf(&right, "line %d\n\n", i)
		}
	}
	got := kinds(merge.Text(left.String(), "first\n"+right.String()+"last"))
	if got[merge.Changed] != 50 || got[merge.Added] != 50+2 || got[merge.Removed] != 1 {
		t.Errorf("got %v, want 50 changed and 50 new lines, and the first and the last for the empty one", got)
	}
}

func TestHugeTextsWithNothingToSplitAtAreRemovedAndAddedBetweenWhatTheyShare(t *testing.T) {
	left := "begin\n" + scrambled(20_000, 1) + "end"
	right := "begin\n" + scrambled(20_000, 2) + "end"
	start := time.Now()
	got := kinds(merge.Text(left, right))
	if got[merge.Equal] != 2 || got[merge.Changed]+got[merge.Removed] != 20_000 {
		t.Errorf("got %v, want the first and the last line equal", got)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestALongLineIsMarkedWholeBetweenWhatItShares(t *testing.T) {
	left := "begin " + strings.ReplaceAll(scrambled(3_000, 1), "\n", " ") + "end"
	right := "begin " + strings.ReplaceAll(scrambled(3_000, 2), "\n", " ") + "end"
	rows := merge.Text(left, right)
	if len(rows) != 1 || len(rows[0].Left.Spans) > 3 || len(rows[0].Right.Spans) > 3 {
		t.Errorf("got %d rows, want one row of at most three pieces", len(rows))
	}
}

func TestAnEndlessWordTakesNoTime(t *testing.T) {
	left := strings.Repeat("x", 1_000_000)
	start := time.Now()
	rows := merge.Text(left, left[1:]+"y")
	if len(rows) != 1 || rows[0].Kind != merge.Changed {
		t.Errorf("got %d rows, want one changed", len(rows))
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func BenchmarkText(b *testing.B) {
	for _, n := range []int{100, 1_000, 1_900} {
		left, right := scrambled(n, 1), scrambled(n, 2)
		b.Run(fmt.Sprintf("%d different lines", n), func(b *testing.B) {
			for b.Loop() {
				merge.Text(left, right)
			}
		})
	}
}

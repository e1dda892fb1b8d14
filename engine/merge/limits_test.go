package merge_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/merge"
)

// scrambled returns n lines in which every second word depends on the seed.
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
	within(t, 3_000, func() {
		got := kinds(merge.Text(left, right))
		if got[merge.Equal] != 2 || got[merge.Changed]+got[merge.Removed] != 20_000 {
			t.Errorf("got %v, want the first and the last line equal", got)
		}
	})
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
	within(t, 3_000, func() {
		rows := merge.Text(left, left[1:]+"y")
		if len(rows) != 1 || rows[0].Kind != merge.Changed {
			t.Errorf("got %d rows, want one changed", len(rows))
		}
	})
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

// within fails if do takes more yards of processor time. The limits are five times the normal
// time: comparing every line with every other takes a hundred times as much.
func within(t *testing.T, yards float64, do func()) {
	t.Helper()
	if took := pace.Yards(do); took > yards {
		t.Errorf("took %.0f yards", took)
	}
}

func TestHugeTextsOfFewChangesAreMerged(t *testing.T) {
	var all []string
	for i := range 100_000 {
		all = append(all, "line "+strings.Repeat("x", i%7)+string(rune('一'+i%20_000)))
	}
	base := strings.Join(all, "\n")
	edit := func(at int, line string) string {
		changed := append([]string(nil), all...)
		changed[at] = line
		return strings.Join(changed, "\n")
	}
	values := []string{edit(10, "first"), edit(50_000, "middle"), edit(99_999, "last")}
	within(t, 4_000, func() {
		got := textOf(&base, values)
		for _, line := range []string{"\nfirst\n", "\nmiddle\n", "\nlast"} {
			if got.Open || strings.Count(got.Value, line) != 1 {
				t.Errorf("%q is not in the proposal, reason %s", line, reasons[got.Reason])
			}
		}
	})
}

func TestWhatIsTooLongToCompareCollidesBetweenWhatIsShared(t *testing.T) {
	text := func(seed uint64) string { return "begin\n" + scrambled(30_000, seed) + "end" }
	base := text(1)
	within(t, 6_000, func() {
		chunks := merge.Chunks(&base, []string{text(2), text(3)})
		if len(chunks) != 3 || !chunks[0].Alike || !chunks[1].Open || !chunks[2].Alike {
			t.Errorf("got %d chunks, want the first line, an open one, and the last line", len(chunks))
		}
	})
}

func TestALongLineThatSeveralChangedCollides(t *testing.T) {
	words := func(seed uint64) string { return strings.ReplaceAll(scrambled(8_000, seed), "\n", " ") }
	base := words(1)
	within(t, 600, func() {
		if got := textOf(&base, []string{base + "more", "more" + base}); !got.Open {
			t.Errorf("it is %s, want a collision: a line of %d bytes is not taken apart", reasons[got.Reason], len(base))
		}
	})
}

func TestHugeSetsAreMerged(t *testing.T) {
	base := strings.Repeat("x\n", 10) + strings.TrimSuffix(scrambled(40_000, 1), "\n")
	within(t, 600, func() {
		got := merge.Propose(merge.Field{Join: merge.JoinSet, Base: &base, Values: []string{base + "\na", base + "\nb", "c\n" + base}})
		if got.Open || !strings.HasSuffix(got.Value, "\na\nb\nc") || strings.Count(got.Value, "x\n") != 1 {
			t.Errorf("got %s", reasons[got.Reason])
		}
	})
}

// Two versions have the same change, so that every line is counted; the memory per line does
// not grow with the number of versions that did not change it.
func TestHundredsOfVersionsTakeMemoryAsTheirTextsDo(t *testing.T) {
	const versions, added = 400, 500
	all := make([]string, versions+2)
	for i := range all {
		all[i] = fmt.Sprintf("line %d\n", i)
	}
	values := make([]string, versions)
	for i := range values {
		changed := append([]string(nil), all...)
		for k := range added {
			changed[i] += fmt.Sprintf("line %d of %d\n", k, i)
		}
		if i < 2 {
			changed[versions+1] = ""
		}
		values[i] = strings.Join(changed, "")
	}
	base := strings.Join(all, "")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := merge.Propose(merge.Field{Join: merge.JoinText, Base: &base, Values: values})
	runtime.ReadMemStats(&after)
	if got.Open || strings.Count(got.Value, "\n") != versions+1+versions*added {
		t.Errorf("open %v, %s", got.Open, reasons[got.Reason])
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 300 {
		t.Errorf("took %d MB for %d MB of texts", took, versions*len(values[0])>>20)
	}
}

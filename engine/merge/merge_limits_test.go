package merge_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/merge"
)

// within fails where something takes much longer than a person waits; it takes
// far less on a machine that has nothing else to do.
func within(t *testing.T, limit time.Duration, do func()) {
	t.Helper()
	start := time.Now()
	do()
	if took := time.Since(start); took > limit {
		t.Errorf("took %v", took)
	}
}

func TestHugeTextsOfFewChangesAreWoven(t *testing.T) {
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
	within(t, 20*time.Second, func() {
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
	within(t, 20*time.Second, func() {
		chunks := merge.Chunks(&base, []string{text(2), text(3)})
		if len(chunks) != 3 || !chunks[0].Alike || !chunks[1].Open || !chunks[2].Alike {
			t.Errorf("got %d chunks, want the first line, an open one, and the last line", len(chunks))
		}
	})
}

func TestALongLineThatSeveralChangedCollides(t *testing.T) {
	words := func(seed uint64) string { return strings.ReplaceAll(scrambled(8_000, seed), "\n", " ") }
	base := words(1)
	within(t, 20*time.Second, func() {
		if got := textOf(&base, []string{base + "more", "more" + base}); !got.Open {
			t.Errorf("it is %s, want a collision: a line of %d bytes is not taken apart", reasons[got.Reason], len(base))
		}
	})
}

func TestHugeSetsAreUnited(t *testing.T) {
	base := strings.Repeat("x\n", 10) + strings.TrimSuffix(scrambled(40_000, 1), "\n")
	within(t, 20*time.Second, func() {
		got := merge.Propose(merge.Field{Join: merge.JoinSet, Base: &base, Values: []string{base + "\na", base + "\nb", "c\n" + base}})
		if got.Open || !strings.HasSuffix(got.Value, "\na\nb\nc") || strings.Count(got.Value, "x\n") != 1 {
			t.Errorf("got %s", reasons[got.Reason])
		}
	})
}

// Two versions did the same, so that every line is counted; what a line takes does
// not grow with the versions that have nothing to do with it.
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

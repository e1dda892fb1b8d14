package merge_test

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

// pieces are the building blocks of texts: words, line ends, and characters that are easily
// split.
var pieces = []string{
	"milk", "egg", "eggs", "Eggs", "the", " ", "  ", ",", "×12", "\n", "\r\n", "\r", "\n\n",
	"e", "\u0301", "\u200d", "👍", "🏽", "👨‍👩‍👧", "🇩🇪", "🇩", "今", "天", "שלום", "\u0600", "ดำ", "\xff", "\xe4\xbd",
}

// anyTexts draws two texts that have some pieces in common.
func anyTexts(t *rapid.T) (left, right string) {
	for range rapid.IntRange(0, 40).Draw(t, "pieces") {
		piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()).Draw(t, "piece")
		on := rapid.SampledFrom([]string{"both", "both", "both", "left", "right"}).Draw(t, "on")
		if on != "right" {
			left += piece
		}
		if on != "left" {
			right += piece
		}
	}
	return left, right
}

func join(rows []merge.Row, side func(merge.Row) merge.Side) string {
	var b strings.Builder
	for _, r := range rows {
		for _, p := range side(r).Spans {
			b.WriteString(p.Text)
		}
		b.WriteString(side(r).End)
	}
	return b.String()
}

func left(r merge.Row) merge.Side  { return r.Left }
func right(r merge.Row) merge.Side { return r.Right }

func TestTheSidesJoinedGiveTheTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyTexts(t)
		rows := merge.Text(a, b)
		if got := join(rows, left); got != a {
			t.Errorf("the left sides give %q", got)
		}
		if got := join(rows, right); got != b {
			t.Errorf("the right sides give %q", got)
		}
	})
}

func TestEqualTextsGiveOnlyEqualRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, _ := anyTexts(t)
		for _, r := range merge.Text(a, a) {
			if r.Kind != merge.Equal {
				t.Fatalf("got the row %+v", r)
			}
		}
	})
}

func TestLinesAreNumberedInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := merge.Text(anyTexts(t))
		var l, r int
		for _, row := range rows {
			next := func(n *int, there bool) int {
				if !there {
					return 0
				}
				*n++
				return *n
			}
			wantLeft := next(&l, row.Kind != merge.Added)
			wantRight := next(&r, row.Kind != merge.Removed)
			if row.Left.Number != wantLeft || row.Right.Number != wantRight {
				t.Fatalf("want the lines %d and %d in %+v", wantLeft, wantRight, row)
			}
		}
	})
}

func TestSpansAreNeverEmptyAndNeverSplitACharacter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, r := range merge.Text(anyTexts(t)) {
			checkSpans(t, r.Left.Spans)
			checkSpans(t, r.Right.Spans)
		}
	})
}

func checkSpans(t *rapid.T, spans []merge.Span) {
	var whole strings.Builder
	count := 0
	for i, p := range spans {
		if p.Text == "" || i > 0 && p.Marked == spans[i-1].Marked {
			t.Fatalf("span %d of %+v is empty or marked as the one before", i, spans)
		}
		whole.WriteString(p.Text)
		count += uniseg.GraphemeClusterCount(p.Text)
	}
	if n := uniseg.GraphemeClusterCount(whole.String()); n != count {
		t.Fatalf("%d characters were cut into %d by %+v", n, count, spans)
	}
}

func TestWhatIsNotMarkedIsTheSameOnBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, r := range merge.Text(anyTexts(t)) {
			if r.Kind != merge.Changed {
				continue
			}
			l, markedLeft := unmarked(r.Left)
			r, markedRight := unmarked(r.Right)
			if l != r {
				t.Fatalf("%q is not marked on the left, %q on the right", l, r)
			}
			if !markedLeft && !markedRight {
				t.Fatal("nothing is marked in a changed row")
			}
		}
	})
}

func unmarked(s merge.Side) (text string, marked bool) {
	for _, p := range s.Spans {
		if p.Marked {
			marked = true
		} else {
			text += p.Text
		}
	}
	return text, marked
}

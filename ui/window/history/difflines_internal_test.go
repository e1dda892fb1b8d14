package history

import (
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

func spanText(spans []merge.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// However narrow the columns are, wrapping loses nothing and marks the same words.
func TestWrappingLosesNothing(t *testing.T) {
	left := "Call the plumber on Monday, or write.\n\nDonaudampfschifffahrtsgesellschaft 👩‍👩‍👧 end"
	right := "Call the baker on Tuesday.\n\nDonaudampfschifffahrtsgesellschaft 👩‍👩‍👧 end"
	rows := merge.Text(left, right)
	for _, columns := range []int{1, 2, 7, 10, 40, 1000} {
		var l, r strings.Builder
		for _, line := range diffLines("text", rows, columns) {
			if line.Left.Number != "" && line.Left.Number != "1" {
				l.WriteString("\n")
			}
			if line.Right.Number != "" && line.Right.Number != "1" {
				r.WriteString("\n")
			}
			l.WriteString(spanText(line.Left.Spans))
			r.WriteString(spanText(line.Right.Spans))
		}
		if l.String() != left || r.String() != right {
			t.Errorf("at %d columns:\n%q\n%q", columns, l.String(), r.String())
		}
	}
}

func TestWordsAreBrokenOnlyWhereTheyAreTooLong(t *testing.T) {
	rows := merge.Text("one two three abcdefghijkl", "")
	var got []string
	for _, line := range diffLines("text", rows, 8) {
		got = append(got, spanText(line.Left.Spans))
	}
	want := "one two |three |abcdefgh|ijkl"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// Both sides of a row are next to each other, whichever needs more rows.
func TestSidesStandBesideEachOther(t *testing.T) {
	rows := merge.Text("a long first line\nsame", "short\nsame")
	lines := diffLines("text", rows, 6)
	last := lines[len(lines)-1]
	if spanText(last.Left.Spans) != "same" || spanText(last.Right.Spans) != "same" {
		t.Errorf("the last row holds %q and %q", spanText(last.Left.Spans), spanText(last.Right.Spans))
	}
}

func TestLongEqualStretchesAreFolded(t *testing.T) {
	same := strings.Repeat("same\n", 10)
	for name, c := range map[string]struct {
		left, right string
		folds       []int
	}{
		"between differences": {"a\n" + same + "b", "x\n" + same + "y", []int{4}},
		"at the beginning":    {same + "b", same + "y", []int{7}},
		"at the end":          {"a\n" + same + "z", "x\n" + same + "z", []int{8}},
		"too short":           {"a\nsame\nsame\nb", "x\nsame\nsame\ny", nil},
	} {
		var folds []int
		for _, l := range foldLines(diffLines("text", merge.Text(c.left, c.right), 80), nil) {
			if l.Folded > 0 {
				folds = append(folds, l.Folded)
			}
		}
		if len(folds) != len(c.folds) || len(folds) == 1 && folds[0] != c.folds[0] {
			t.Errorf("%s: folded %v, want %v", name, folds, c.folds)
		}
	}
}

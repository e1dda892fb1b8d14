package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/ui/widget/grid"
)

// inWords describes how a line is drawn: {+added} {−struck out} {·marked as lost}.
func inWords(l grid.Line) string {
	text := l.Sign
	for _, s := range l.Spans {
		switch {
		case s.Mark == grid.MarkAdded:
			text += "{+" + s.Text + "}"
		case s.Mark == grid.MarkRemoved, l.Style == grid.Gone, l.Style == grid.Struck:
			text += "{−" + s.Text + "}"
		case s.Mark == grid.MarkLost:
			text += "{·" + s.Text + "}"
		default:
			text += s.Text
		}
	}
	return text
}

// cells returns the cells of the row with a key, each with its lines.
func (a *at) cells(t *testing.T, key string) string {
	t.Helper()
	for _, r := range a.Grid().Rows() {
		if r.Key != key {
			continue
		}
		var all []string
		for _, c := range r.Cells {
			var lines []string
			for _, l := range c.Lines {
				lines = append(lines, inWords(l))
			}
			all = append(all, strings.Join(lines, "/"))
		}
		return strings.Join(all, "|")
	}
	t.Fatalf("there is no row %q", key)
	return ""
}

// keyOf returns the key of the first row of a field.
func (a *at) keyOf(t *testing.T, name string) string {
	t.Helper()
	for _, r := range a.Grid().Rows() {
		if r.Name == name {
			return r.Key
		}
	}
	t.Fatalf("there is no row called %q", name)
	return ""
}

// Words that a version removed inside a line are struck out in that version, and marked in the
// original. The result does not show them.
func TestRemovedWordsAreStruckOutWhereTheyWere(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Office hours", "Please do not call the office before noon."),
		version(3, "desk", "Office", "Please do not call the shop before noon."),
		version(2, "laptop", "Office hours", "Please call the office before noon.")), wide)
	same(t, "title", a.cells(t, "field title"), "Office{· hours}|~Office{− hours}|Office hours|~Office")
	cells := strings.Split(strings.ReplaceAll(a.cells(t, a.keyOf(t, "Text")), "/", " "), "|")
	same(t, "original", strings.Join(strings.Fields(cells[0]), " "), "Please {·do not }call the {·office} before noon.")
	same(t, "A", strings.Join(strings.Fields(cells[1]), " "), "~Please do not call the {−office} {+shop} before noon.")
	same(t, "B", strings.Join(strings.Fields(cells[2]), " "), "~Please {−do not }call the office before noon.")
}

// A line, a value and a member that a version removed are struck out as a whole, and marked as
// a whole in the original.
func TestWhatIsRemovedWholeIsStruckOut(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\n"),
		version(3, "desk", "", "milk\n"),
		version(2, "laptop", "Shop", "milk\nbread\n")), wide)
	same(t, "title", a.cells(t, "field title"), "{·Shop}|−{−Shop}|Shop|−—")
	rows := a.Grid().Rows()
	same(t, "text", a.cells(t, rows[2].Key), "{·bread}|−{−bread}|bread|−{−bread}")
}

// Without an original it is unknown whether anything was removed.
func TestNothingIsStruckOutWithoutAnOriginal(t *testing.T) {
	a := open(t, begun(t, nil, version(3, "desk", "Six eggs", "milk"), version(2, "laptop", "Six white eggs", "milk")), wide)
	same(t, "title", strings.HasPrefix(a.cells(t, "field title"), "Six eggs|~Six {+white }eggs|"), true)
	b := open(t, begun(t, nil, version(3, "desk", "Six white eggs", "milk"), version(2, "laptop", "Six eggs", "milk")), wide)
	same(t, "title", strings.HasPrefix(b.cells(t, "field title"), "Six white eggs|~Six eggs|"), true)
}

// A line with marked words wraps as it would without marks: numbers, and words with what
// follows them, are not broken.
func TestMarksDoNotBreakWordsAndNumbers(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "it takes 1200 g of flour"),
		version(3, "desk", "Shop", "it takes 1250 g of flour, and 2500 g of wholemeal"),
		version(2, "laptop", "Shop", "it takes 1200.5 g of flour")), fyne.NewSize(640, 600))
	for _, r := range a.Grid().Rows() {
		for _, c := range r.Cells {
			for i, l := range c.Lines {
				text := strings.TrimLeft(inWords(l), "{+−·~")
				if i > 0 && text != "" && strings.ContainsRune(",.", rune(text[0])) {
					t.Errorf("a line begins with %q", text)
				}
			}
		}
	}
	whole := strings.NewReplacer("{+", "", "{−", "", "{·", "", "}", "").Replace(drawn(a))
	for _, number := range []string{"2500", "1200.5"} {
		same(t, "the number "+number+" is whole in "+whole, strings.Contains(whole, number), true)
	}
}

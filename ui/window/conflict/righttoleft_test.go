package conflict_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/ui/uitest"
	"crossfeed/ui/widget/grid"
)

// drawnText is a text drawn on the page, with its edges in the window.
type drawnText struct {
	*canvas.Text
	left, right, top float32
}

// columnEdges returns the edges of the space for text in a column, without that for a note.
func (a *at) columnEdges(column int) (left, right float32) {
	s := a.Grid().Shape()
	left = fyne.CurrentApp().Driver().AbsolutePositionForObject(a.Grid()).X + s.Names + float32(column)*s.Column
	width := s.Column
	if column == s.Count {
		width = s.Pinned
	}
	return left + s.Inset, left + width - s.Inset/2
}

// drawnLine returns the texts on the first line of a column that contains a text, from left to
// right. Signs before the text and notes after it are left out.
func (a *at) drawnLine(t *testing.T, column int, part string) []drawnText {
	t.Helper()
	left, right := a.columnEdges(column)
	var all []drawnText
	found := float32(-1)
	uitest.WalkAt(a.window.Content(), fyne.Position{}, func(o fyne.CanvasObject, at fyne.Position) {
		text, is := o.(*canvas.Text)
		if !is || at.X < left-1 || at.X > right || text.TextSize != grid.TextSize() {
			return
		}
		all = append(all, drawnText{text, at.X, at.X + text.MinSize().Width, at.Y})
		if found < 0 && strings.Contains(text.Text, part) {
			found = at.Y
		}
	})
	if found < 0 {
		t.Fatalf("%q is not drawn in column %d", part, column)
	}
	all = slices.DeleteFunc(all, func(d drawnText) bool { return d.top != found })
	slices.SortFunc(all, func(a, b drawnText) int { return cmp.Compare(a.left, b.left) })
	return all
}

// A line that is read from right to left is drawn in reading order from the right edge of its
// column, including its marked words and its numbers. Other lines begin at the left.
func TestALineFromRightToLeftIsDrawnInReadingOrder(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "רשימה", "חלב וגם לחם היום\nmilk and bread today"),
		version(3, "desk", "רשימה 2026 OK", "חלב וגם לחם לבן 12 היום\nmilk and white bread today"),
		version(2, "laptop", "רשימה", "חלב וגם 3 עוגות היום\nmilk and bread today")), wide)
	const original, desk, laptop, result = 0, 1, 2, 3
	for _, c := range []struct {
		column int
		part   string
		// want are the texts from left to right; bold ones, which are marked as added, are in
		// brackets.
		want string
		// note is the space for the note after the text.
		note float32
	}{
		{original, "רשימה", "רשימה", 0},
		{desk, "רשימה", "[OK]|[ ]|[2026]|[ ]|רשימה", 0},
		{result, "רשימה", "[OK]|[ ]|[2026]|[ ]|רשימה", a.Grid().Shape().Note},
		{original, "חלב", "היום| |לחם| |וגם| |חלב", 0},
		{desk, "חלב", "היום| |[12]|[ ]|[לבן]|[ ]|לחם| |וגם| |חלב", 0},
		{laptop, "חלב", "היום| |[עוגות]|[ ]|[3]|לחם| |וגם| |חלב", 0},
		{desk, "milk", "milk and |[white ]|bread today", 0},
	} {
		line := a.drawnLine(t, c.column, c.part)
		var got []string
		for i, d := range line {
			text := d.Text.Text
			if d.TextStyle.Bold {
				text = "[" + text + "]"
			}
			got = append(got, text)
			if i > 0 && d.left < line[i-1].right-0.1 {
				t.Errorf("column %d: %q begins at %v, inside %q, which ends at %v", c.column, d.Text.Text, d.left, line[i-1].Text.Text, line[i-1].right)
			}
		}
		same(t, "drawn from left to right", strings.Join(got, "|"), c.want)
		left, right := a.columnEdges(c.column)
		edge, want := line[len(line)-1].right, right-c.note
		if c.part == "milk" {
			edge, want = line[0].left, left
		}
		if edge < want-0.5 || edge > want+0.5 {
			t.Errorf("column %d, %q: the line begins at %v, want %v", c.column, c.part, edge, want)
		}
	}
}

// A right-to-left line is a single line, whatever is marked in it.
func TestALineFromRightToLeftKnowsItsDirection(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "רשימה", "חלב וגם לחם"),
		version(3, "desk", "רשימה", "חלב וגם לחם לבן 2"),
		version(2, "laptop", "רשימה", "חלב וגם לחם")), wide)
	for _, r := range a.Grid().Rows() {
		if r.Name != "Text" {
			continue
		}
		for _, c := range r.Cells {
			same(t, "the direction", c.Lines[0].RightToLeft, true)
		}
		same(t, "what is marked", inWords(r.Cells[1].Lines[0]), "~חלב וגם לחם{+ לבן 2}")
	}
}

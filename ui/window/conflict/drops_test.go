//go:build ci

package conflict_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget/grid"
)

// After taking a whole version, the page shows before saving what that drops, and where.
func TestTakingAWholeVersionSaysWhatItDrops(t *testing.T) {
	a := open(t, begun(t,
		version(1, "phone", "Shop", "milk\nbread\neggs\nsalt\n"),
		version(3, "desk", "Shopping", "oat milk\nbread\neggs\nsalt\n"),
		version(2, "laptop", "Shop", "milk\nbread\neggs\nsalt\ntea\ncoffee\n")), wide)
	a.quiet(t, "Drops")
	a.click(t, "Use A")
	a.checkText(t, "after taking A", "Drops 2 lines of B.")
	var marked []string
	for _, r := range a.Grid().Rows() {
		if r.Differs == grid.Dropped {
			marked = append(marked, r.Cells[2].Note)
		}
	}
	same(t, "marked places", strings.Join(marked, " "), "dropped")
	a.click(t, "Use B")
	a.checkText(t, "after taking B", "Drops Title and 1 line of A.")
	a.click(t, "Start over")
	a.quiet(t, "Drops")
}

// The person's own version and the current one are next to the original. The other versions
// follow and keep their letters.
func TestYourOwnVersionIsNextToTheCurrentOne(t *testing.T) {
	a := open(t, recipe(t), fyne.NewSize(1180, 700))
	a.press(fyne.KeyDown)
	same(t, "title", a.cells(t, "field title"), "Pancakes|~Pancakes{+ for six}|Pancakes|Pancakes|Pancakes|Pancakes|~Pancakes{+ for six}")
	a.to(2)
	a.press(fyne.KeyDown, fyne.KeyReturn)
	hunks := a.Shown().Session.Hunks("text")
	taken := -1
	for _, h := range hunks {
		if len(h.Taken) == 1 {
			taken = h.Taken[0]
		}
	}
	same(t, "Enter in the column of your own version takes", taken, 3)
}

// inSight returns the visible texts.
func inSight(t *testing.T, o fyne.CanvasObject) string {
	if !o.Visible() {
		return ""
	}
	text := ""
	if l, is := o.(interface{ Text() string }); is {
		text = l.Text() + "\n"
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, each := range o.Objects {
			text += inSight(t, each)
		}
	case fyne.Widget:
		for _, each := range test.TempWidgetRenderer(t, o).Objects() {
			text += inSight(t, each)
		}
	}
	return text
}

// However small the window is, the original, the person's own version and the result are in
// sight, with the number of the others.
func TestYourOwnVersionNeverScrollsOutOfSight(t *testing.T) {
	for size, heads := range map[fyne.Size]struct {
		inSight int
		more    string
	}{
		{Width: 800, Height: 540}:  {4, "2 more versions"},
		{Width: 950, Height: 660}:  {4, "2 more versions"}, // in a window of 1180
		{Width: 1180, Height: 740}: {5, "1 more version"},
	} {
		a := open(t, recipe(t), size)
		for column, other := range []string{"", "", "", "phone · 07:00", "tablet · 08:00", "kitchen · 10:00", ""} {
			a.Grid().Mark(grid.At{Row: grid.Head, Column: column})
			texts := inSight(t, a.Object())
			for _, want := range []string{"Original", "laptop · 06:00", "you · 09:00", other, "RESULT", heads.more} {
				if !strings.Contains(texts, want) {
					t.Errorf("%v, mark in column %d: %q is not in sight", size, column, want)
				}
			}
			if n := strings.Count(texts, ":00"); n != heads.inSight {
				t.Errorf("%v, mark in column %d: %d heads are in sight:\n%s", size, column, n, texts)
			}
		}
	}
}

// quiet fails the test if the page shows a text.
func (a *at) quiet(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(a.lines(), text) {
		t.Errorf("%q can be read", text)
	}
}

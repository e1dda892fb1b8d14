package conflict_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget/grid"
)

// numbered returns a version of a contact with a phone number and a text, made by an endpoint.
func numbered(t *testing.T, updates int, by, phone, text string) *item.Version {
	t.Helper()
	content, err := record.New(record.Contact, record.Values{"name": "Ann", "phones": "work: " + phone, "text": text})
	if err != nil {
		t.Fatal(err)
	}
	v := version(updates, by, "", "")
	v.Content = content
	return v
}

// column returns the lines of a column: what it has now, or what it had before.
func (a *at) column(n int, without grid.Mark) []string {
	var all []string
	for _, r := range a.Grid().Rows() {
		if n >= len(r.Cells) {
			continue
		}
		for _, l := range r.Cells[n].Lines {
			var text strings.Builder
			for _, s := range l.Spans {
				if s.Mark != without {
					text.WriteString(s.Text)
				}
			}
			all = append(all, text.String())
		}
	}
	return all
}

// A phone number, an amount and a date are read at one glance: none of them continues on the
// next line, marked digits included. Where a column is too narrow, they are drawn smaller.
func TestNoNumberIsBrokenOnThePage(t *testing.T) {
	numbers := [][]string{
		{"212-555-0000", "1,234,567.00", "2026-11-20"},
		{"+1 (212) 555-0110", "1,234,568.00", "2026-11-21"},
		{"(212) 555-0111", "$1,234,567.50", "2026-11-27"},
		{"+49 30 12345678", "12 345 678.00", "11/27/2026"},
		{"+493012345678", "12.345.678,00 €", "27.11.2026"},
		{"0049/30/123456", "123456789012", "2026/11/27"},
	}
	// The columns show the original, the current version, the person's own, and the others.
	order := []string{"phone", "laptop", "me", "tablet", "kitchen", "car"}
	updates := map[string]int{"phone": 1, "laptop": 6, "tablet": 5, "me": 4, "kitchen": 3, "car": 2}
	of := map[string]*item.Version{}
	for i, by := range order {
		of[by] = numbered(t, updates[by], by, numbers[i][0], "pay "+numbers[i][1]+" before "+numbers[i][2]+" or so")
	}
	for name, size := range map[string]fyne.Size{
		"in a window of 1180×740 next to the lists": fyne.NewSize(950, 680),
		"800×600": fyne.NewSize(800, 600),
		"small":   fyne.NewSize(620, 530),
		"wide":    fyne.NewSize(1400, 800),
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, begun(t, of["phone"], of["laptop"], of["tablet"], of["me"], of["kitchen"], of["car"]), size)
			for n, all := range numbers {
				lines := a.column(n, grid.MarkRemoved)
				for _, number := range all {
					if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, number) }) {
						t.Errorf("column %d of %v breaks %s:\n%s", n, a.Grid().Shape(), number, strings.Join(lines, "\n"))
					}
				}
			}
			a.expectNumbersInColumns(t)
		})
	}
}

// expectNumbersInColumns checks that what is drawn of the numbers is inside its column, and
// large enough to read.
func (a *at) expectNumbersInColumns(t *testing.T) {
	t.Helper()
	g := a.Grid()
	s, seen := g.Shape(), 0
	uitest.WalkAt(g, fyne.NewPos(0, 0).Subtract(g.Position()), func(o fyne.CanvasObject, at fyne.Position) {
		text, is := o.(*canvas.Text)
		if !is || !strings.ContainsAny(text.Text, "0123456789") {
			return
		}
		seen++
		column := min(int((at.X-s.Names)/s.Column), s.Count)
		end := s.Names + float32(column+1)*s.Column
		if column == s.Count {
			end = s.Names + float32(column)*s.Column + s.Pinned
		}
		if right := at.X + text.MinSize().Width; right > end {
			t.Errorf("%q ends at %v, and its column at %v", text.Text, right, end)
		}
		if text.TextSize < grid.TextSize()*grid.SmallestScale {
			t.Errorf("%q has the size %v", text.Text, text.TextSize)
		}
	})
	if seen == 0 {
		t.Error("no number is drawn")
	}
}

// A number that is wider than its column even in small letters is broken between its groups.
func TestANumberTooWideInSmallLettersIsBrokenBetweenItsGroups(t *testing.T) {
	of := map[string]*item.Version{}
	for i, by := range []string{"phone", "kitchen", "me", "tablet", "laptop"} {
		of[by] = numbered(t, i+1, by, "+49 30 1234 5678 9012 3456 789"+strconv.Itoa(i), "")
	}
	a := open(t, begun(t, of["phone"], of["laptop"], of["tablet"], of["me"], of["kitchen"]), fyne.NewSize(800, 600))
	all := strings.Join(a.column(0, grid.MarkRemoved), "|")
	if !strings.Contains(all, "+49 30 1234|5678 9012|3456 7890") {
		t.Errorf("the original shows %q", all)
	}
	a.expectNumbersInColumns(t)
}

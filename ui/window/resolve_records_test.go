package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/snapshot"
)

// differently is like parallel with fields that conflict, and shows the conflict.
func differently(t *testing.T, k record.Kind, first, here, there record.Values) (*desk, snapshot.Item) {
	t.Helper()
	d, it := parallel(t, k, first, here, there)
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	d.press(fyne.KeyF8)
	d.rest()
	return d, it
}

// parallel returns a desk that shares an item with a laptop, where both changed its fields;
// the laptop's version wins.
func parallel(t *testing.T, k record.Kind, first, here, there record.Values) (*desk, snapshot.Item) {
	t.Helper()
	d := newDesk(t)
	folder := t.TempDir()
	must(t, two(d.engine.Lists.Create(t.Context(), lists.New{Name: "Family", Kind: string(k)})))
	it, err := d.engine.Edit.Add(t.Context(), "Family", first, edit.AddOptions{ID: "one"})
	must(t, err)
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Family", folder)))
	must(t, two(d.engine.Subscriptions.Subscribe(t.Context(), "Family", folder)))
	laptop := d.other("laptop", folder, "Family")
	sync(t, laptop)
	must(t, two(laptop.Edit.Change(t.Context(), "Family", it.ID(), there, nil)))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Family")))
	must(t, two(d.engine.Edit.Change(t.Context(), "Family", it.ID(), here, nil)))
	d.win.Reload()
	d.rest()
	d.syncs()
	return d, snapshot.Item{Set: "Family", ID: it.ID()}
}

func contactInTwoPlaces(t *testing.T) (*desk, snapshot.Item) {
	return differently(t, record.Contact,
		record.Values{"name": "Given Family", "phones": "[home] +49 30 23125 001\n[work] +49 30 23125 002", "birthday": "--04-12", "tags": "friends"},
		record.Values{"phones": "[work] +49 30 23125 002\n[home] +49 30 23125 001\n[cell] +49 171 3920 001", "birthday": "1985-04-12"},
		record.Values{"phones": "[home] +49 30 23125 009\n[work] +49 30 23125 002", "tags": "friends\nchoir"})
}

func todoInTwoPlaces(t *testing.T) (*desk, snapshot.Item) {
	return differently(t, record.Todo,
		record.Values{"title": "Bins out", "due": "2005-05-26", "tags": "house"},
		record.Values{"due": "2005-05-27T07:00", "tags": "house\nout"},
		record.Values{"done": "true 2005-05-24T10:00:00Z", "tags": "garden\nhouse"})
}

// values returns the current values of an item.
func (d *desk) values(it snapshot.Item) record.Values {
	d.t.Helper()
	return record.Read(d.item(it).Winner.Content).Values()
}

// compared returns the texts in the rows of a field, column by column.
func (d *desk) compared(field string) (rows []string) {
	d.t.Helper()
	for _, r := range d.win.pages.resolve.Grid().Rows() {
		if r.Name != field {
			continue
		}
		for n := range r.Cells[0].Lines {
			var line []string
			for _, c := range r.Cells {
				line = append(line, said(c.Lines, n))
			}
			rows = append(rows, strings.TrimSpace(strings.Join(line, " | ")))
		}
	}
	return rows
}

func said(lines []grid.Line, n int) string {
	if n >= len(lines) {
		return ""
	}
	text := lines[n].Sign
	for _, p := range lines[n].Spans {
		text += p.Text
	}
	return text
}

// The columns are the original, A from the laptop, B from the person, and the result.
func TestPhonesAreComparedAsASet(t *testing.T) {
	d, _ := contactInTwoPlaces(t)
	d.fyne.Resize(fyne.NewSize(1600, 800)) // wide enough for every phone number
	d.rest()
	want := []string{
		"+49 30 23125 001 (home) | −+49 30 23125 001 (home) | +49 30 23125 001 (home) | −+49 30 23125 001 (home)",
		"+49 30 23125 002 (work) | +49 30 23125 002 (work) | +49 30 23125 002 (work) | +49 30 23125 002 (work)",
		"| ++49 30 23125 009 (home) |  | ++49 30 23125 009 (home)",
		"|  | ++49 171 3920 001 (cell) | ++49 171 3920 001 (cell)",
	}
	same(t, "phones", strings.Join(d.compared("Phones"), "\n"), strings.Join(want, "\n"))
}

func TestDatesAndWhatIsDoneAreComparedInWords(t *testing.T) {
	d, _ := todoInTwoPlaces(t)
	if done := strings.Join(d.compared("Done"), " "); !strings.Contains(done, "not done | ~done, May 24, 2005") {
		t.Errorf("done: %q", done)
	}
	if due := strings.Join(d.compared("Due"), " "); !strings.Contains(due, "May 27") || strings.Contains(due, "2005-05-27") {
		t.Errorf("due: %q", due)
	}
}

// Two people tick the same todo within a minute: nobody is asked.
func TestWhatTwoCompletedIsNoConflict(t *testing.T) {
	d, it := parallel(t, record.Todo, record.Values{"title": "Bins out"},
		record.Values{"done": "true 2005-05-24T10:00:07Z"}, record.Values{"done": "true 2005-05-24T10:00:42Z"})
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	found, err := d.engine.Lists.Item(t.Context(), it.Set, it.ID)
	must(t, err)
	same(t, "versions in the feed", len(found.Versions()), 2)
}

// The position of a todo in its list is not shown as a conflict.
func TestTheOrderIsNotShownWhereAllAgree(t *testing.T) {
	d, _ := todoInTwoPlaces(t)
	d.press(fyne.KeyEnd)
	d.press(fyne.KeyReturn)
	d.rest()
	if len(d.compared("Title")) == 0 || len(d.compared("Order")) > 0 {
		t.Errorf("fields that are the same: title %q, order %q", d.compared("Title"), d.compared("Order"))
	}
}

// Changes by only one side and merged sets are suggested: nothing has to be chosen, and a
// single key confirms.
func TestASuggestionIsAcceptedByOneKey(t *testing.T) {
	d, it := todoInTwoPlaces(t)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	v := d.values(it)
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	same(t, "due", v["due"], "2005-05-27T07:00")
	same(t, "done", v["done"], "true 2005-05-24T10:00:00Z")
	same(t, "tags", v["tags"], "house\ngarden\nout")
}

// The selected field determines what a number takes.
func TestFieldsOfARecordAreTakenOneByOne(t *testing.T) {
	d, it := todoInTwoPlaces(t)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	same(t, "the mark is on", d.win.pages.resolve.Grid().Key(), "field due")
	d.types("1")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	v := d.values(it)
	same(t, "conflicts", len(d.item(it).Conflicts), 0)
	same(t, "due", v["due"], "2005-05-26")
	same(t, "done", v["done"], "true 2005-05-24T10:00:00Z")
}

// A date can be typed in words into the result; text that is not a date is not saved.
func TestWhatIsTypedIntoTheResultIsChecked(t *testing.T) {
	d, it := todoInTwoPlaces(t)
	s := d.win.pages.resolve.Shown().Session
	must(t, s.Type("due", "31 June"))
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.item(it).Conflicts), 1)
	if text := d.win.status.Text(); !strings.Contains(text, "Due cannot be saved") {
		t.Errorf("the status bar says %q", text)
	}
}

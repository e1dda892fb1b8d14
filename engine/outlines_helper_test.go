package engine_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// garden is a desk whose list "Groceries" is an outline.
type garden struct{ *desk }

// newOutlines returns a garden in memory.
func newOutlines(t *testing.T, on tester) *garden {
	on.Helper()
	files := &transporttest.Memory{}
	files.Folder("/shared")
	d := newDesk(t, on, "desk", memory.New(), files, newClock())
	d.shareAs(lists.New{Name: "Groceries", Kind: "outline"}, "/shared")
	return &garden{d}
}

// plant adds outlines, each as the last child of the one before its colon: "a", "a:b".
func (d *garden) plant(all ...string) {
	d.Helper()
	for _, one := range all {
		parent, id, inside := strings.Cut(one, ":")
		if !inside {
			parent, id = "", one
		}
		d.addAt(id, edit.AddOptions{Parent: parent, AtEnd: true})
	}
}

func (d *garden) addAt(id string, o edit.AddOptions) {
	d.Helper()
	d.check(d.tryAdd(id, o))
}

func (d *garden) tryAdd(id string, o edit.AddOptions) error {
	d.clock.step(time.Minute)
	o.ID = id
	_, err := d.Edit.Add(d.t.Context(), "Groceries", record.Values{"title": strings.ToUpper(id)}, o)
	return err
}

// place moves outlines, given as identifiers separated by spaces, into another one.
func (d *garden) place(ids, parent, after string) {
	d.Helper()
	d.check(d.tryPlace(ids, parent, after))
}

func (d *garden) tryPlace(ids, parent, after string) error {
	d.clock.step(time.Minute)
	return d.Edit.Place(d.t.Context(), "Groceries", strings.Fields(ids), parent, after)
}

func (d *garden) remove(ids ...string) {
	d.Helper()
	d.clock.step(time.Minute)
	o, err := d.Edit.DeleteAll(d.t.Context(), refs(ids...))
	d.check(err)
	if len(o.Refused) > 0 {
		d.Fatal(o.Refused)
	}
}

func refs(ids ...string) (all []edit.Ref) {
	for _, id := range ids {
		all = append(all, edit.Ref{Set: "Groceries", ID: id})
	}
	return all
}

// tree returns the visible outline: "a(b c) d".
func (d *garden) tree() string {
	d.Helper()
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	var b strings.Builder
	depth := 0
	for i, row := range rows {
		switch {
		case row.Depth > depth:
			b.WriteString("(")
		case i > 0:
			b.WriteString(strings.Repeat(")", depth-row.Depth) + " ")
		}
		b.WriteString(row.ID)
		depth = row.Depth
	}
	return b.String() + strings.Repeat(")", depth)
}

func (d *garden) expectTree(want string) {
	d.Helper()
	if got := d.tree(); got != want {
		d.Errorf("%s shows %s, want %s", d.Device.ID(), got, want)
	}
}

// inserted stores an item as if it had been received.
func (d *garden) inserted(it *item.Item) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, it, store.Seen{At: d.clock.Now()})
	}))
}

// revision returns the store's revision, which grows with every change.
func (d *garden) revision() int64 {
	d.Helper()
	n, err := d.memory.Revision(d.t.Context())
	d.check(err)
	return n
}

// removeBranch deletes outlines with everything below them.
func (d *garden) removeBranch(ids ...string) edit.Outcome {
	d.Helper()
	d.clock.step(time.Minute)
	o, err := d.Edit.DeleteBranch(d.t.Context(), "Groceries", ids)
	d.check(err)
	return o
}

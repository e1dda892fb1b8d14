package item_test

import (
	"testing"
	"time"

	"crossfeed/engine/item"
)

func sample() *item.Version {
	return &item.Version{
		ID: "item_1", Updates: 2, Content: item.Plain("Eggs", "twelve"),
		History: []item.History{
			{Sequence: 2, When: item.At(noon), By: "A"},
			{Sequence: 1, When: item.ReadWhen("2005-05-21T11:00:00Z", noon.Add(-time.Hour)), By: "B"},
		},
	}
}

// Two versions are one when sync metadata and content are equal.
func TestVersionSame(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*item.Version)
		want   bool
	}{
		{"nothing", func(*item.Version) {}, true},
		{"publisher-specific data", func(v *item.Version) { v.Publisher = "<guid/>" }, true},
		{"deleted=\"false\" written", func(v *item.Version) { v.Undeleted = true }, true},
		{"the text of a time", func(v *item.Version) {
			v.History[1].When = item.ReadWhen("2005-05-21T13:00:00+02:00", noon.Add(-time.Hour))
		}, true},
		{"the form of the content", func(v *item.Version) {
			v.Content = content(t, `<a:title>Eggs</a:title><content type="html">twelve</content>`)
		}, true},
		{"the identifier", func(v *item.Version) { v.ID = "item_2" }, false},
		{"updates", func(v *item.Version) { v.Updates = 3 }, false},
		{"deleted", func(v *item.Version) { v.Deleted = true }, false},
		{"noconflicts", func(v *item.Version) { v.NoConflicts = true }, false},
		{"what is unknown in sync", func(v *item.Version) { v.Extra = "<e/>" }, false},
		{"the content", func(v *item.Version) { v.Content = item.Plain("Eggs", "ten") }, false},
		{"a sequence", func(v *item.Version) { v.History[1].Sequence = 2 }, false},
		{"a time", func(v *item.Version) { v.History[1].When = item.At(noon) }, false},
		{"a missing time", func(v *item.Version) { v.History[1].When = item.When{} }, false},
		{"an endpoint", func(v *item.Version) { v.History[1].By = "b" }, false},
		{"what is unknown in a history", func(v *item.Version) { v.History[1].Extra = "<e/>" }, false},
		{"a shorter history", func(v *item.Version) { v.History = v.History[:1] }, false},
		{"the order of the history", func(v *item.Version) { v.History[0], v.History[1] = v.History[1], v.History[0] }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y := sample(), sample()
			c.change(y)
			if x.Same(y) != c.want || y.Same(x) != c.want {
				t.Errorf("same: %v and %v, want %v", x.Same(y), y.Same(x), c.want)
			}
		})
	}
}

// What a tombstone still holds does not count.
func TestTombstoneSame(t *testing.T) {
	x, y := sample(), sample()
	x.Deleted, y.Deleted = true, true
	y.Content = y.Content.OnlyTitle()
	if !x.Same(y) || !y.Same(x) {
		t.Error("a tombstone without its data is another version")
	}
}

func TestItem(t *testing.T) {
	w, c, d := sample(), sample(), sample()
	it := &item.Item{Winner: w, Conflicts: []*item.Version{c, d}}
	all := it.Versions()
	if len(all) != 3 || all[0] != w || all[1] != c || all[2] != d {
		t.Errorf("versions: %v", all)
	}
	all[0] = d
	if it.ID() != "item_1" || w.Title() != "Eggs" || w.Top().Sequence != 2 || it.Winner != w {
		t.Errorf("%s, %q, %s", it.ID(), w.Title(), w.Top())
	}
}

// The form of the test vectors.
func TestHistoryString(t *testing.T) {
	for want, h := range map[string]item.History{
		"2@1116676800@A": {Sequence: 2, When: item.At(noon), By: "A"},
		"2@-@A":          {Sequence: 2, By: "A"},
		"2@1116676800@-": {Sequence: 2, When: item.At(noon)},
	} {
		if got := h.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

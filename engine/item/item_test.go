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

// Two versions are the same if sync metadata and content are equal.
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

// The data of tombstones does not matter.
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

// The form used in test vectors.
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

// RFC 2141 §2.2 to §2.4. The reserved characters of §2.3.2 are for future developments and are
// rejected as well.
func TestNSS_RFC2141(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"REO1750", true},
		{"item_1_myapp_2005-05-21T11:43:33Z", true},
		{"0123456789", true},
		{"()+,-.:=@;$_!*'", true},
		{"60a76c80-d399-11d9-b93C-0003939e0aa0", true},
		{"a%20b", true},
		{"%C3%A9", true},
		{"%c3%a9", true},
		{"%01", true},
		{"%25zz", true},
		{"", false},
		{"%", false},
		{"%2", false},
		{"a%2", false},
		{"%zz", false},
		{"%2g", false},
		{"%g2", false},
		{"%00", false},
		{"a%00b", false},
		{"%%20", false},
		{"a b", false},
		{"a\tb", false},
		{"a\x00b", false},
		{"a\x7fb", false},
		{"Zoë", false},
		{"日本", false},
		{"\xff", false},
		{`DOMAIN\user`, false},
		{"a/b", false},
		{"a?b", false},
		{"a#b", false},
		{`"`, false}, {"&", false}, {"<", false}, {">", false}, {"[", false}, {"]", false},
		{"^", false}, {"`", false}, {"{", false}, {"|", false}, {"}", false}, {"~", false},
	} {
		if got := item.ValidNSS(c.text); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
}

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// Times are compared as instants, never as text (SSE 0.93 §2.1.6), and an absent one is the
// earliest (§3.3, "Winner Picking" step 2a).
func TestWhenCompare(t *testing.T) {
	utc := item.ReadWhen("2005-05-21T12:00:00Z", noon)
	berlin := item.ReadWhen("2005-05-21T14:00:00+02:00", noon.In(time.FixedZone("", 2*60*60)))
	half := item.ReadWhen("2005-05-21T12:00:00.5Z", noon.Add(time.Second/2))
	early := item.ReadWhen("2005-05-21T13:00:00+02:00", noon.Add(-time.Hour))
	ancient := item.ReadWhen("0001-01-01T00:00:00Z", time.Time{})
	absent := item.When{}
	for _, c := range []struct {
		name string
		x, y item.When
		want int
	}{
		{"one instant in two zones", utc, berlin, 0},
		{"earlier though the text is greater", utc, early, 1},
		{"a fraction of a second", half, utc, 1},
		{"present and absent", utc, absent, 1},
		{"the first instant of all and absent", ancient, absent, 1},
		{"both absent", absent, absent, 0},
		{"an empty text is absent", item.ReadWhen("", noon), absent, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.x.Compare(c.y); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
			if got := c.y.Compare(c.x); got != -c.want {
				t.Errorf("the other way: got %d, want %d", got, -c.want)
			}
			if equal := c.want == 0; c.x.Equal(c.y) != equal || c.y.Equal(c.x) != equal {
				t.Errorf("equal: %v and %v, want %v", c.x.Equal(c.y), c.y.Equal(c.x), equal)
			}
		})
	}
}

// Times of others are written as they were read; ours are whole seconds.
func TestWhenText(t *testing.T) {
	const read = "2005-05-21t14:00:00.50+02:00"
	if w := item.ReadWhen(read, noon); w.String() != read || !w.Present() || !w.Time().Equal(noon) {
		t.Errorf("read: %q, %v", w, w.Time())
	}
	at := item.At(noon.Add(999 * time.Millisecond).In(time.FixedZone("", -7*60*60)))
	if at.String() != "2005-05-21T12:00:00Z" || !at.Time().Equal(noon) {
		t.Errorf("written: %q, %v", at, at.Time())
	}
	if absent := (item.When{}); absent.Present() || absent.String() != "" || !absent.Time().IsZero() {
		t.Errorf("absent: %q, %v", absent, absent.Time())
	}
}

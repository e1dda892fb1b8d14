package feedsync_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

func TestCreate_3_1(t *testing.T) {
	x := item.Plain("x", "")
	for _, c := range []struct {
		name        string
		change      rules.Change
		noConflicts bool
		stamp       rules.Stamp
		want        string
	}{
		{"plain", rules.Change{Content: x}, false, stamp(20, "A"), "1|-|x|1@20@A"},
		{"noconflicts is set at creation", rules.Change{Content: x}, true, stamp(20, "A"), "1|N|x|1@20@A"},
		{"a tombstone from birth", rules.Change{Deleted: true}, false, stamp(20, "A"), "1|D||1@20@A"},
		{"without a time", rules.Change{Content: x}, false, rules.Stamp{By: "A"}, "1|-|x|1@-@A"},
		{"without an endpoint", rules.Change{Content: x}, false, rules.Stamp{When: unix(20)}, "1|-|x|1@20@-"},
		{"the identifier was used before", rules.Change{Content: x}, false, used(stamp(20, "A"), 7), "1|-|x|8@20@A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Create(id, c.change, c.noConflicts, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, c.want)
			if it.ID() != id {
				t.Errorf("the identifier is %q", it.ID())
			}
		})
	}
}

func TestCreateRefuses(t *testing.T) {
	identifier := new(rules.IdentifierError)
	for _, c := range []struct {
		name  string
		id    string
		stamp rules.Stamp
		want  func(error) bool
	}{
		{"an empty identifier", "", stamp(20, "A"), as(&identifier)},
		{"an identifier with a space", "my item", stamp(20, "A"), as(&identifier)},
		{"an endpoint outside ASCII", id, stamp(20, "Zoë"), as(&identifier)},
		{"neither endpoint nor time", id, rules.Stamp{}, is(rules.ErrUnstamped)},
		{"a sequence after the last", id, used(stamp(20, "A"), item.MaxCount), is(rules.ErrExhausted)},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Create(c.id, rules.Change{}, false, c.stamp)
			if it != nil || !c.want(err) {
				t.Errorf("got %v and the error %v", it, err)
			}
		})
	}
}

// An update's time is written as whole seconds in UTC, whatever the clock's zone.
func TestTimesWritten(t *testing.T) {
	berlin := time.FixedZone("", 2*60*60)
	it, err := feedsync.Create(id, rules.Change{}, false,
		rules.Stamp{By: "A", When: time.Date(2005, 5, 21, 11, 43, 33, 999, berlin)})
	if err != nil {
		t.Fatal(err)
	}
	if got := it.Winner.Top().When.String(); got != "2005-05-21T09:43:33Z" {
		t.Errorf("the time is written as %s", got)
	}
}

func stamp(seconds int, by string) rules.Stamp {
	return rules.Stamp{By: by, When: unix(seconds)}
}

func used(s rules.Stamp, n int) rules.Stamp {
	s.Used = n
	return s
}

// is and as return predicates for errors.Is and errors.As.
func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func as[E error](target *E) func(error) bool {
	return func(err error) bool { return errors.As(err, target) }
}

func TestUpdate_3_2(t *testing.T) {
	y := item.Plain("y", "")
	for _, c := range []struct {
		name   string
		from   string
		change rules.Change
		stamp  rules.Stamp
		want   string
	}{
		{"by another endpoint", "1|-|x|1@20@A", rules.Change{Content: y}, stamp(30, "B"), "2|-|y|2@30@B;1@20@A"},
		{"content that stays", "1|-|x|1@20@A", rules.Change{}, stamp(30, "B"), "2|-|x|2@30@B;1@20@A"},
		{"with a clock that is behind", "1|-|x|1@20@A", rules.Change{Content: y}, stamp(10, "B"), "2|-|y|2@10@B;1@20@A"},
		{"without a time", "1|-|x|1@20@A", rules.Change{Content: y}, rules.Stamp{By: "B"}, "2|-|y|2@-@B;1@20@A"},
		{"without an endpoint", "1|-|x|1@20@A", rules.Change{Content: y}, rules.Stamp{When: unix(30)}, "2|-|y|2@30@-;1@20@A"},
		{"noconflicts is propagated", "1|N|x|1@20@A", rules.Change{Content: y}, stamp(30, "B"), "2|N|y|2@30@B;1@20@A"},
		{"a deletion", "1|-|x|1@20@A", rules.Change{Deleted: true}, stamp(30, "B"), "2|D|x|2@30@B;1@20@A"},
		{"a tombstone stays one", "1|D|x|1@20@A", rules.Change{Content: y, Deleted: true}, stamp(30, "B"), "2|D|y|2@30@B;1@20@A"},
		{"an un-deletion", "1|D|x|1@20@A", rules.Change{Content: y}, stamp(30, "B"), "2|U|y|2@30@B;1@20@A"},
		{"deleted=\"false\" stays written", "1|U|x|1@20@A", rules.Change{Content: y}, stamp(30, "B"), "2|U|y|2@30@B;1@20@A"},
		{"a second deletion", "1|U|x|1@20@A", rules.Change{Deleted: true}, stamp(30, "B"), "2|D|x|2@30@B;1@20@A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Resolve(held(t, c.from), c.change, nil, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, c.want)
		})
	}
}

// Data that Crossfeed does not know is shared data and is preserved; the new history entry
// does not get any. Publisher-specific data is this endpoint's own.
func TestUpdateKeepsWhatItDoesNotKnow(t *testing.T) {
	it := held(t, "1|-|x|1@20@A")
	it.Winner.Extra, it.Winner.Publisher, it.Winner.History[0].Extra = "<e/>", "<guid/>", "<h/>"
	v := update(t, it, item.Plain("y", ""), stamp(30, "A")).Winner
	if v.Extra != "<e/>" || v.Publisher != "<guid/>" || v.History[1].Extra != "<h/>" {
		t.Errorf("lost: sync %q, publisher %q, history %q", v.Extra, v.Publisher, v.History[1].Extra)
	}
	if v.Top().Extra != "" {
		t.Errorf("the new entry says %q", v.Top().Extra)
	}
}

// An update that includes no conflict resolves none.
func TestUpdateLeavesConflictsOpen(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|d|2@30@D;1@20@A")
	it = update(t, it, item.Plain("y", ""), stamp(50, "A"))
	expect(t, it, "3|-|y|3@50@A;2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|d|2@30@D;1@20@A")
}

// Without this rule, an edit would be lost: B's update would subsume B's own conflict, and the
// next merge would silently drop it.
func TestUpdateRefusesWithOwnVersionOpen(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|b|2@30@B;1@20@A")
	for name, change := range map[string]rules.Change{
		"edit": {Content: item.Plain("y", "")}, "deletion": {Deleted: true}, "confirmation": {},
	} {
		own := new(rules.OwnOpenError)
		if _, err := feedsync.Resolve(it, change, nil, stamp(50, "B")); !as(&own)(err) {
			t.Errorf("%s: the error is %v", name, err)
		} else if own.By != "B" || len(own.Left) != 1 || own.Left[0] != 1 {
			t.Errorf("%s: left out are %v of %s, want [1] of B", name, own.Left, own.By)
		}
	}
}

func TestUpdateRefuses(t *testing.T) {
	identifier := new(rules.IdentifierError)
	for _, c := range []struct {
		name  string
		from  string
		stamp rules.Stamp
		want  func(error) bool
	}{
		{"updates at the end", "2147483647|-|x|1@20@A", stamp(30, "B"), is(rules.ErrExhausted)},
		{"the sequence at the end", "2|-|x|2147483647@20@A", stamp(30, "A"), is(rules.ErrExhausted)},
		{"an endpoint that is no NSS", "1|-|x|1@20@A", stamp(30, "b%zz"), as(&identifier)},
		{"neither endpoint nor time", "1|-|x|1@20@A", rules.Stamp{}, is(rules.ErrUnstamped)},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Resolve(held(t, c.from), rules.Change{}, nil, c.stamp)
			if it != nil || !c.want(err) {
				t.Errorf("got %v and the error %v", it, err)
			}
		})
	}
}

// Only the endpoint's own numbers limit it, and the last ones can be used.
func TestUpdateNearTheEnd(t *testing.T) {
	it, err := feedsync.Resolve(held(t, "2147483646|-|x|2147483646@20@A"), rules.Change{}, nil, stamp(30, "A"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, it, "2147483647|-|x|2147483647@30@A;2147483646@20@A")
	it, err = feedsync.Resolve(held(t, "2|-|x|2147483647@20@A"), rules.Change{}, nil, stamp(30, "B"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, it, "3|-|x|3@30@B;2147483647@20@A")
}

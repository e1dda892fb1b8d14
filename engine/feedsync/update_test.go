package feedsync_test

import (
	"testing"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

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
			it, err := feedsync.Update(held(t, c.from), c.change, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, c.want)
		})
	}
}

// What Crossfeed does not know is shared data and stays; the new entry of the
// history has none of it. Publisher-specific data is this endpoint's own.
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

// An update that names no conflict settles none.
func TestUpdateLeavesConflictsOpen(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|d|2@30@D;1@20@A")
	it = update(t, it, item.Plain("y", ""), stamp(50, "A"))
	expect(t, it, "3|-|y|3@50@A;2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|d|2@30@D;1@20@A")
}

// The edit that the rules lose: B's update would subsume B's own conflict, and
// the next merge would drop it unseen.
func TestUpdateRefusesWithOwnVersionOpen(t *testing.T) {
	it := held(t, "2|-|w|2@40@A;1@20@A", "2|-|c|2@30@C;1@20@A", "2|-|b|2@30@B;1@20@A")
	for name, change := range map[string]rules.Change{
		"edit": {Content: item.Plain("y", "")}, "deletion": {Deleted: true}, "confirmation": {},
	} {
		own := new(rules.OwnOpenError)
		if _, err := feedsync.Update(it, change, stamp(50, "B")); !as(&own)(err) {
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
			it, err := feedsync.Update(held(t, c.from), rules.Change{}, c.stamp)
			if it != nil || !c.want(err) {
				t.Errorf("got %v and the error %v", it, err)
			}
		})
	}
}

// Only the endpoint's own numbers stand in its way, and the last ones can be
// used.
func TestUpdateNearTheEnd(t *testing.T) {
	it, err := feedsync.Update(held(t, "2147483646|-|x|2147483646@20@A"), rules.Change{}, stamp(30, "A"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, it, "2147483647|-|x|2147483647@30@A;2147483646@20@A")
	it, err = feedsync.Update(held(t, "2|-|x|2147483647@20@A"), rules.Change{}, stamp(30, "B"))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, it, "3|-|x|3@30@B;2147483647@20@A")
}

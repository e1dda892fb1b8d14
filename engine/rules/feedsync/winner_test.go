package feedsync_test

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/feedsync"
)

// The keys in order: the greater version of each line is the lesser one by all subsequent
// keys. The first three keys are from SSE 0.93 §3.3; the others resolve ties that it leaves
// open.
func TestWinnerPicking_3_3(t *testing.T) {
	for _, c := range []struct{ key, greater, lesser string }{
		{"updates", "3|-|a|1@10@A", "2|-|b|9@90@Z;1@1@Z"},
		{"updates, as numbers", "10|-|a|1@10@A", "9|-|b|9@90@Z;1@1@Z"},
		{"when, present", "2|-|a|1@10@A", "2|-|b|9@-@Z;1@1@Z"},
		{"when, later", "2|-|a|1@20@A", "2|-|b|9@19@Z;1@1@Z"},
		{"by, present", "2|-|a|1@20@A", "2|-|b|9@20@-;1@1@Z"},
		{"by, of one length", "2|-|a|1@20@EP2", "2|-|b|9@20@EP1;1@1@Z"},
		{"by, by code point and not by length", "2|-|a|1@20@Z", "2|-|b|9@20@AA;1@1@Z"},
		{"by, lower case after upper case", "2|-|a|1@20@a", "2|-|b|9@20@B;1@1@Z"},
		{"by, a prefix is lesser", "2|-|a|1@20@AA", "2|-|b|9@20@A;1@1@Z"},
		{"by, beyond the basic plane", "2|-|a|1@20@\U0001F600", "2|-|b|9@20@\uFFFD;1@1@Z"},
		{"by, not normalized", "2|-|a|1@20@\u00e9", "2|-|b|9@20@e\u0301;1@1@Z"},
		{"topmost sequence", "2|-|a|3@20@A", "2|-|b|2@20@A;9@30@Z"},
		{"the longer history", "2|-|a|2@20@A;1@10@A", "2|-|b|2@20@A"},
		{"the longer history, though the lesser as text", "2|-|a|2@20@A;1@10@A;1@5@A", "2|-|b|2@20@A;9@10@Z"},
		{"the greater history as text", "2|-|a|2@20@A;9@10@A", "2|-|b|2@20@A;10@10@Z"},
		{"the greater history as text, where a semicolon ends an entry", "2|-|a|2@20@Z;1@10@A;1@5@B", "2|-|b|2@20@Z;1@10@A9;1@5@B"},
		{"what lives", "2|-|a|2@20@A", "2|DN|b|2@20@A"},
		{"the greater content", "2|-|b|2@20@A", "2|N|a|2@20@A"},
		{"noconflicts", "2|N|a|2@20@A", "2|-|a|2@20@A"},
		{"noconflicts, and not what tombstones still hold", "2|DN|a|2@20@A", "2|D|b|2@20@A"},
	} {
		t.Run(c.key, func(t *testing.T) {
			expectOrder(t, version(t, c.greater), version(t, c.lesser))
		})
	}
}

// Times are compared as instants, not as texts.
func TestWinnerPickingComparesInstants(t *testing.T) {
	noon := time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)
	later, earlier := version(t, "2|-|a|2@20@A"), version(t, "2|-|b|2@20@B")
	later.History[0].When = item.ReadWhen("2005-05-21T11:00:01-01:00", noon.Add(time.Second))
	earlier.History[0].When = item.ReadWhen("2005-05-21T14:00:00+02:00", noon)
	expectOrder(t, later, earlier)
}

// Unknown data decides last.
func TestWinnerPickingIsTotal(t *testing.T) {
	const v = "2|-|a|2@20@A;1@10@A"
	half := item.ReadWhen("1970-01-01T00:00:10.5Z", time.Unix(10, 5e8))
	for name, change := range map[string]func(*item.Version){
		"a fraction of a second in the history": func(v *item.Version) { v.History[1].When = half },
		"what is unknown in the history":        func(v *item.Version) { v.History[1].Extra = "<e/>" },
		"what is unknown in sync":               func(v *item.Version) { v.Extra = "<e/>" },
	} {
		greater := version(t, v)
		change(greater)
		t.Run(name, func(t *testing.T) { expectOrder(t, greater, version(t, v)) })
	}
}

// Only equal versions tie. The dropped data of tombstones does not count, nor whether
// deleted="false" was written.
func TestWinnerPickingTies(t *testing.T) {
	for _, c := range []struct{ x, y string }{
		{"2|-|a|2@20@A", "2|-|a|2@20@A"},
		{"2|U|a|2@20@A", "2|-|a|2@20@A"},
		{"2|D|a|2@20@A", "2|D|b|2@20@A"},
	} {
		x, y := version(t, c.x), version(t, c.y)
		if feedsync.Compare(x, y) != 0 || feedsync.Compare(y, x) != 0 || !x.Same(y) {
			t.Errorf("%s and %s do not tie", c.x, c.y)
		}
	}
}

func expectOrder(t *testing.T, greater, lesser *item.Version) {
	t.Helper()
	if feedsync.Compare(greater, lesser) <= 0 {
		t.Errorf("%s does not win over %s", written(greater), written(lesser))
	}
	if feedsync.Compare(lesser, greater) >= 0 {
		t.Errorf("%s does not lose to %s", written(lesser), written(greater))
	}
}

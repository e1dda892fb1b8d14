package incorporate_test

import (
	"strings"
	"testing"
)

func TestTwoEntriesOfOneIdentifierAreMergedWithEachOther(t *testing.T) {
	first, newer := entry("milk", "Milk", "phone 1"), entry("milk", "Oat milk", "phone 2", "phone 1")
	rival := entry("milk", "Soy milk", "laptop 2", "phone 1")
	for _, test := range []struct {
		what      string
		known     []string
		feed      []string
		winner    string
		conflicts int
		reported  bool
	}{
		{"one is newer", nil, []string{first, newer}, "Oat milk", 0, false},
		{"one is newer, the other way round", nil, []string{newer, first}, "Oat milk", 0, false},
		{"twice the same", nil, []string{newer, newer}, "Oat milk", 0, false},
		{"neither is newer", nil, []string{newer, rival}, "Oat milk", 1, true},
		{"neither is newer, one known", []string{newer}, []string{newer, rival}, "Oat milk", 1, true},
		{"the newer one unknown", []string{first}, []string{first, newer}, "Oat milk", 0, false},
		{"both known", []string{newer, rival}, []string{newer, rival}, "Oat milk", 1, false},
	} {
		d := newDesk(t)
		for _, known := range test.known {
			d.read(known)
		}
		said := strings.Join(d.read(test.feed...).Problems.Sentences(), "\n")
		it := d.item("milk")
		if it.Winner.Title() != test.winner || len(it.Conflicts) != test.conflicts {
			t.Errorf("%s: %q with %d conflicts", test.what, it.Winner.Title(), len(it.Conflicts))
		}
		if reported := strings.Contains(said, "two entries"); reported != test.reported {
			t.Errorf("%s: problems %q", test.what, said)
		}
	}
}

func TestWhatIsLostBetweenTwoEntriesGoesToTheArchive(t *testing.T) {
	d := newDesk(t)
	one := entry("milk", "Oat milk", "phone 2", "phone 1")
	other := strings.Replace(entry("milk", "Rice milk", "phone 2", "phone 1"), "T02:", "T01:", 1)
	r := d.read(one, other)
	if it := d.item("milk"); it.Winner.Title() != "Oat milk" || len(it.Conflicts) != 0 {
		t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
	if got := d.archive("milk"); len(got) != 2 {
		t.Errorf("archive %q", got)
	}
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, "two devices use one identifier") {
		t.Errorf("problems: %q", said)
	}
}

package intake_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
)

// counts are the numbers of items in a result.
type counts struct{ read, fresh, updated, unchanged, skipped, conflicts int }

func countsOf(r intake.Result) counts {
	return counts{r.Read, r.New, r.Updated, r.Unchanged, r.Skipped, r.Conflicts}
}

func TestWhatAFeedBrings(t *testing.T) {
	d := newDesk(t)
	milk, eggs := entry("milk", "Milk", "phone 1"), entry("eggs", "Eggs", "phone 1")
	for _, step := range []struct {
		what  string
		items []string
		want  counts
	}{
		{"new items", []string{milk, eggs}, counts{read: 2, fresh: 2}},
		{"the same again", []string{milk, eggs}, counts{read: 2, unchanged: 2}},
		{"an update", []string{entry("milk", "Oat milk", "phone 2", "phone 1"), eggs}, counts{read: 2, updated: 1, unchanged: 1}},
		{"an old state", []string{milk}, counts{read: 1, unchanged: 1}},
		{"a conflict", []string{entry("milk", "Soy milk", "laptop 2", "phone 1")}, counts{read: 1, updated: 1, conflicts: 1}},
		{"an item without sx:sync", []string{"<item><title>x</title></item>", eggs}, counts{read: 1, unchanged: 1}},
		{"no items", nil, counts{}},
	} {
		if got := countsOf(d.read(step.items...)); got != step.want {
			t.Errorf("%s: %+v, want %+v", step.what, got, step.want)
		}
	}
	if it := d.item("milk"); it.Winner.Title() != "Oat milk" || len(it.Conflicts) != 1 {
		t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
}

func TestItemsThatBringNothingWriteNothing(t *testing.T) {
	d := newDesk(t)
	milk := entry("milk", "Milk", "phone 1")
	d.read(milk)
	before := d.revision()
	d.read(milk)
	if now := d.revision(); now != before {
		t.Errorf("the store was written: revision %d after %d", now, before)
	}
}

func TestWhereAndWhenAVersionWasSeen(t *testing.T) {
	d := newDesk(t)
	d.read(entry("milk", "Milk", "phone 1"))
	d.update(func(w store.Writer) error {
		all, err := w.Versions(d.set.Key, "milk")
		if len(all) != 1 || all[0].Seen != (store.Seen{At: noon, From: "/shared"}) {
			t.Errorf("archive: %+v", all)
		}
		return err
	})
}

func TestAnInvalidItemIsSkippedAndTheOthersGoOn(t *testing.T) {
	d := newDesk(t)
	bad := strings.Replace(entry("bad", "Bad", "phone 1"), `updates="1"`, `updates="0"`, 1)
	r := d.read(entry("milk", "Milk", "phone 1"), bad, entry("eggs", "Eggs", "phone 1"))
	if got, want := countsOf(r), (counts{read: 3, fresh: 2, skipped: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if said := r.Problems.Sentences(); len(said) != 1 || !strings.HasPrefix(said[0], path+": line 4: error") || !strings.Contains(said[0], `"bad"`) {
		t.Errorf("problems: %q", said)
	}
}

func TestOfManyProblemsTheFirstAreTold(t *testing.T) {
	d := newDesk(t)
	var items []string
	for range 103 {
		items = append(items, "<item><sx:sync/></item>")
	}
	said := d.read(items...).Problems.Sentences()
	if len(said) < 2 || len(said) > 101 || !strings.HasPrefix(said[len(said)-1], "and ") {
		t.Errorf("%d sentences, the last %q", len(said), said[len(said)-1])
	}
}

func TestADryRunCountsAndWritesNothing(t *testing.T) {
	d := newDesk(t)
	d.read(entry("milk", "Milk", "phone 1"))
	before := d.revision()
	d.files.Put(path, feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), entry("eggs", "Eggs", "phone 1")))
	r, err := d.try(t.Context(), d.files, intake.Options{DryRun: true})
	if want := (counts{read: 2, fresh: 1, updated: 1}); err != nil || countsOf(r) != want {
		t.Errorf("%+v, %v; want %+v", countsOf(r), err, want)
	}
	if d.revision() != before || d.item("milk").Winner.Title() != "Milk" {
		t.Error("the store was written")
	}
}

// A new item is checked like any other: its history alone can contain one number twice.
func TestANewItemWhoseHistoryContradictsItselfIsTold(t *testing.T) {
	d := newDesk(t)
	odd := strings.Replace(entry("milk", "Milk", "laptop 3", "phone 2", "phone 2"), "T02:", "T01:", 1)
	if said := d.read(odd).Problems.Sentences(); len(said) != 1 || !strings.Contains(said[0], "two devices use the same identifier") {
		t.Errorf("problems: %q", said)
	}
}

func TestADroppedVersionGoesToTheArchive(t *testing.T) {
	d := newDesk(t)
	// Two devices use one identifier: each calls its change the phone's second. The keys drop
	// the lesser version, and only the archive preserves it.
	d.read(entry("milk", "Oat milk", "phone 2", "phone 1"))
	clash := strings.Replace(entry("milk", "Rice milk", "phone 2", "phone 1"), "T02:", "T01:", 1)
	r := d.read(clash)
	if it := d.item("milk"); it.Winner.Title() != "Oat milk" || len(it.Conflicts) != 0 {
		t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
	if got, want := d.archive("milk"), []string{"Oat milk", "Rice milk"}; !slices.Equal(got, want) {
		t.Errorf("archive %q, want %q", got, want)
	}
	if said := r.Problems.Sentences(); len(said) != 1 || !strings.Contains(said[0], "two devices use the same identifier") {
		t.Errorf("problems: %q", said)
	}
	before := d.revision()
	if again := d.read(clash); len(again.Problems.Sentences()) != 1 || d.revision() != before {
		t.Errorf("read again: problems %q, revision %d after %d", again.Problems.Sentences(), d.revision(), before)
	}
}

func TestANoConflictsWinnerStaysAloneAndTheLoserIsArchived(t *testing.T) {
	d := newDesk(t)
	alone := func(s string) string { return strings.Replace(s, "<sx:sync ", `<sx:sync noconflicts="true" `, 1) }
	d.read(alone(entry("milk", "Oat milk", "phone 2", "phone 1")))
	d.read(alone(entry("milk", "Soy milk", "laptop 2", "phone 1")))
	if it := d.item("milk"); len(it.Conflicts) != 0 {
		t.Errorf("%d conflicts", len(it.Conflicts))
	}
	if got := d.archive("milk"); len(got) != 2 {
		t.Errorf("archive %q", got)
	}
}

func TestVersionsThatDisagreeAboutNoConflictsAreReported(t *testing.T) {
	d := newDesk(t)
	d.read(entry("milk", "Milk", "phone 1"))
	r := d.read(strings.Replace(entry("milk", "Oat milk", "phone 2", "phone 1"), "<sx:sync ", `<sx:sync noconflicts="true" `, 1))
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, "noconflicts") {
		t.Errorf("problems: %q", said)
	}
}

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
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, "two devices use the same identifier") {
		t.Errorf("problems: %q", said)
	}
}

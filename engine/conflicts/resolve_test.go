package conflicts_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

var midday = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

// bench is a store with the item "eggs", changed by phone, laptop and desk.
type bench struct {
	*testing.T
	store store.Store
	set   int64
	eggs  *item.Item
}

func newBench(t *testing.T) *bench {
	b := &bench{T: t, store: memory.New()}
	start, err := feedsync.Create("eggs", retitled("Eggs"), false, stamp("phone", 0))
	if err != nil {
		t.Fatal(err)
	}
	for i, by := range []string{"desk", "laptop", "phone"} {
		version, err := feedsync.Resolve(start, retitled("Eggs for "+by), nil, stamp(by, i+1))
		if err != nil {
			t.Fatal(err)
		}
		b.eggs = feedsync.Merge(b.eggs, version).Item
	}
	b.update(func(w store.Writer) (err error) {
		if b.set, err = w.PutSet(store.Set{Name: "Groceries"}); err != nil {
			return err
		}
		return w.PutItem(b.set, b.eggs, store.Seen{At: midday})
	})
	return b
}

func retitled(title string) rules.Change { return rules.Change{Content: item.Plain(title, "")} }

func stamp(by string, minute int) rules.Stamp {
	return rules.Stamp{By: by, When: midday.Add(time.Duration(minute) * time.Minute)}
}

func (b *bench) update(write func(store.Writer) error) {
	b.Helper()
	if err := b.store.Update(b.Context(), write); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) resolve(d conflicts.Decision) (it *item.Item, err error) {
	err = b.store.Update(b.Context(), func(w store.Writer) (err error) {
		it, err = conflicts.Apply(edit.Work{Store: w, Set: b.set, Rules: feedsync.Rules{}, By: "desk", At: midday.Add(time.Hour)}, d)
		return err
	})
	return it, err
}

func (b *bench) stored() *item.Item {
	b.Helper()
	var it *item.Item
	b.update(func(w store.Writer) (err error) { it, err = w.Item(b.set, "eggs"); return err })
	return it
}

// of returns the index of an endpoint's version among the conflicts.
func of(it *item.Item, by string) int {
	return slices.IndexFunc(it.Conflicts, func(v *item.Version) bool { return v.Top().By == by })
}

func TestAResolutionIsAnUpdateWithTheHistoriesOfWhatItIncluded(t *testing.T) {
	b := newBench(t)
	it, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("Eggs for all"), Taken: []int{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if it.Winner.Title() != "Eggs for all" || it.Winner.Updates != 3 || len(it.Conflicts) != 0 {
		t.Errorf("resolved: %+v", it)
	}
	// The desk's own update 2 is listed, although its update 3 subsumes it.
	var history []string
	for _, h := range it.Winner.History {
		history = append(history, fmt.Sprintf("%s %d", h.By, h.Sequence))
	}
	if want := []string{"desk 3", "desk 2", "laptop 2", "phone 2", "phone 1"}; !slices.Equal(history, want) {
		t.Errorf("history %q, want %q", history, want)
	}
	if !b.stored().Winner.Same(it.Winner) {
		t.Error("the store holds something else")
	}
}

func TestEveryVersionIsInTheArchiveAfterwards(t *testing.T) {
	b := newBench(t)
	if _, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("Eggs for all"), Taken: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	var titles []string
	b.update(func(w store.Writer) error {
		all, err := w.Versions(b.set, "eggs")
		for _, a := range all {
			titles = append(titles, a.Version.Title())
		}
		return err
	})
	slices.Sort(titles)
	if want := []string{"Eggs for all", "Eggs for desk", "Eggs for laptop", "Eggs for phone"}; !slices.Equal(titles, want) {
		t.Errorf("archive: %q, want %q", titles, want)
	}
}

func TestWhatIsNotIncludedStaysOpen(t *testing.T) {
	b := newBench(t)
	it, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("Mine"), Taken: []int{of(b.eggs, "desk")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(it.Conflicts) != 1 || it.Conflicts[0].Title() != "Eggs for laptop" {
		t.Errorf("open: %+v", it.Conflicts)
	}
}

func TestAnOwnVersionCannotBeLeftOut(t *testing.T) {
	b := newBench(t)
	var own *rules.OwnOpenError
	if _, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("x"), Taken: []int{of(b.eggs, "laptop")}}); !errors.As(err, &own) {
		t.Errorf("error %v, want OwnOpenError", err)
	}
}

func TestTheOrderInWhichConflictsWereSeenDoesNotMatter(t *testing.T) {
	b := newBench(t)
	seen := &item.Item{Winner: b.eggs.Winner, Conflicts: []*item.Version{b.eggs.Conflicts[1], b.eggs.Conflicts[0]}}
	it, err := b.resolve(conflicts.Decision{Seen: seen, Change: retitled("Mine"), Taken: []int{of(seen, "desk")}})
	if err != nil || len(it.Conflicts) != 1 || it.Conflicts[0].Top().By != "laptop" {
		t.Errorf("got %+v, %v; want the laptop's version left open", it, err)
	}
}

func TestWhatChangedMeanwhileIsNotResolved(t *testing.T) {
	b := newBench(t)
	seen := b.eggs
	later, err := feedsync.Resolve(&item.Item{Winner: seen.Winner}, retitled("Eggs, later"), nil, stamp("phone", 30))
	if err != nil {
		t.Fatal(err)
	}
	for name, now := range map[string]*item.Item{
		"another winner":   feedsync.Merge(seen, later).Item,
		"a conflict less":  {Winner: seen.Winner, Conflicts: seen.Conflicts[:1]},
		"another conflict": {Winner: seen.Winner, Conflicts: []*item.Version{seen.Conflicts[0], later.Winner}},
	} {
		b.update(func(w store.Writer) error { return w.PutItem(b.set, now, store.Seen{At: midday}) })
		_, err := b.resolve(conflicts.Decision{Seen: seen, Change: retitled("x"), Taken: []int{0, 1}})
		if !errors.Is(err, edit.ErrChanged) {
			t.Errorf("%s: error %v, want ErrChanged", name, err)
		}
		if !b.stored().Winner.Same(now.Winner) {
			t.Errorf("%s: the item was changed", name)
		}
	}
}

// offeredAgain returns a bench with a resolved item, of which the versions by desk and laptop
// are reopened.
func offeredAgain(t *testing.T) (*bench, []*item.Version) {
	b := newBench(t)
	offered := b.eggs.Conflicts
	resolved, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("Eggs for all"), Taken: []int{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	b.eggs = resolved
	b.update(func(w store.Writer) error { return w.PutOffered(b.set, "eggs", identities(offered)) })
	return b, offered
}

func identities(versions []*item.Version) (all [][sha256.Size]byte) {
	for _, v := range versions {
		all = append(all, store.Identity(v))
	}
	return all
}

func (b *bench) offered() (titles []string) {
	b.Helper()
	b.update(func(w store.Writer) error {
		all, err := w.Offered(b.set, "eggs")
		for _, v := range all {
			titles = append(titles, v.Title())
		}
		return err
	})
	return titles
}

func TestResolvingWhatIsReopenedIsAPlainUpdate(t *testing.T) {
	b, offered := offeredAgain(t)
	before := b.eggs.Winner
	it, err := b.resolve(conflicts.Decision{Seen: b.eggs, Offered: offered, Left: offered[1:], Change: retitled("Eggs again")})
	if err != nil {
		t.Fatal(err)
	}
	v := it.Winner
	if v.Title() != "Eggs again" || v.Updates != before.Updates+1 || len(v.History) != len(before.History)+1 || len(it.Conflicts) != 0 {
		t.Errorf("resolved: %+v", v)
	}
	if got := b.offered(); !slices.Equal(got, []string{offered[1].Title()}) {
		t.Errorf("still offered: %q", got)
	}
}

func TestWhatIsOfferedMeanwhileIsNotResolvedUnseen(t *testing.T) {
	b, offered := offeredAgain(t)
	for name, saw := range map[string][]*item.Version{"none": nil, "one": offered[:1]} {
		_, err := b.resolve(conflicts.Decision{Seen: b.eggs, Offered: saw, Change: retitled("x")})
		if !errors.Is(err, edit.ErrChanged) || len(b.offered()) != 2 || !b.stored().Winner.Same(b.eggs.Winner) {
			t.Errorf("seeing %s: error %v, want ErrChanged and nothing changed", name, err)
		}
	}
}

func TestAVersionThatIsOpenIsNotOfferedBesides(t *testing.T) {
	b := newBench(t)
	open := b.eggs.Conflicts
	if got := ancestry.Reopened(b.eggs, open); len(got) != 0 {
		t.Errorf("offered: %v", got)
	}
	b.update(func(w store.Writer) error { return w.PutOffered(b.set, "eggs", identities(open)) })
	if _, err := b.resolve(conflicts.Decision{Seen: b.eggs, Change: retitled("Eggs for all"), Taken: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	if got := b.offered(); len(got) != 0 {
		t.Errorf("still offered: %q", got)
	}
}

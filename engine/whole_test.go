package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// newRealDesk returns a desk on SQLite and real files that shares its list in a folder.
func newRealDesk(t *testing.T, endpoint, folder string, c *clock) *desk {
	t.Helper()
	d := openReal(t, endpoint, c)
	d.share(folder)
	return d
}

// newRealDeskAs is newRealDesk with options for the list.
func newRealDeskAs(t *testing.T, endpoint, folder string, list lists.New) *desk {
	t.Helper()
	d := openReal(t, endpoint, newClock())
	d.shareAs(list, folder)
	return d
}

// openReal returns a desk on SQLite with real files.
func openReal(t *testing.T, endpoint string, c *clock) *desk {
	t.Helper()
	st, err := storagetest.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, t, endpoint, st, transport.Disk{}, c)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// historyOf returns a version's history as "by sequence", newest first.
func historyOf(v *item.Version) (h []string) {
	for _, e := range v.History {
		h = append(h, fmt.Sprintf("%s %d", e.By, e.Sequence))
	}
	return h
}

// TestTheWholeWay lets both change the same item and sync; one resolves with a combined text,
// and the other has that text and no open conflict.
func TestTheWholeWay(t *testing.T) {
	folder, c := t.TempDir(), newClock()
	a, b := newRealDesk(t, "A", folder, c), newRealDesk(t, "B", folder, c)
	a.add("eggs", "Eggs")
	a.sync()
	b.sync()
	a.edit("eggs", "Eggs ×12")
	b.edit("eggs", "Free-range eggs")
	for _, d := range []*desk{a, b, a} {
		d.sync()
	}
	for _, d := range []*desk{a, b} {
		it := d.item("eggs")
		if it.Winner.Title() != "Free-range eggs" || len(it.Conflicts) != 1 || it.Conflicts[0].Title() != "Eggs ×12" {
			t.Fatalf("%s sees %q with %d conflicts", d.Device.ID(), it.Winner.Title(), len(it.Conflicts))
		}
		open, err := d.Conflicts.List(t.Context())
		if err != nil || len(open) != 1 || open[0].Set != "Groceries" || open[0].ID != "eggs" || open[0].Conflicts != 1 {
			t.Errorf("%s: to resolve %+v, %v", d.Device.ID(), open, err)
		}
	}

	s, err := a.Conflicts.Session(t.Context(), "Groceries", "eggs")
	a.check(err)
	a.check(s.Type("title", "Free-range eggs ×12"))
	c.step(time.Minute)
	resolved, err := a.Conflicts.Resolve(t.Context(), "Groceries", s)
	a.check(err)
	a.sync()
	b.sync()

	it := b.item("eggs")
	if it.Winner.Title() != "Free-range eggs ×12" || len(it.Conflicts) != 0 || !it.Winner.Same(resolved.Winner) {
		t.Errorf("B has %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
	// Update 3 of A lists its own update 2, which it resolved, although it subsumes it.
	if got := historyOf(it.Winner); it.Winner.Updates != 3 || !slices.Equal(got, []string{"A 3", "A 2", "B 2", "A 1"}) {
		t.Errorf("B has updates %d and history %q", it.Winner.Updates, got)
	}
	for _, d := range []*desk{a, b} {
		want := []string{"Eggs", "Eggs ×12", "Free-range eggs", "Free-range eggs ×12"}
		if got := d.archive("eggs"); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
			t.Errorf("archive of %s: %q", d.Device.ID(), got)
		}
		if open, err := d.Conflicts.List(t.Context(), "Groceries"); err != nil || len(open) != 0 {
			t.Errorf("%s: to resolve %+v, %v", d.Device.ID(), open, err)
		}
		if r := d.sync(); brought(r[0]) > 0 {
			t.Errorf("%s: another sync brought %+v", d.Device.ID(), r[0])
		}
	}
}

func TestAResolutionOfWhatArrivedMeanwhileIsRefused(t *testing.T) {
	folder, c := t.TempDir(), newClock()
	a, b := newRealDesk(t, "A", folder, c), newRealDesk(t, "B", folder, c)
	a.add("eggs", "Eggs")
	a.sync()
	b.sync()
	a.edit("eggs", "Eggs ×12")
	b.edit("eggs", "Free-range eggs")
	b.sync()
	a.sync()
	s, err := a.Conflicts.Session(t.Context(), "Groceries", "eggs")
	a.check(err)
	a.check(s.Type("title", "Free-range eggs ×12"))

	theirs, err := b.Conflicts.Session(t.Context(), "Groceries", "eggs")
	if err == nil {
		t.Fatalf("B has nothing to resolve yet: %+v", theirs)
	}
	b.sync()
	theirs, err = b.Conflicts.Session(t.Context(), "Groceries", "eggs")
	b.check(err)
	b.check(theirs.Type("title", "No eggs"))
	c.step(time.Minute)
	_, err = b.Conflicts.Resolve(t.Context(), "Groceries", theirs)
	b.check(err)
	b.sync()
	a.sync()

	if _, err := a.Conflicts.Resolve(t.Context(), "Groceries", s); !errors.Is(err, edit.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	if it := a.item("eggs"); it.Winner.Title() != "No eggs" || len(it.Conflicts) != 0 {
		t.Errorf("A has %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
	now, about, err := a.Conflicts.About(t.Context(), "Groceries", "eggs")
	a.check(err)
	if news := s.Update(now, about); !news.Resolved {
		t.Errorf("the session meets %+v", news)
	}
}

func TestLocalWorkThroughTheFacade(t *testing.T) {
	d := newRealDesk(t, "A", t.TempDir(), newClock())
	first := d.add("", "Milk")
	if first.ID() == "" || first.ID() == d.add("", "Eggs").ID() {
		t.Errorf("identifier %q", first.ID())
	}
	id := first.ID()
	d.edit(id, "Oat milk")
	_, err := d.Edit.Change(t.Context(), "Groceries", id, record.Values{"title": "x"}, first.Winner)
	if !errors.Is(err, edit.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	gone, err := d.Edit.Delete(t.Context(), "Groceries", id)
	if err != nil || !gone.Winner.Deleted {
		t.Errorf("%+v, %v", gone, err)
	}
	back, err := d.Edit.Restore(t.Context(), "Groceries", id)
	if err != nil || back.Winner.Deleted || back.Winner.Title() != "Oat milk" || back.Winner.Updates != 4 {
		t.Errorf("%+v, %v", back, err)
	}
	if got := d.archive(id); !slices.Equal(got, []string{"Milk", "Oat milk", "Oat milk", "Oat milk"}) {
		t.Errorf("archive %q", got)
	}
	if _, err := d.Edit.Add(t.Context(), "Groceries", nil, edit.AddOptions{ID: id}); !errors.Is(err, edit.ErrItemExists) {
		t.Errorf("error %v, want ErrItemExists", err)
	}
}

func TestAnEngineServesSeveralGoroutines(t *testing.T) {
	d := newRealDesk(t, "A", t.TempDir(), newClock())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 5 {
				if _, err := d.Edit.Add(t.Context(), "Groceries", record.Values{"title": "x"}, edit.AddOptions{}); err != nil {
					t.Error(err)
				}
			}
			if _, err := d.Sync(t.Context(), subscribe.SyncOptions{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if rows, err := d.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != 40 {
		t.Errorf("%d items, %v; want 40", len(rows), err)
	}
	other := newRealDesk(t, "B", t.TempDir(), newClock())
	made, err := d.Lists.All(t.Context())
	d.check(err)
	_, err = other.Subscriptions.Subscribe(t.Context(), "Groceries", made[0].Location)
	other.check(err)
	reports := other.sync()
	if reports[1].New != 40 {
		t.Errorf("published %d items, want 40", reports[1].New)
	}
}

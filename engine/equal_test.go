package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
)

// inEachDialect runs a test with desks that share a list of todos, in FeedSync and in SSE
// 0.91, on stores in memory and on SQLite with real files.
func inEachDialect(t *testing.T, test func(t *testing.T, open func(endpoint string) *desk)) {
	for _, dialect := range []item.Dialect{item.FeedSync10, item.SSE091} {
		list := lists.New{Name: "Groceries", Kind: "todo", Format: "rss", Dialect: dialect}
		t.Run(string(dialect)+" in memory", func(t *testing.T) {
			files := &transporttest.Memory{}
			files.Folder("/shared")
			test(t, func(endpoint string) *desk {
				d := newDesk(t, t, endpoint, memory.New(), files, newClock())
				d.shareAs(list, "/shared")
				return d
			})
		})
		t.Run(string(dialect)+" on SQLite", func(t *testing.T) {
			folder := t.TempDir()
			test(t, func(endpoint string) *desk { return newRealDeskAs(t, endpoint, folder, list) })
		})
	}
}

// set changes fields of the item "eggs".
func (d *desk) set(v record.Values) *item.Item {
	d.Helper()
	d.clock.step(time.Minute)
	it, err := d.Edit.Change(d.t.Context(), "Groceries", "eggs", v, nil)
	d.check(err)
	return it
}

// accept resolves the item as suggested.
func (d *desk) accept() *item.Item {
	d.Helper()
	return d.save(d.begin("eggs"))
}

// inParallel returns desks that each changed a different field of "eggs" and then synced.
func inParallel(open func(string) *desk, endpoints int) (desks []*desk) {
	for n := range endpoints {
		desks = append(desks, open(fmt.Sprintf("e%d", n)))
	}
	desks[0].add("eggs", "Eggs")
	rounds(desks...)
	for n, change := range []record.Values{{"title": "Eggs ×12"}, {"due": "2026-11-27"}, {"priority": "1"}}[:endpoints] {
		desks[n].clock.step(time.Duration(n) * time.Hour)
		desks[n].set(change)
	}
	rounds(desks...)
	return desks
}

// expectResolved checks that nobody has an open conflict, and that the item has the same
// number of updates and listed conflicts everywhere.
func expectResolved(t *testing.T, desks []*desk, updates, listed int) {
	t.Helper()
	for _, d := range desks {
		if open := d.conflicted(); len(open) > 0 {
			t.Errorf("%s is asked about %q", d.Device.ID(), open)
		}
		if it := d.item("eggs"); it.Winner.Updates != updates || len(it.Conflicts) != listed {
			t.Errorf("%s is at update %d and lists %d conflicts, want %d and %d", d.Device.ID(), it.Winner.Updates, len(it.Conflicts), updates, listed)
		}
	}
}

func TestTheSameMergeAcceptedByAllIsNoConflict(t *testing.T) {
	for endpoints := testsize.Of(3, 2); endpoints <= 3; endpoints++ {
		inEachDialect(t, func(t *testing.T, open func(string) *desk) {
			desks := inParallel(open, endpoints)
			for _, d := range desks {
				d.accept()
			}
			for range 3 {
				rounds(desks...)
				expectResolved(t, desks, 3, endpoints-1)
			}
			// The next real update includes them, whichever endpoint makes it.
			for n, d := range desks {
				d.clock.step(24 * time.Hour)
				d.set(record.Values{"location": fmt.Sprint("shelf ", n)})
				rounds(desks...)
				expectResolved(t, desks, 4+n, 0)
			}
			for _, d := range desks {
				if got := len(d.archive("eggs")); got < 2*endpoints+1 {
					t.Errorf("the archive of %s has %d versions", d.Device.ID(), got)
				}
			}
		})
	}
}

// All accept the same merge, and afterwards one changes another field. Nobody is asked:
// accepting the merge was no change compared with it.
func TestAMergeThatAllAcceptedAndOneChangedIsNoConflict(t *testing.T) {
	for endpoints := testsize.Of(3, 2); endpoints <= 3; endpoints++ {
		inEachDialect(t, func(t *testing.T, open func(string) *desk) {
			desks := inParallel(open, endpoints)
			for n, d := range desks {
				d.clock.step(time.Duration(n) * time.Minute)
				d.accept()
			}
			last := desks[len(desks)-1]
			last.set(record.Values{"location": "shelf"})
			for range 2 {
				rounds(desks...)
				expectResolved(t, desks, 4, endpoints-1)
			}
			last.set(record.Values{"location": "cellar"})
			rounds(desks...)
			expectResolved(t, desks, 5, 0)
			if got := record.Read(desks[0].item("eggs").Winner.Content); got.Get("location") != "cellar" || got.Get("title") != "Eggs ×12" || got.Get("due") != "2026-11-27" {
				t.Errorf("the item is %v", got.Values())
			}
		})
	}
}

// A different resolution of the same conflict than the merge is a conflict.
func TestAnotherAnswerThanTheMergeIsAskedAbout(t *testing.T) {
	inEachDialect(t, func(t *testing.T, open func(string) *desk) {
		desks := inParallel(open, 2)
		s := desks[0].begin("eggs")
		desks[0].check(s.Take(0))
		desks[0].save(s)
		desks[1].clock.step(time.Minute)
		desks[1].accept()
		desks[1].set(record.Values{"location": "shelf"})
		rounds(desks...)
		for _, d := range desks {
			if open := d.conflicted(); !slices.Equal(open, []string{"eggs"}) {
				t.Errorf("%s is asked about %q", d.Device.ID(), open)
			}
		}
	})
}

// All accepted the same merge. If one undoes it for everyone, everyone is asked again about
// what was merged: the equal resolutions of the others are not an answer to that.
func TestTheUndoOfAMergeThatAllAcceptedReopensIt(t *testing.T) {
	inEachDialect(t, func(t *testing.T, open func(string) *desk) {
		desks := inParallel(open, 2)
		for _, d := range desks {
			d.clock.step(time.Minute)
			d.accept()
		}
		rounds(desks...)
		for _, d := range desks {
			if d.item("eggs").Winner.Top().By != d.Device.ID() {
				continue
			}
			d.undo()
			if open := d.conflicted(); !slices.Equal(open, []string{"eggs"}) {
				t.Errorf("after the undo of %s it is asked about %q", d.Device.ID(), open)
			}
		}
	})
}

func TestAnOwnEqualVersionRefusesNoEdit(t *testing.T) {
	for name, work := range map[string]func(d *desk) error{
		"editing": func(d *desk) error {
			_, err := d.Edit.Change(d.t.Context(), "Groceries", "eggs", record.Values{"title": "Six eggs"}, nil)
			return err
		},
		"deleting": func(d *desk) error { _, err := d.Edit.Delete(d.t.Context(), "Groceries", "eggs"); return err },
	} {
		inEachDialect(t, func(t *testing.T, open func(string) *desk) {
			t.Log(name)
			desks := inParallel(open, 2)
			first, last := desks[0], desks[1]
			first.accept()
			last.accept()
			rounds(desks...)
			first.clock.step(24 * time.Hour)
			if top := first.item("eggs").Winner.Top(); top.By == first.Device.ID() {
				t.Fatal("the version of the endpoint wins")
			}
			first.check(work(first))
			rounds(desks...)
			expectResolved(t, desks, 4, 0)
		})
	}
}

func TestBothDeletedOrCompletedIsNoConflict(t *testing.T) {
	for name, work := range map[string]func(d *desk) error{
		"deleted":   func(d *desk) error { _, err := d.Edit.Delete(d.t.Context(), "Groceries", "eggs"); return err },
		"completed": func(d *desk) error { _, err := d.Edit.Complete(d.t.Context(), "Groceries", "eggs", true); return err },
	} {
		inEachDialect(t, func(t *testing.T, open func(string) *desk) {
			desks := []*desk{open("A"), open("B")}
			desks[0].add("eggs", "Eggs")
			rounds(desks...)
			for n, d := range desks {
				d.clock.step(time.Duration(n+1) * time.Hour)
				d.check(work(d))
			}
			rounds(desks...)
			t.Log(name)
			expectResolved(t, desks, 2, 1)
		})
	}
}

// A change that is reverted is not a change: the change of another endpoint stays, and if that
// one lost, it is suggested.
func TestWhatChangesNothingIsAConflictOnlyWhereItWins(t *testing.T) {
	for _, wins := range []bool{false, true} {
		inEachDialect(t, func(t *testing.T, open func(string) *desk) {
			a, b := open("A"), open("B")
			a.add("eggs", "Eggs")
			rounds(a, b)
			a.set(record.Values{"title": "Ham"})
			a.set(record.Values{"title": "Eggs"})
			b.clock.step(time.Hour)
			for n := range 3 {
				if b.set(record.Values{"due": fmt.Sprint("2026-11-2", n)}); wins {
					break
				}
			}
			rounds(a, b)
			if !wins {
				expectResolved(t, []*desk{a, b}, 4, 1)
				return
			}
			if open := b.conflicted(); len(open) != 1 || a.item("eggs").Winner.Top().By != a.Device.ID() {
				t.Fatalf("asked about %q", open)
			}
			it := b.accept()
			if got := record.Read(it.Winner.Content); got.Get("due") != "2026-11-20" || got.Get("title") != "Eggs" {
				t.Errorf("the merge is %v", got.Values())
			}
			rounds(a, b)
			expectResolved(t, []*desk{a, b}, 4, 0)
		})
	}
}

func TestARealDifferenceNextToEqualVersionsIsAskedOnce(t *testing.T) {
	inEachDialect(t, func(t *testing.T, open func(string) *desk) {
		desks := parted(open, "A", "B", "C")
		for n, title := range []string{"Eggs", "Eggs", "Ham"} {
			d := desks[n]
			d.clock.step(time.Duration(n) * time.Hour)
			d.resolveWithTitle("eggs", title)
		}
		rounds(desks...)
		for _, d := range desks {
			all := d.begin("eggs").Candidates()
			if len(all) != 2 || len(all[0].Equal)+len(all[1].Equal) != 1 {
				t.Errorf("%s chooses from %+v", d.Device.ID(), all)
			}
		}
		desks[0].resolveWithTitle("eggs", "Ham and eggs")
		rounds(desks...)
		expectResolved(t, desks, 4, 0)
	})
}

// Equal versions do not prevent upgrading a list: nobody could resolve them.
func TestAListWithEqualVersionsIsUpgraded(t *testing.T) {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	list := lists.New{Name: "Groceries", Kind: "todo", Format: "rss", Dialect: "sse-0.91"}
	desks := inParallel(func(endpoint string) *desk {
		d := newDesk(t, t, endpoint, memory.New(), files, newClock())
		d.shareAs(list, "/shared")
		return d
	}, 2)
	for _, d := range desks {
		d.accept()
	}
	rounds(desks...)
	expectResolved(t, desks, 3, 1)
	for _, d := range desks {
		before := len(d.archive("eggs"))
		d.check(d.Lists.Upgrade(t.Context(), "Groceries"))
		if after := len(d.archive("eggs")); after < before {
			t.Errorf("the archive of %s has %d versions of %d", d.Device.ID(), after, before)
		}
		_, err := d.Sync(t.Context(), subscribe.SyncOptions{}) // the other feed may still be SSE 0.91
		d.check(err)
	}
	for range 2 {
		rounds(desks...)
		expectResolved(t, desks, 3, 0)
	}
}

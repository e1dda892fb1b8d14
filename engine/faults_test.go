package engine_test

import (
	"errors"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// operations are actions of a person, each to be run on a fresh fragile desk.
var operations = map[string]func(*fragile) error{
	"new set": func(f *fragile) error {
		_, err := f.Lists.Create(f.t.Context(), lists.New{Name: "Work"})
		return err
	},
	"rename": func(f *fragile) error {
		_, err := f.Edit.RenameList(f.t.Context(), "Groceries", "Food")
		return err
	},
	"subscribe": func(f *fragile) error {
		_, err := f.Subscriptions.Subscribe(f.t.Context(), "Groceries", "/other")
		return err
	},
	"pause": func(f *fragile) error { return f.Subscriptions.Pause(f.t.Context(), "Groceries", "/shared", true) },
	"add": func(f *fragile) error {
		_, err := f.Edit.Add(f.t.Context(), "Groceries", record.Values{"title": "Tea"}, edit.AddOptions{ID: "tea"})
		return err
	},
	"edit": func(f *fragile) error {
		_, err := f.Edit.Change(f.t.Context(), "Groceries", "milk", record.Values{"title": "Soy milk"}, nil)
		return err
	},
	"delete": func(f *fragile) error {
		_, err := f.Edit.Delete(f.t.Context(), "Groceries", "milk")
		return err
	},
	"restore": func(f *fragile) error {
		_, err := f.Edit.Restore(f.t.Context(), "Groceries", "bread")
		return err
	},
	"settle": func(f *fragile) error {
		s, err := f.Conflicts.Session(f.t.Context(), "Groceries", "eggs")
		if err != nil {
			return err
		}
		if err := s.Take(0); err != nil {
			return err
		}
		_, err = f.Conflicts.Resolve(f.t.Context(), "Groceries", s)
		return err
	},
	"resolve many": func(f *fragile) error {
		plans, err := f.Conflicts.Plan(f.t.Context(), conflicts.KeepCurrent, "", nil)
		if err != nil {
			return err
		}
		_, err = f.Conflicts.ResolveMany(f.t.Context(), plans, nil)
		return err
	},
	"undo": func(f *fragile) error {
		_, err := f.Edit.Undo(f.t.Context(), edit.UndoOptions{Published: true})
		return err
	},
	"restore a version": func(f *fragile) error {
		all, err := f.Lists.History(f.t.Context(), "Groceries", "jam")
		if err != nil {
			return err
		}
		_, err = f.Edit.RestoreVersion(f.t.Context(), "Groceries", "jam", store.Identity(all[0].Version))
		return err
	},
	"name": func(f *fragile) error { return f.Names.Set(f.t.Context(), "phone", "the phone") },
	"publish elsewhere": func(f *fragile) error {
		_, err := f.Sharing.PublishAt(f.t.Context(), "Groceries", "/elsewhere.xml")
		return err
	},
}

func TestWhicheverCallFailsAnOperationIsDoneWholeOrNotAtAll(t *testing.T) {
	failure := errors.New("no more electricity")
	for name, do := range operations {
		whole := newFragile(t)
		before := whole.state()
		whole.check(do(whole))
		after := whole.state()
		if before == after {
			t.Errorf("%s does nothing", name)
		}
		for _, files := range []bool{false, true} {
			for n, there := 1, true; there; n += testsize.Of(3, 1) {
				f := newFragile(t)
				var err error
				there, err = f.failing(files, n, do, failure)
				want := after
				if err != nil {
					want = before
				}
				if err != nil && !errors.Is(err, failure) || f.state() != want {
					t.Errorf("%s, call %d (files %v): %v, and the store holds\n%s", name, n, files, err, f.state())
				}
			}
		}
	}
}

// newPublished returns a fragile desk whose feed is up to date.
func newPublished(t *testing.T) *fragile {
	f := newFragile(t)
	_, err := f.Sharing.Publish(t.Context(), "Groceries")
	f.check(err)
	return f
}

func TestWhicheverCallFailsDuringASyncTheNextOneMendsIt(t *testing.T) {
	failure := errors.New("no more electricity")
	whole := newPublished(t)
	whole.sync()
	after, feeds := whole.state(), whole.disk.All()
	for _, files := range []bool{false, true} {
		for n, there := 1, true; there; n++ {
			f := newPublished(t)
			old := f.disk.All()["/shared/Groceries.desk.xml"]
			var reports []subscribe.Report
			var err error
			there, err = f.failing(files, n, func(f *fragile) (err error) {
				reports, err = f.Sync(f.t.Context(), subscribe.SyncOptions{})
				return err
			}, failure)
			feed := f.disk.All()["/shared/Groceries.desk.xml"]
			if feed != old && feed != feeds["/shared/Groceries.desk.xml"] {
				t.Errorf("call %d (files %v): published half: %s", n, files, feed)
			}
			if said := err != nil || anyError(reports); !said && (f.state() != after || feed != feeds["/shared/Groceries.desk.xml"]) {
				t.Errorf("call %d (files %v): nothing was said, and not everything done", n, files)
			}
			f.sync()
			if f.state() != after || f.disk.All()["/shared/Groceries.desk.xml"] != feeds["/shared/Groceries.desk.xml"] {
				t.Errorf("after call %d (files %v) the store holds\n%s\nnot\n%s", n, files, f.state(), after)
			}
		}
	}
}

func anyError(reports []subscribe.Report) bool {
	for _, r := range reports {
		if r.Error != "" {
			return true
		}
	}
	return false
}

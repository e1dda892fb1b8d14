package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// fragile is a desk whose store and files can be made to fail. Its list "Groceries" contains
// the live item "milk", the deleted item "bread", "eggs", which is in conflict, and "jam",
// whose conflict was resolved. Its folder contains news of the endpoint "phone".
type fragile struct {
	*desk
	store *memory.Store
	disk  *transporttest.Memory
	files *transporttest.Failing
}

func newFragile(t *testing.T) *fragile {
	f := &fragile{store: memory.New(), disk: &transporttest.Memory{}}
	f.files = &transporttest.Failing{Files: f.disk}
	f.desk = newDesk(t, t, "desk", f.store, f.files, newClock())
	f.disk.Folder("/shared")
	f.share("/shared")
	phone := newMemoryDesk(t, "phone", f.disk)
	f.add("milk", "Milk")
	f.add("bread", "Bread")
	f.add("eggs", "Eggs")
	f.add("jam", "Jam")
	_, err := f.Edit.Delete(t.Context(), "Groceries", "bread")
	f.check(err)
	f.sync()
	phone.sync()
	for _, id := range []string{"eggs", "jam"} {
		phone.edit(id, "Six "+id)
		f.edit(id, "Ten "+id)
	}
	phone.sync()
	f.sync()
	f.resolveWithTitle("jam", "Sixteen jam")
	phone.edit("milk", "Oat milk")
	phone.add("salt", "Salt")
	phone.sync()
	return f
}

// state returns everything that the store holds, except for the times of refreshes.
func (f *fragile) state() string {
	f.Helper()
	var b strings.Builder
	err := f.store.View(f.t.Context(), func(r store.Reader) error {
		sets, err := r.Sets()
		if err != nil {
			return err
		}
		subscriptions, err := r.Subscriptions(0)
		names, failed := r.Names()
		decisions, wrong := r.Decisions(0, "", 0)
		edits, broken := r.Edits(100)
		fmt.Fprintln(&b, names, decisions, edits)
		for _, s := range sets {
			s.Published = 0 // recorded too early, it only makes an undo careful
			fmt.Fprintln(&b, s)
		}
		for _, s := range subscriptions {
			fmt.Fprintln(&b, s.Location, s.Paused, s.Health.Error)
		}
		for _, s := range sets {
			err = errors.Join(err, r.EachItem(s.Key, func(it *item.Item) error {
				archive, err := r.Versions(s.Key, it.ID())
				offered, failed := r.Offered(s.Key, it.ID())
				fmt.Fprintln(&b, it.ID(), describe(it), len(archive), titlesOf(offered))
				return errors.Join(err, failed)
			}))
		}
		return errors.Join(err, failed, wrong, broken)
	})
	f.check(err)
	return b.String()
}

// failing runs an operation with the nth call of the store or the files failing, and reports
// whether there was an nth call.
func (f *fragile) failing(files bool, n int, do func(*fragile) error, failure error) (there bool, err error) {
	counter := interface {
		FailCall(int, error)
		Calls() int
	}(f.store)
	if files {
		counter = f.files
	}
	counter.FailCall(n, failure)
	err = do(f)
	there = counter.Calls() >= n
	counter.FailCall(0, nil)
	return there, err
}

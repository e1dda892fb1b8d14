package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/store"
)

// published returns which edits others may have seen, according to the list.
func (d *desk) published() (published, last int64) {
	d.Helper()
	d.check(d.memory.View(d.t.Context(), func(r store.Reader) error {
		s, err := r.SetNamed("Groceries")
		if err != nil {
			return err
		}
		published = s.Published
		last, err = r.LastEdit()
		return err
	}))
	return published, last
}

func TestPublishingSaysWhichEditsOthersMaySee(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		d := open("A")
		d.add("milk", "Milk")
		if published, last := d.published(); published >= last {
			t.Errorf("before publishing %d of %d", published, last)
		}
		for range 2 {
			_, err := d.Sharing.Publish(t.Context(), "Groceries")
			d.check(err)
			if published, last := d.published(); published != last || last == 0 {
				t.Errorf("after publishing %d of %d", published, last)
			}
		}
	})
}

func TestPublishingNothingNewIsNoTransaction(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		d := open("A")
		d.add("milk", "Milk")
		_, err := d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
		before, err := d.memory.Revision(t.Context())
		d.check(err)
		_, err = d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
		if after, err := d.memory.Revision(t.Context()); err != nil || after != before {
			t.Errorf("revision %d after %d, %v", after, before, err)
		}
	})
}

// If writing a feed failed, others may have seen it all the same, as far as the program knows.
// After an earlier failure, undo remains exact.
func TestAnUndoAfterAPublishingThatFailedIsCareful(t *testing.T) {
	failure := errors.New("no more electricity")
	careful := 0
	for n := 1; ; n++ {
		f := newFragile(t)
		f.resolveWithTitle("eggs", "Eggs for all")
		there, err := f.failing(true, n, func(f *fragile) error {
			_, err := f.Sharing.Publish(t.Context(), "Groceries")
			return err
		}, failure)
		published, last := f.published()
		f.undo()
		seen := len(f.offered("eggs")) == 1
		if seen != (published == last) || seen == (len(f.item("eggs").Conflicts) == 1) || err == nil && !seen {
			t.Errorf("call %d failed (%v): others may have seen edit %d of %d, and the undo offers %q", n, err, published, last, f.offered("eggs"))
		}
		if err != nil && seen {
			careful++
		}
		if !there {
			break
		}
	}
	if careful == 0 {
		t.Error("no call failed after it was said what others may see")
	}
}

// overtaking is a store in which somebody resolves after a publisher has recorded what others
// may see, and before it reads what it writes.
type overtaking struct {
	store.Store
	resolve func()
}

func (o *overtaking) Update(ctx context.Context, write func(store.Writer) error) error {
	err := o.Store.Update(ctx, write)
	if resolve := o.resolve; resolve != nil {
		o.resolve = nil
		resolve()
	}
	return err
}

func TestWhatIsResolvedWhileAFeedIsWrittenCountsAsSeenWhereItIsInTheFeed(t *testing.T) {
	f := newFragile(t)
	st := &overtaking{Store: f.store}
	other := newDesk(t, t, "desk", st, f.disk, f.clock) // another process of the same endpoint
	f.add("tea", "Tea")
	st.resolve = func() { f.resolveWithTitle("eggs", "Eggs for all") }
	_, err := other.Sharing.Publish(t.Context(), "Groceries")
	f.check(err)
	if published, last := f.published(); published != last {
		t.Errorf("others may have seen edit %d, and the list says %d", last, published)
	}
	f.undo()
	if got := f.offered("eggs"); !slices.Equal(got, []string{"Ten eggs"}) && !slices.Equal(got, []string{"Six eggs"}) {
		t.Errorf("offered again: %q", got)
	}
}

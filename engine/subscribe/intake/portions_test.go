package intake_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
)

// long is a feed that is merged in several portions.
func long(n int, title string, versions ...string) string {
	var all []string
	for i := range n {
		all = append(all, entry(fmt.Sprint("n", i), title, versions...))
	}
	return feedOf(all...)
}

// Wherever the merging of a long feed is interrupted, what was merged is whole and held, the
// feed's state is as before, and reading the feed again merges the rest: the result is as if
// nothing had happened.
func TestAnInterruptedMergingContinues(t *testing.T) {
	failure := errors.New("the disk is full")
	const items = 250
	feeds := [][]string{{long(items, "Milk", "phone 1")}, {long(items, "Oat milk", "phone 2", "phone 1")}}
	for n, step := 1, 1; ; n, step = n+step, min(step+7, 61) {
		s := newSubscriber(t)
		saved := 0
		refresh := func(documents []string) (intake.Result, error) {
			source := s.source(documents...)
			source.Agreed = true
			return intake.Feed(t.Context(), s.store, source, intake.Options{At: noon, Save: func(w store.Writer, _ intake.Result) error {
				saved++
				return w.PutName("saved", fmt.Sprint(saved))
			}})
		}
		if _, err := refresh(feeds[0]); err != nil {
			t.Fatal(err)
		}
		s.store.FailCall(n, failure)
		_, err := refresh(feeds[1])
		calls := s.store.Calls()
		s.store.FailCall(0, nil)
		if calls < n {
			if err != nil {
				t.Error(err)
			}
			return
		}
		if !errors.Is(err, failure) || saved != 1 {
			t.Errorf("call %d: %v; the state was saved %d times", n, err, saved)
		}
		merged := s.titled("Oat milk")
		if whole := merged + s.titled("Milk"); whole != items || merged%100 != 0 && merged != items {
			t.Errorf("call %d: %d of %d items are there, %d of them merged", n, whole, items, merged)
		}
		r, err := refresh(feeds[1])
		if want := (counts{read: items, updated: items - merged, unchanged: merged}); err != nil || countsOf(r) != want {
			t.Errorf("after call %d: %+v, %v; want %+v", n, countsOf(r), err, want)
		}
		if got := s.titled("Oat milk"); got != items || saved != 2 {
			t.Errorf("after call %d: %d of %d items were merged, and the state was saved %d times", n, got, items, saved)
		}
	}
}

// titled counts the items with a title.
func (s *subscriber) titled(title string) (n int) {
	s.Helper()
	s.update(func(w store.Writer) error {
		all, err := w.Stamps(s.set.Key)
		for _, one := range all {
			it, err := w.Item(s.set.Key, one.ID)
			if err != nil {
				return err
			}
			if it.Winner.Title() == title {
				n++
			}
		}
		return err
	})
	return n
}

// An item of a read-only subscription is held before it is there: otherwise it could be published
// in between.
func TestItemsAreHeldBeforeTheyAreMerged(t *testing.T) {
	failure := errors.New("the disk is full")
	for n := 1; n < 1200; n += 97 {
		s := newSubscriber(t)
		source := s.source(long(250, "Milk", "phone 1"))
		source.TakeOnly = true
		s.store.FailCall(n, failure)
		_, err := intake.Feed(t.Context(), s.store, source, intake.Options{At: noon})
		s.store.FailCall(0, nil)
		if !errors.Is(err, failure) {
			return
		}
		s.update(func(w store.Writer) error {
			held, err := w.Held(store.Holder{Subscription: s.key})
			if err != nil {
				return err
			}
			all, err := w.Stamps(s.set.Key)
			for _, one := range all {
				if !held[one.ID] {
					t.Errorf("call %d: %s is there, and not held", n, one.ID)
				}
			}
			return err
		})
	}
}

// A subscription that is changed while its feed is merged brings nothing from then on.
func TestAChangedSubscriptionEndsTheMerging(t *testing.T) {
	s := newSubscriber(t)
	changed := errors.New("it was changed")
	portions := 0
	r, err := intake.Feed(context.Background(), s.store, s.source(long(350, "Milk", "phone 1")), intake.Options{At: noon, Check: func(store.Writer) error {
		if portions++; portions > 3 {
			return changed
		}
		return nil
	}})
	if !errors.Is(err, changed) || r.New != 200 || s.titled("Milk") != 200 {
		t.Errorf("%+v, %v; %d items", countsOf(r), err, s.titled("Milk"))
	}
}

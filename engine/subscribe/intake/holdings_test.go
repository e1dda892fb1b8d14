package intake_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
)

// subscriber is a desk that is subscribed to the feed at path.
type subscriber struct {
	*desk
	key int64
}

func newSubscriber(t *testing.T) *subscriber {
	s := &subscriber{desk: newDesk(t)}
	s.key = s.subscribe("/shared")
	return s
}

func (s *subscriber) subscribe(at string) (key int64) {
	s.Helper()
	s.update(func(w store.Writer) (err error) {
		key, err = w.PutSubscription(store.Subscription{Set: s.set.Key, Location: at})
		return err
	})
	return key
}

// source returns a feed of these documents, with the feed itself last.
func (s *subscriber) source(documents ...string) intake.Source {
	source := intake.Source{Set: s.set, From: "/shared", Subscription: s.key, By: "desk"}
	for i, d := range documents {
		at := path
		if i < len(documents)-1 {
			at = "/shared/groceries.complete.xml"
		}
		source.Documents = append(source.Documents, intake.Document{Address: at, Body: strings.NewReader(d)})
	}
	return source
}

// take merges a source.
func (s *subscriber) take(source intake.Source) intake.Result {
	s.Helper()
	r, err := intake.Feed(s.Context(), s.store, source, intake.Options{At: noon})
	if err != nil {
		s.Fatal(err)
	}
	return r
}

// held returns what a subscription holds.
func (s *subscriber) held(key int64) string {
	s.Helper()
	return s.heldBy(store.Holder{Subscription: key})
}

// heldIn returns what a file in the folder holds.
func (s *subscriber) heldIn(file string) string {
	s.Helper()
	return s.heldBy(store.Holder{Subscription: s.key, Feed: file})
}

func (s *subscriber) heldBy(h store.Holder) string {
	s.Helper()
	var all map[string]bool
	s.update(func(w store.Writer) (err error) { all, err = w.Held(h); return err })
	return strings.Join(slices.Sorted(maps.Keys(all)), " ")
}

// there returns the items of the set.
func (s *subscriber) there() string {
	s.Helper()
	var ids []string
	s.update(func(w store.Writer) error {
		all, err := w.Stamps(s.set.Key)
		for _, one := range all {
			ids = append(ids, one.ID)
		}
		return err
	})
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func (s *subscriber) wants(what, there, held string) {
	s.Helper()
	if got := s.there(); got != there {
		s.Errorf("%s: the set has %q, want %q", what, got, there)
	}
	if got := s.held(s.key); got != held {
		s.Errorf("%s: the subscription holds %q, want %q", what, got, held)
	}
}

var (
	milk  = entry("milk", "Milk", "phone 1")
	eggs  = entry("eggs", "Eggs", "phone 1")
	bread = entry("bread", "Bread", "phone 1")
	bad   = `<item><title>?</title><sx:sync id="bad" updates="0"><sx:history sequence="1" by="phone"/></sx:sync></item>`
)

func TestWhatIsInAFeedIsHeldAndWrittenOnce(t *testing.T) {
	s := newSubscriber(t)
	s.take(s.source(feedOf(milk, bad)))
	s.wants("first", "milk", "bad milk")
	before := s.revision()
	if r := s.take(s.source(feedOf(milk, bad))); r.Saved || s.revision() != before {
		t.Error("a feed that brought nothing wrote the store")
	}
	s.take(s.source(feedOf(eggs)))
	s.wants("what left a partial feed is held", "eggs milk", "bad eggs milk")
	other := &subscriber{s.desk, s.subscribe("/other")}
	if r := other.take(other.source(feedOf(milk))); r.New+r.Updated != 0 || !r.Saved {
		t.Errorf("an item that is held by one more feed: %+v", r)
	}
	other.wants("other", "eggs milk", "milk")
}

func TestCompleteAndPartialFeedAreMergedAsOne(t *testing.T) {
	s := newSubscriber(t)
	r := s.take(s.source(feedOf(milk, eggs), feedOf(entry("milk", "Oat milk", "phone 2", "phone 1"), bread)))
	if got, want := countsOf(r), (counts{read: 3, fresh: 3}); got != want || len(r.Problems.Sentences()) > 0 {
		t.Errorf("%+v with %q, want %+v: no entry is told of twice", got, r.Problems.Sentences(), want)
	}
	if got := s.item("milk").Winner.Title(); got != "Oat milk" {
		t.Errorf("milk is %q", got)
	}
	s.wants("merged", "bread eggs milk", "bread eggs milk")
	if len(r.Documents) != 2 {
		t.Errorf("%d documents", len(r.Documents))
	}
}

func TestADocumentThatBreaksKeepsTheOtherOneOut(t *testing.T) {
	s := newSubscriber(t)
	for _, documents := range [][]string{{"<rss>", feedOf(milk)}, {feedOf(milk), "<rss>"}} {
		if _, err := intake.Feed(t.Context(), s.store, s.source(documents...), intake.Options{At: noon}); err == nil {
			t.Error("no error")
		}
		s.wants("broken", "", "")
	}
}

func TestWhatIsAbsentIsDiscardedUnlessItIsNeeded(t *testing.T) {
	s := newSubscriber(t)
	other := &subscriber{s.desk, s.subscribe("/other")}
	own, salt := entry("own", "Own", "phone 1"), entry("salt", "Salt", "phone 1")
	s.take(s.source(feedOf(milk, eggs, bread, own, salt, bad)))
	other.take(other.source(feedOf(eggs)))
	s.edit("own", "Mine")
	s.update(func(w store.Writer) error {
		_, err := w.PutHeldItem(store.HeldItem{Set: s.set.Key, Subscription: s.key, ID: "salt"})
		return err
	})
	source := s.source(feedOf(milk), feedOf(entry("tea", "Tea", "phone 1")))
	source.Discard = true
	dry, err := intake.Feed(t.Context(), s.store, s.source(feedOf(milk)), intake.Options{At: noon, DryRun: true})
	if err != nil || dry.Discarded != 0 {
		t.Errorf("in step: %+v, %v", dry, err)
	}
	r := s.take(source)
	if r.Discarded != 1 || r.New != 1 {
		t.Errorf("%+v, want bread discarded and tea new", r)
	}
	s.wants("out of sync", "eggs milk own salt tea", "milk salt tea")
	if got := s.archive("bread"); !slices.Equal(got, []string{"Bread"}) {
		t.Errorf("the archive has %q of bread", got)
	}
	other.wants("other", "eggs milk own salt tea", "eggs")
	s.take(s.source(feedOf(bread)))
	s.wants("it comes back", "bread eggs milk own salt tea", "bread milk salt tea")
}

func TestEachFileInAFolderHoldsByItself(t *testing.T) {
	for _, takeOnly := range []bool{false, true} {
		s := newSubscriber(t)
		read := func(file string, discard bool, items ...string) int {
			source := s.source(feedOf(items...))
			source.File, source.TakeOnly, source.Discard = file, takeOnly, discard
			return s.take(source).Discarded
		}
		wants := func(what string, discarded, want int, there string, held map[string]string) {
			t.Helper()
			if discarded != want || s.there() != there {
				t.Errorf("%s: %d discarded and %q there, want %d and %q", what, discarded, s.there(), want, there)
			}
			for file, want := range held {
				if got := s.heldIn(file); got != want {
					t.Errorf("%s: %s holds %q, want %q", what, file, got, want)
				}
			}
		}
		wants("desk", read("desk", false, milk, eggs, bread), 0, "bread eggs milk", map[string]string{"desk": "bread eggs milk", "": ""})
		wants("phone", read("phone", false, eggs), 0, "bread eggs milk", map[string]string{"phone": "eggs"})
		wants("desk out of sync", read("desk", true, milk), 1, "eggs milk", map[string]string{"desk": "milk", "phone": "eggs"})
		wants("phone out of sync", read("phone", true), 1, "milk", map[string]string{"desk": "milk", "phone": ""})
	}
}

func TestADryRunTellsWhatWouldBeDiscarded(t *testing.T) {
	s := newSubscriber(t)
	s.take(s.source(feedOf(milk, eggs)))
	source := s.source(feedOf(milk))
	source.Discard = true
	before := s.revision()
	r, err := intake.Feed(t.Context(), s.store, source, intake.Options{At: noon, DryRun: true})
	if err != nil || r.Discarded != 1 || s.revision() != before {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestWhatStaysOfAFeedThatIsReadOnlyStaysHeld(t *testing.T) {
	s := newSubscriber(t)
	s.take(s.source(feedOf(milk, eggs)))
	s.edit("milk", "Mine")
	source := s.source(feedOf())
	source.Discard, source.TakeOnly = true, true
	s.take(source)
	s.wants("out of sync", "milk", "milk")
}

func TestAFeedThatIsCountedOnlyBringsNothing(t *testing.T) {
	s := newSubscriber(t)
	source := s.source(feedOf(milk, bad))
	source.CountOnly = true
	before := s.revision()
	if got, want := countsOf(s.take(source)), (counts{read: 2, unchanged: 1, skipped: 1}); got != want || s.revision() != before {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.wants("counted", "", "")
}

// TestWhicheverCallOfTheStoreFailsNothingIsHalfDiscarded checks that new items, holdings,
// discarded items and the state of the feed are stored in one transaction.
func TestWhicheverCallOfTheStoreFailsNothingIsHalfDiscarded(t *testing.T) {
	failure := errors.New("the disk is full")
	for n := 1; ; n++ {
		s := newSubscriber(t)
		s.take(s.source(feedOf(milk, eggs)))
		noted := 0
		again := func() error {
			source := s.source(feedOf(milk), feedOf(bread))
			source.Discard = true
			_, err := intake.Feed(t.Context(), s.store, source, intake.Options{At: noon, Save: func(w store.Writer, r intake.Result) error {
				noted++
				return w.PutName("noted", "yes")
			}})
			return err
		}
		s.store.FailCall(n, failure)
		err := again()
		calls := s.store.Calls()
		s.store.FailCall(0, nil)
		if calls < n {
			s.wants("without a failure", "bread milk", "bread milk")
			if err != nil || noted != 1 {
				t.Errorf("without a failure: %v, noted %d times", err, noted)
			}
			return
		}
		if !errors.Is(err, failure) {
			t.Errorf("call %d: %v", n, err)
		}
		s.wants("after a failure", "eggs milk", "eggs milk")
		if err := again(); err != nil {
			t.Error(err)
		}
		s.wants("the next time", "bread milk", "bread milk")
	}
}

// A feed that no longer has most of its items does not empty the list: they are held for
// review.
func TestMostOfAListIsNotDiscarded(t *testing.T) {
	for _, c := range []struct{ absent, items, discarded int }{{5, 5, 5}, {6, 6, 0}, {6, 12, 6}, {7, 12, 0}, {50, 100, 50}, {51, 100, 0}} {
		s := newSubscriber(t)
		var all []string
		for i := range c.items {
			all = append(all, entry(fmt.Sprint("n", i), "Item", "phone 1"))
		}
		s.take(s.source(feedOf(all...)))
		for again := range 2 { // regardless of how often the feed says so
			source := s.source(feedOf(all[c.absent:]...))
			source.Discard = true
			r := s.take(source)
			want, held := c.discarded*(1-again), c.absent-c.discarded
			if r.Discarded != want || r.Missing != held || len(s.heldItems()) != held {
				t.Errorf("%d of %d: %+v", c.absent, c.items, r)
			}
		}
	}
}

package intake_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
)

// count reads documents as a complete or partial feed, and stores the resulting counts in f.
func (s *subscriber) count(f *store.Feed, whole bool, documents ...string) {
	s.Helper()
	source := s.source(documents...)
	source.Feed, source.Whole = *f, whole
	*f = s.take(source).Counted
}

func (s *subscriber) recount(f *store.Feed) {
	s.Helper()
	s.update(func(w store.Writer) (err error) {
		*f, err = intake.Count(w, s.set.Key, "desk", *f, nil, false)
		return err
	})
}

// own adds items that this endpoint made.
func (s *subscriber) own(ids ...string) {
	s.Helper()
	for _, id := range ids {
		s.read(entry(id, "Made", "desk 1"))
	}
}

func seenOf(f store.Feed) string { return fmt.Sprintf("%d of %d", f.Seen, f.Of) }

func TestHowMuchAFeedHasSeenOfTheChangesMadeHere(t *testing.T) {
	s := newSubscriber(t)
	var f store.Feed
	a, b, c := entry("a", "A", "desk 1"), entry("b", "B", "desk 1"), entry("c", "C", "desk 1")
	later := entry("a", "A2", "phone 2", "desk 1")
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"nothing was made", func() { s.count(&f, true, feedOf(milk)) }, "0 of 0"},
		{"nothing of it has come", func() { s.own("a", "b"); s.count(&f, true, feedOf(milk)) }, "0 of 2"},
		{"one has", func() { s.count(&f, true, feedOf(milk, a)) }, "1 of 2"},
		{"both have, one under a later change", func() { s.count(&f, true, feedOf(later, b)) }, "2 of 2"},
		{"one was made since, and the feed is unchanged", func() { s.own("c"); s.recount(&f) }, "2 of 3"},
		{"a partial feed without it", func() { s.count(&f, false, feedOf(milk)) }, "2 of 3"},
		{"a partial feed with it alone", func() { s.count(&f, false, feedOf(c)) }, "3 of 3"},
		{"another change of an item that it has", func() { s.edit("b", "B2"); s.recount(&f) }, "2 of 3"},
		{"the state before that", func() { s.count(&f, false, feedOf(b)) }, "2 of 3"},
		{"a complete feed that lost one", func() { s.count(&f, true, feedOf(later, b)) }, "1 of 3"},
	} {
		step.do()
		if got := seenOf(f); got != step.want {
			t.Errorf("%s: %s, want %s", step.what, got, step.want)
		}
	}
}

func TestMoreThanAFewUnseenChangesAreNeverCountedAsSeen(t *testing.T) {
	s := newSubscriber(t)
	var f store.Feed
	var ids, entries []string
	for i := range 300 {
		ids = append(ids, fmt.Sprintf("i%03d", i))
		entries = append(entries, entry(ids[i], "Made", "desk 1"))
	}
	s.read(entries...)
	s.count(&f, true, feedOf())
	if got := seenOf(f); got != "0 of 300" || len(f.Unseen) != 200 {
		t.Fatalf("%s, %d of them known", got, len(f.Unseen))
	}
	s.count(&f, false, feedOf(entries[:250]...))
	if got := seenOf(f); got != "200 of 300" {
		t.Errorf("a partial feed with 250: %s, want the 200 that are known", got)
	}
	s.count(&f, true, feedOf(entries[:250]...))
	if got := seenOf(f); got != "250 of 300" || len(f.Unseen) != 50 {
		t.Errorf("the complete one: %s", got)
	}
}

func TestAnUnchangedCountAsksForNothing(t *testing.T) {
	s := newSubscriber(t)
	s.own("a")
	var f store.Feed
	s.count(&f, true, feedOf(entry("a", "A", "desk 1")))
	s.store.FailCall(0, nil)
	before := s.store.Calls()
	s.recount(&f)
	if n := s.store.Calls() - before; n > 3 {
		t.Errorf("%d calls of the store", n)
	}
}

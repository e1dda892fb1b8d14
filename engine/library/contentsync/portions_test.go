package contentsync_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
)

// many returns items of a large feed, each with a file that is on demand, except for every
// hundredth.
func many(from, to int) (items []string) {
	for n := from; n < to; n++ {
		link := fmt.Sprint("demand:f", n)
		if n%100 == 0 {
			link = fmt.Sprint("f", n)
		}
		items = append(items, item(fmt.Sprint(n), day1, link))
	}
	return items
}

// withLarge returns a world with a feed that is processed in portions. before says whether it
// is synced once before it changes everywhere.
func withLarge(t *testing.T, before bool) *world {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:large.xml"))
	w.feed("large.xml", day1, many(0, 1300)...)
	for n := 0; n < 1400; n += 100 {
		w.file(fmt.Sprint("f", n))
	}
	w.file("fresh")
	if before {
		w.sync()
	}
	items := slices.Concat(many(700, 1400), many(200, 600), []string{item("new", day2, "fresh"), item("100", day2, "f100")})
	w.feed("root.xml", day2, item("1", day2, "nested:large.xml"))
	w.feed("large.xml", day2, items...)
	return w
}

func TestALargeFeedComesWhole(t *testing.T) {
	for _, before := range []bool{false, true} {
		w := withLarge(t, before)
		asked := "f100 f1000 f1100 f1200 f1300 f200 f300 f400 f500 f700 f800 f900 fresh large.xml root.xml"
		if before {
			asked = "f100 f1300 fresh large.xml root.xml"
		}
		want(t, "asked", w.sync(), asked)
		want(t, "here", w.here(), "f100 f1000 f1100 f1200 f1300 f200 f300 f400 f500 f700 f800 f900 fresh")
		want(t, "asked again", w.sync(), "root.xml")
	}
}

func TestALargeFeedThatIsStoppedAnywhereEndsAtTheNextRunAsIfNothingHadBeen(t *testing.T) {
	for _, before := range []bool{false, true} {
		whole := withLarge(t, before)
		whole.report()
		wanted := whole.all()
		for n := 1; ; n += testsize.Of(811, 67) {
			w := withLarge(t, before)
			w.store.FailCall(n, errStopped)
			_, err := contentsync.Sync(context.Background(), w.parts(), w.options())
			calls := w.store.Calls()
			w.store.FailCall(0, nil)
			if calls < n {
				break
			}
			if !errors.Is(err, errStopped) {
				t.Fatalf("call %d: got %v", n, err)
			}
			afterwards(t, w, n, wanted)
		}
	}
}

// pushing are Others that always want to write.
type pushing struct{ went atomic.Int64 }

func (*pushing) Waiting() bool          { return true }
func (p *pushing) Wait(context.Context) { p.went.Add(1) }

func TestOthersWriteBetweenTheItemsOfALargeFeed(t *testing.T) {
	for _, before := range []bool{false, true} {
		whole := withLarge(t, before)
		whole.report()
		w := withLarge(t, before)
		parts, others := w.parts(), &pushing{}
		parts.Others = others
		if _, err := contentsync.Sync(context.Background(), parts, w.options()); err != nil {
			t.Fatal(err)
		}
		if others.went.Load() < 1100 {
			t.Errorf("others went %d times", others.went.Load())
		}
		if got, wanted := w.all(), whole.all(); got != wanted {
			t.Errorf("got\n%s\nwant\n%s", got, wanted)
		}
	}
}

// A feed that was processed in part is read again, even if it no longer has a date.
func TestALargeFeedThatCameInPartIsReadAgain(t *testing.T) {
	w, items := newWorld(t), 0
	for n := 1; items != 1000; n++ {
		w = withLarge(t, false)
		w.store.FailCall(n, errStopped)
		if _, err := contentsync.Sync(context.Background(), w.parts(), w.options()); !errors.Is(err, errStopped) {
			t.Fatalf("call %d: got %v", n, err)
		}
		w.store.FailCall(0, nil)
		w.view(func(s store.Reader) error {
			f, _, err := s.ContentFeed(w.key, at+"large.xml")
			items = f.Items
			return err
		})
	}
	w.feed("large.xml", time.Time{}, many(0, 300)...)
	w.file("f0")
	w.report()
	want(t, "here", w.here(), "f0 f100 f200")
	want(t, "waiting", w.waiting(), "")
}

// emptied returns a world whose large feed has one item left.
func emptied(t *testing.T) *world {
	w := withLarge(t, true)
	w.feed("root.xml", day3, item("1", day3, "nested:large.xml"))
	w.feed("large.xml", day3, item("100", day1, "f100"), item("fresh", day3, "fresh"))
	return w
}

func TestALargeFeedThatLosesItsItemsLetsOthersWriteMeanwhile(t *testing.T) {
	w := emptied(t)
	parts, others := w.parts(), &pushing{}
	parts.Others = others
	if _, err := contentsync.Sync(t.Context(), parts, w.options()); err != nil || others.went.Load() < 10 {
		t.Errorf("others went %d times, %v", others.went.Load(), err)
	}
	want(t, "here", w.here(), "f100 fresh")
	wanted := w.all()
	for n := 1; ; n += testsize.Of(97, 3) {
		w := emptied(t)
		w.store.FailCall(n, errStopped)
		_, err := contentsync.Sync(context.Background(), w.parts(), w.options())
		calls := w.store.Calls()
		w.store.FailCall(0, nil)
		if calls < n {
			return
		}
		if !errors.Is(err, errStopped) {
			t.Fatalf("call %d: got %v", n, err)
		}
		afterwards(t, w, n, wanted)
	}
}

// Changes in place need no transaction over all items, and have the same result.
func TestALargeFeedThatChangesInPlaceComesWhole(t *testing.T) {
	w := withLarge(t, true)
	w.feed("root.xml", day3, item("1", day3, "nested:large.xml"))
	items := slices.Concat(many(0, 600), []string{item("600", day3, "f600"), item("601", day3, "f601")}, many(700, 1300), many(1350, 1400))
	w.feed("large.xml", day3, items...)
	w.file("f600", "f601")
	parts, others := w.parts(), &pushing{}
	parts.Others = others
	if _, err := contentsync.Sync(t.Context(), parts, w.options()); err != nil {
		t.Fatal(err)
	}
	fresh := newWorld(t)
	fresh.feed("root.xml", day3, item("1", day3, "nested:large.xml"))
	fresh.feed("large.xml", day3, items...)
	fresh.report()
	var ids, wanted []string
	each := func(w *world, ids *[]string) {
		w.view(func(s store.Reader) error {
			return s.ContentItems(w.key, at+"large.xml", func(i store.ContentItem) error {
				*ids = append(*ids, fmt.Sprintf("%+v", i))
				return nil
			})
		})
	}
	each(w, &ids)
	each(fresh, &wanted)
	if !slices.Equal(ids, wanted) {
		t.Errorf("got\n%v\nwant\n%v", ids, wanted)
	}
}

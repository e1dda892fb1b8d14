package publish_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/publish"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

var noon = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

const path = "/shared/Groceries.desk.xml"

// desk is a list that is published at path.
type desk struct {
	*testing.T
	store  *memory.Store
	files  *transporttest.Failing
	memory *transporttest.Memory
	set    store.Set
	places transport.Places
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, store: memory.New(), memory: &transporttest.Memory{}}
	d.files = &transporttest.Failing{Files: d.memory}
	d.memory.Folder("/shared")
	d.places = transport.OnDisk{Files: d.files}
	d.set = store.Set{Name: "Groceries", Format: "rss", Dialect: "feedsync-1.0", FeedID: "urn:uuid:1"}
	d.update(func(w store.Writer) (err error) { d.set.Key, err = w.PutSet(d.set); return err })
	return d
}

// change changes the list.
func (d *desk) change(change func(*store.Set)) {
	d.Helper()
	change(&d.set)
	d.update(func(w store.Writer) error { _, err := w.PutSet(d.set); return err })
}

// stored returns the list in the store.
func (d *desk) stored() (s store.Set) {
	d.Helper()
	err := d.store.View(d.Context(), func(r store.Reader) (err error) { s, err = r.SetNamed(d.set.Name); return err })
	if err != nil {
		d.Fatal(err)
	}
	return s
}

func (d *desk) update(write func(store.Writer) error) {
	d.Helper()
	if err := d.store.Update(d.Context(), write); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) put(id, title string, deleted bool, when time.Time) {
	d.Helper()
	it, err := feedsync.Create(id, rules.Change{Content: item.Plain(title, title+" in full"), Deleted: deleted}, false, rules.Stamp{By: "desk", When: when})
	if err != nil {
		d.Fatal(err)
	}
	d.update(func(w store.Writer) error { return w.PutItem(d.set.Key, it, store.Seen{At: noon}) })
}

func (d *desk) publish(now time.Time) error {
	_, err := d.publisher().Publish(d.Context(), d.target(), now)
	return err
}

func (d *desk) publisher() publish.Publisher {
	return publish.Publisher{Store: d.store, Places: d.places, TempFiles: transport.TempFolder{}}
}

func (d *desk) target() publish.Target {
	return publish.Target{Set: d.set.Key, Endpoint: "desk", Address: path}
}

// share publishes the list with new settings.
func (d *desk) share(now time.Time, s publish.Share) (publish.Published, error) {
	t := d.target()
	s.Location, t.Share = "/shared/", &s
	return d.publisher().Publish(d.Context(), t, now)
}

func (d *desk) must(now time.Time) string {
	d.Helper()
	if err := d.publish(now); err != nil {
		d.Fatal(err)
	}
	return d.memory.All()[path]
}

func TestTheCompleteFeedHoldsEveryItem(t *testing.T) {
	for _, format := range []item.Format{item.RSS, item.Atom} {
		d := newDesk(t)
		d.change(func(s *store.Set) { s.Format = format })
		d.put("milk", "Milk", false, noon)
		d.put("eggs", "Eggs", true, noon)
		r := feed.NewReader(strings.NewReader(d.must(noon)), path)
		var got []string
		for {
			e, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.Item.ID()+": "+e.Item.Winner.Title()+", "+e.Item.Winner.Content.Text())
		}
		if s := strings.Join(got, "; "); s != "milk: Milk, Milk in full; eggs: Eggs, " {
			t.Errorf("%s: items %q", format, s)
		}
		if h := r.Document(); h.Format != format || h.Title != "Groceries" || h.ID != "urn:uuid:1" || h.Author != "desk" || !h.Updated.Equal(noon) {
			t.Errorf("%s: header %+v", format, h)
		}
	}
}

// TestTheTimeOfTheFeedIsThatOfItsNewestChange uses the time at which it was incorporated here:
// an old change by somebody else that is received now changes the feed now.
func TestTheTimeOfTheFeedIsThatOfItsNewestChange(t *testing.T) {
	for _, format := range []item.Format{item.RSS, item.Atom} {
		d := newDesk(t)
		d.change(func(s *store.Set) { s.Format = format })
		updated := func(now time.Time) time.Time {
			d.must(now)
			_, h := d.read(path)
			return h.Updated
		}
		for _, hours := range []time.Duration{1, 5} {
			if got := updated(noon.Add(hours * time.Hour)); !got.Equal(noon.Add(time.Hour)) {
				t.Errorf("%s: an empty feed changed at %v, want the time of the first publication", format, got)
			}
		}
		d.seen("milk", noon.Add(2*time.Hour))
		d.put("eggs", "Eggs", true, noon.Add(-day))
		if got := updated(noon.Add(9 * time.Hour)); !got.Equal(noon.Add(2 * time.Hour)) {
			t.Errorf("%s: the feed changed at %v", format, got)
		}
	}
}

// late calls back before it puts a file in its place.
type late struct {
	transport.Files
	then func()
}

func (l late) Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	return l.Files.Replace(ctx, path, func(w io.Writer) error {
		err := write(w)
		l.then()
		return err
	})
}

func TestAStateThatIsOldWhenItIsPublishedIsPublishedAgain(t *testing.T) {
	d := newDesk(t)
	d.put("milk", "Milk", false, noon)
	changes := 0
	d.places = transport.OnDisk{Files: late{d.files, func() {
		if changes++; changes == 1 {
			d.put("eggs", "Eggs", false, noon)
		}
	}}}
	if text := d.must(noon); !strings.Contains(text, "Eggs") || changes != 2 {
		t.Errorf("after %d writings there is %s", changes, text)
	}
}

func TestForeignMarkupOfTheFeedIsPublishedOn(t *testing.T) {
	d := newDesk(t)
	d.change(func(s *store.Set) { s.Foreign = `<foreign><x:owner xmlns:x="urn:x">Ray</x:owner></foreign>` })
	if text := d.must(noon); !strings.Contains(text, `<x:owner xmlns:x="urn:x">Ray</x:owner>`) {
		t.Errorf("lost in %s", text)
	}
}

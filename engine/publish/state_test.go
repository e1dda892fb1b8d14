package publish_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/publish"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// countingFiles counts the temporary files that are made.
type countingFiles struct {
	transport.TempFolder
	made int
}

func (s *countingFiles) New() (transport.TempFile, error) {
	s.made++
	return s.TempFolder.New()
}

// made publishes, and returns how many documents that took.
func (d *desk) made(now time.Time) int {
	d.Helper()
	temp := &countingFiles{}
	p := d.publisher()
	p.TempFiles = temp
	if _, err := p.Publish(d.Context(), d.target(), now); err != nil {
		d.Fatal(err)
	}
	return temp.made
}

// changeList changes the stored list.
func (d *desk) changeList(change func(*store.Set)) {
	d.Helper()
	s := d.stored()
	change(&s)
	d.update(func(w store.Writer) error { _, err := w.PutSet(s); return err })
	d.set.Name = s.Name
}

func TestWhereNothingChangedNoDocumentIsMade(t *testing.T) {
	for window, documents := range map[string]int{"none": 1, "2": 2} {
		d := newDesk(t)
		if _, err := d.share(noon, publish.Share{Window: window}); err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			d.seen(fmt.Sprint("item-", i), noon)
		}
		for _, want := range []int{documents, 0, 0} {
			if got := d.made(noon); got != want {
				t.Errorf("window %s: %d were made, want %d", window, got, want)
			}
		}
		if err := d.memory.Remove(path); err != nil {
			t.Fatal(err)
		}
		if d.made(noon); d.memory.All()[path] == "" {
			t.Errorf("window %s: what was deleted is not there again", window)
		}
	}
}

// TestWhateverChangesIsPublished checks that sparing documents misses no change: making them
// anyway gives the same.
func TestWhateverChangesIsPublished(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d, now := newDesk(t), noon
		if _, err := d.share(now, publish.Share{Window: rapid.SampledFrom([]string{"none", "1", "1d", "1d,2"}).Draw(r, "window")}); err != nil {
			r.Fatal(err)
		}
		key := int64(0)
		changes := []func(){
			func() { d.seen(fmt.Sprint("item-", rapid.IntRange(0, 4).Draw(r, "item")), now) },
			func() { d.put(fmt.Sprint("item-", rapid.IntRange(0, 4).Draw(r, "item")), "Title", true, now) },
			func() { d.changeList(func(s *store.Set) { s.Name += "s" }) },
			func() { d.changeList(func(s *store.Set) { s.Foreign = `<a xmlns="urn:x">` + s.Name + `</a>` }) },
			func() {
				d.changeList(func(s *store.Set) { s.Publication.Public = "https://example.org/" + s.Name + "/" })
			},
			func() { d.changeList(func(s *store.Set) { s.Dialect = "sse-0.93" }) },
			func() {
				d.changeList(func(s *store.Set) {
					s.Publication.Window = rapid.SampledFrom([]string{"none", "2", "3d"}).Draw(r, "window")
				})
			},
			func() { now = now.Add(13 * time.Hour) },
			func() {
				mode := rapid.SampledFrom([]store.Mode{store.BothWays, store.TakeOnly}).Draw(r, "mode")
				d.update(func(w store.Writer) (err error) {
					key, err = w.PutSubscription(store.Subscription{
						Key: key, Set: d.set.Key, Location: "https://a.example/feed.xml", Mode: mode, Health: store.Health{LastSuccess: now},
						Feeds: map[string]store.Feed{"https://a.example/feed.xml": {Title: d.set.Name}},
					})
					return err
				})
			},
		}
		for range rapid.IntRange(1, 30).Draw(r, "changes") {
			rapid.SampledFrom(changes).Draw(r, "change")()
			if rapid.Bool().Draw(r, "publish") {
				continue
			}
			d.must(now)
			replaced := d.memory.Replaced()
			d.changeList(func(s *store.Set) { s.Publication.State = "" })
			if d.must(now); d.memory.Replaced() != replaced {
				r.Fatal("a change was not published")
			}
		}
	})
}

package publish_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/publish"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

const (
	completePath = "/shared/Groceries.desk.complete.xml"
	day          = 24 * time.Hour
)

// seen puts an item that was incorporated at a time.
func (d *desk) seen(id string, at time.Time) {
	d.Helper()
	it, err := feedsync.Create(id, rules.Change{Content: item.Plain(id, "")}, false, rules.Stamp{By: "desk", When: at})
	if err != nil {
		d.Fatal(err)
	}
	d.update(func(w store.Writer) error { return w.PutItem(d.set.Key, it, store.Seen{At: at}) })
}

// read returns the identifiers of the items in a document, and its header.
func (d *desk) read(address string) (ids string, h feed.Document) {
	d.Helper()
	text, there := d.memory.All()[address]
	if !there {
		return "nothing", h
	}
	if problems, err := feed.Check(strings.NewReader(text), address); err != nil || len(problems) > 0 {
		d.Errorf("%s: %v, %v", address, problems, err)
	}
	r := feed.NewReader(strings.NewReader(text), address)
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return ids, r.Document()
		}
		if err != nil {
			d.Fatal(err)
		}
		ids += e.Item.ID() + " "
	}
}

// newWindowDesk returns a desk with items from 40, 20 and 10 days before noon, published with
// a window of 30 days.
func newWindowDesk(t *testing.T, dialect item.Dialect) *desk {
	t.Helper()
	d := newDesk(t)
	d.change(func(s *store.Set) { s.Dialect = dialect })
	for _, days := range []int{40, 20, 10} {
		d.seen(map[int]string{40: "old", 20: "milk", 10: "eggs"}[days], noon.Add(-time.Duration(days)*day))
	}
	got, err := d.share(noon, publish.Share{Window: "30d"})
	if want := (publish.Published{Address: path, Complete: completePath, Sent: true}); err != nil || got.Address != want.Address || got.Complete != want.Complete || !got.Sent {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	if s := d.stored(); s.Location != "/shared/" || s.Publication.Window != "30d" || s.Publication.Address != path || s.Publication.Complete != completePath {
		t.Fatalf("kept %+v", s)
	}
	return d
}

func TestThePartialFeedLeadsToTheCompleteOne(t *testing.T) {
	d := newWindowDesk(t, "feedsync-1.0")
	ids, h := d.read(path)
	all, whole := d.read(completePath)
	if ids != "milk eggs " || all != "old milk eggs " {
		t.Errorf("partial %q, complete %q", ids, all)
	}
	want := feed.Sharing{Since: "2026-04-11T12:00:00.000000000Z", Until: "2026-05-11T12:00:00.000000000Z", Expires: "2026-06-20T12:00:00Z"}
	if s := *h.Sharing; s.Since != want.Since || s.Until != want.Until || s.Expires != want.Expires || len(s.Related) != 1 ||
		s.Related[0] != (feed.Related{Link: "file:///Groceries.desk.complete.xml", Type: feed.Complete}) {
		t.Errorf("partial: %+v", s)
	}
	if s := *whole.Sharing; s.Since != want.Since || s.Until != want.Until || s.Expires != "" || len(s.Related) != 0 {
		t.Errorf("complete: %+v", s)
	}
	if h.ID != "urn:uuid:1" || whole.ID != "urn:uuid:1" || h.Self != "Groceries.desk.xml" || whole.Self != "Groceries.desk.complete.xml" || h.Title != "Groceries" {
		t.Errorf("headers %+v and %+v", h, whole)
	}
}

func TestThePartialFeedOfSSE091(t *testing.T) {
	d := newWindowDesk(t, "sse-0.91")
	ids, h := d.read(path)
	if s := *h.Sharing; ids != "milk eggs " || s.Version != "0.91" || s.Window != 30 || s.Since != "Mon, 11 May 2026 12:00:01 GMT" || s.Until != "Mon, 11 May 2026 12:00:01 GMT" || s.Expires != "" {
		t.Errorf("%q: %+v", ids, s)
	}
	d.seen("bread", noon)
	d.must(noon)
	if _, h := d.read(path); h.Sharing.Since != "Mon, 11 May 2026 12:00:01 GMT" || h.Sharing.Until != "Thu, 21 May 2026 12:00:01 GMT" {
		t.Errorf("%+v", h.Sharing)
	}
	if _, h := d.read(completePath); h.Sharing.Since != "" || h.Sharing.Until != "Thu, 21 May 2026 12:00:01 GMT" || h.Sharing.Window != 0 {
		t.Errorf("complete: %+v", h.Sharing)
	}
}

func TestTheCompleteFeedIsWrittenFirst(t *testing.T) {
	d := newWindowDesk(t, "feedsync-1.0")
	d.seen("bread", noon)
	failure := errors.New("the drive was taken out")
	d.places = failingAt{d.places, path, failure}
	if err := d.publish(noon); !errors.Is(err, failure) {
		t.Fatal(err)
	}
	ids, _ := d.read(path)
	all, _ := d.read(completePath)
	if ids != "milk eggs " || all != "old milk eggs bread " {
		t.Errorf("partial %q, complete %q", ids, all)
	}
	d.places = d.places.(failingAt).Places
	d.must(noon)
	if ids, _ := d.read(path); ids != "milk eggs bread " {
		t.Errorf("afterwards %q", ids)
	}
}

func TestTimeAloneTakesItemsOutOfThePartialFeed(t *testing.T) {
	d := newWindowDesk(t, "feedsync-1.0")
	complete := d.memory.All()[completePath]
	for days, want := range []string{9: "milk eggs ", 11: "eggs ", 25: "eggs "} {
		if want == "" {
			continue
		}
		d.must(noon.Add(time.Duration(days) * day))
		if ids, _ := d.read(path); ids != want {
			t.Errorf("after %d days there is %q, want %q", days, ids, want)
		}
	}
	if d.memory.All()[completePath] != complete {
		t.Error("the complete feed was written anew")
	}
}

func TestAFeedInWhichNothingChangesIsTouchedOnlyToRenewExpires(t *testing.T) {
	d := newWindowDesk(t, "feedsync-1.0")
	d.change(func(s *store.Set) { *s = d.stored(); s.Publication.Window = "2" })
	d.must(noon)
	d.change(func(s *store.Set) { *s = d.stored(); s.Publication.Window = "100d" })
	d.must(noon)
	var written []int
	for days := range 110 {
		before := d.memory.Replaced()
		d.must(noon.Add(time.Duration(days) * day))
		if d.memory.Replaced() != before {
			written = append(written, days)
		}
	}
	if want := []int{51, 61, 81, 102}; !slices.Equal(written, want) {
		t.Errorf("written on the days %v, want %v: half of the window, and when an item leaves", written, want)
	}
}

func TestASetThatHasNoWindowAnyMoreHasOneFeed(t *testing.T) {
	d := newWindowDesk(t, "feedsync-1.0")
	if got, err := d.share(noon, publish.Share{}); err != nil || got.Complete != "" {
		t.Fatal(got, err)
	}
	ids, h := d.read(path)
	if gone, _ := d.read(completePath); ids != "old milk eggs " || h.Sharing != nil || gone != "nothing" {
		t.Errorf("there are %q with %+v, and beside it %q", ids, h.Sharing, gone)
	}
	if p := d.stored().Publication; p.Complete != "" || p.LastComplete != (transport.Written{}) {
		t.Errorf("kept %+v", p)
	}
}

func TestAPublicAddressIsWhereOthersFindTheCompleteFeed(t *testing.T) {
	for public, want := range map[string]string{
		"https://example.com/lists/":              "https://example.com/lists/Groceries.desk.complete.xml",
		"https://example.com/lists/Groceries.xml": "https://example.com/lists/Groceries.desk.complete.xml",
	} {
		d := newWindowDesk(t, "feedsync-1.0")
		if _, err := d.share(noon, publish.Share{Window: "2", Public: public}); err != nil {
			t.Fatal(err)
		}
		if _, h := d.read(path); h.Sharing.Related[0].Link != want || h.Sharing.Expires != "" {
			t.Errorf("%s: %+v", public, h.Sharing)
		}
	}
}

func TestAnEmptyListWithAWindowSaysWhereItsCompleteFeedIs(t *testing.T) {
	d := newDesk(t)
	if _, err := d.share(noon, publish.Share{Window: "30d"}); err != nil {
		t.Fatal(err)
	}
	if ids, h := d.read(path); ids != "" || h.Sharing.Until != feed.Stamp(0).Text() || h.Sharing.Since != h.Sharing.Until || h.Sharing.Expires != "" || len(h.Sharing.Related) != 1 {
		t.Errorf("%q, %+v", ids, h.Sharing)
	}
	before := d.memory.Replaced()
	d.must(noon.Add(90 * day))
	if d.memory.Replaced() != before {
		t.Error("it was written again")
	}
}

func TestOutlinesHaveNoWindow(t *testing.T) {
	d := newOutlineDesk(t)
	if _, err := d.share(noon, publish.Share{Window: "30d"}); !errors.Is(err, publish.ErrWholeOnly) {
		t.Errorf("error %v", err)
	}
	if len(d.memory.All()) != 0 || d.stored().Location != "" {
		t.Error("something was published")
	}
}

// failingAt has one address that cannot be written.
type failingAt struct {
	transport.Places
	address string
	err     error
}

func (f failingAt) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	if p.Address == f.address {
		return transport.Written{}, f.err
	}
	return f.Places.Write(ctx, p)
}

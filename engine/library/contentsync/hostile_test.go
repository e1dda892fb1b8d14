package contentsync_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// A server redirects from A to B, and the feed there links to A, B and itself by an address
// without a folder.
func TestRedirectsMayGoRound(t *testing.T) {
	w := newWorld(t)
	text := feedOf(day1, item("1", day1, "nested:../a.xml"), item("2", day1, "nested:b.xml"), item("3", day1, "f"), item("4", day1, "nested:"))
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"))
	w.places.Serve(at+"a.xml", transporttest.Served{Text: text, At: at + "moved/b.xml"})
	w.places.Serve(at+"moved/b.xml", transporttest.Served{Text: text})
	w.file("moved/f")
	want(t, "asked", w.sync(), "a.xml moved/b.xml moved/f root.xml")
	want(t, "asked again", w.sync(), "root.xml")
	want(t, "here", w.here(), "moved/f")
}

// Different spellings of an address are one feed and one file.
func TestSpellingsOfAnAddressAreOne(t *testing.T) {
	w := newWorld(t)
	host := strings.TrimPrefix(strings.TrimSuffix(at, "/"), "https://")
	w.feed("root.xml", day1, item("1", day1, "nested:HTTPS://"+strings.ToUpper(host)+":443/root.xml#top"),
		item("2", day1, "nested:./x/../%72oot.xml"), item("3", day1, "a.xml#1", "./a.xml", "%61.xml", "b?q=1", "b?q=2", "b", "c%2fd", "%7eu", "~u"))
	w.file("a.xml", "b?q=1", "b?q=2", "b", "c%2Fd", "~u")
	r := w.report()
	if len(r.Failed) > 0 {
		t.Errorf("failed: %+v", r.Failed)
	}
	want(t, "asked", w.asked(), "a.xml b b?q=1 b?q=2 c%2Fd root.xml ~u")
}

// An address with links as a feed and as a file is both.
func TestAnAddressMayBeAFeedAndAFile(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:a.xml"), item("2", day1, "a.xml"), item("3", day1, "root.xml"))
	w.feed("a.xml", day1, item("4", day1, "f"))
	w.file("f")
	want(t, "asked", w.sync(), "a.xml a.xml f root.xml root.xml")
	want(t, "here", w.here(), "a.xml f root.xml")
	w.feed("root.xml", day2, item("1", day1, "nested:a.xml"))
	w.report()
	want(t, "here", w.here(), "f")
	w.feed("root.xml", day3, item("2", day3, "a.xml"))
	w.report()
	want(t, "here", w.here(), "a.xml")
}

// Text from feeds is truncated in reports.
func TestWhatIsToldOfAHostileFeedIsShort(t *testing.T) {
	long := strings.Repeat("long", 1<<18)
	w := newWorld(t)
	w.feed("root.xml", day1, item(long, day1, long, "mailto:"+long, "https://"+long+"/", "http://user:secret@"+long, "%"+long, "f\nf", strings.Repeat("a/", 4000)+"x"),
		item("2", day1, "nested:"+long), item("3", day1, "http://a.example/"+long[:8000]))
	r := w.report()
	if len(r.Failed) == 0 {
		t.Error("nothing failed")
	}
	for _, f := range r.Failed {
		if len(f.Error) > 10_000 {
			t.Errorf("a failure has %d bytes", len(f.Error))
		}
	}
	told := r.Problems[at+"root.xml"]
	if len(told) == 0 || len(told) > csx.MaxProblems {
		t.Errorf("%d are told", len(told))
	}
	for _, p := range told {
		if len(p.Text) > 1100 || len(p.Item) > 10_000 || strings.Contains(p.Text, "secret") {
			t.Errorf("%s: %d bytes of an item of %d: %.200s", p.Rule, len(p.Text), len(p.Item), p.Text)
		}
	}
}

// If the root feed is gone, or a provider's page is in its place, nothing is removed.
func TestARootThatIsGoneForADayTakesNothingAway(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "nested:a.xml"))
	w.feed("a.xml", day1, item("3", day1, "g"))
	w.file("f", "g")
	w.report()
	for _, answer := range []transporttest.Served{
		{Err: &transport.Error{Trouble: transport.NotFound, Status: 404}}, {Err: &transport.Error{Trouble: transport.Gone, Status: 410}},
		{Text: "<!DOCTYPE html><html><head><title>Parked</title></head><body>Buy this domain</body></html>"}, {Text: ""},
		{Text: `<rss version="2.0"><channel><title>Cut off`}, {Err: &transport.Error{Trouble: transport.Unavailable, Status: 503}},
	} {
		w.places.Serve(at+"root.xml", answer)
		r := w.report()
		want(t, fmt.Sprintf("here after %q %v", answer.Text, answer.Err), w.here(), "f g")
		if len(r.Failed) != 1 {
			t.Errorf("%q %v: failed are %+v", answer.Text, answer.Err, r.Failed)
		}
	}
}

// If a server responds with "unchanged" for something that was never here, that counts as a
// failure.
func TestWhatWasNeverHereCannotBeAsItWas(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, "nested:a.xml"))
	w.feed("a.xml", day1)
	w.file("f")
	p := w.parts()
	p.Places = always304{w.places}
	r := w.reportWith(p)
	if len(r.Failed) != 2 || r.Waiting != 2 || r.Unchanged != 0 {
		t.Errorf("got %+v", r)
	}
	w.view(func(s store.Reader) error {
		_, there, err := s.ContentFile(w.key, at+"f")
		if there {
			t.Error("the file is taken for one that is here")
		}
		return err
	})
	w.report()
	want(t, "here", w.here(), "f")
}

// always304 responds with "unchanged" to everything but the root.
type always304 struct{ *transporttest.Places }

func (p always304) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	if r.Address == at+"root.xml" {
		return p.Places.Read(ctx, r)
	}
	return &transport.Response{Unchanged: true}, nil
}

func (p always304) Download(context.Context, transport.Download) (*transport.Stream, error) {
	return &transport.Stream{Unchanged: true, Size: -1}, nil
}

// reportWith runs with other Parts.
func (w *world) reportWith(p contentsync.Parts) contentsync.Report {
	w.t.Helper()
	r, err := contentsync.Sync(context.Background(), p, w.options())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

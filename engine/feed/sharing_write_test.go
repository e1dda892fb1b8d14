package feed_test

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/sse091/place"
)

// TestSharingIsReadBackAsItWasWritten, where it belongs in each format, and with nothing
// to complain of (SSE 0.93 §2.2, SSE 0.91 §2.1).
func TestSharingIsReadBackAsItWasWritten(t *testing.T) {
	partial := feed.Sharing{
		Since: "2005-02-13T18:30:02.000000001Z", Until: "2005-05-23T18:30:02.000000000Z", Expires: "2005-06-23T18:30:02Z",
		Related: []feed.Related{{Link: "file:///Groceries.desk.complete.xml", Type: feed.Complete}, {Link: "https://example.com/B.xml?a=1&b=2", Title: "To Do <List> (\"Jack's\")", Type: feed.Aggregated}},
	}
	old := feed.Sharing{
		Since: "Sun, 13 Feb 2005 18:30:02 GMT", Until: "Mon, 23 May 2005 18:30:02 GMT", Version: "0.91", Window: 30,
		Related: []feed.Related{{Link: "https://example.com/all.xml", Type: feed.Complete, Since: "Sun, 13 Feb 2005 18:30:02 GMT", Until: "Mon, 23 May 2005 18:30:02 GMT"}},
	}
	only := feed.Sharing{Related: []feed.Related{{Link: "https://example.com/B.xml", Type: feed.Aggregated}}}
	empty091 := feed.Sharing{Version: "0.91", Related: []feed.Related{}}
	for _, c := range []struct {
		about   string
		format  feed.Format
		dialect feed.Dialect
		sharing feed.Sharing
		within  string
	}{
		{"RSS, FeedSync 1.0", feed.RSS, feed.FeedSync10, partial, "<channel>"},
		{"Atom, SSE 0.93", feed.Atom, feed.SSE093, partial, "<feed "},
		{"aggregated feeds alone", feed.RSS, feed.FeedSync10, only, "<channel>"},
		{"RSS, SSE 0.91", feed.RSS, feed.SSE091, old, "<channel>"},
		{"OPML, SSE 0.91", feed.OPML, feed.SSE091, old, "<head>"},
		{"OPML with nothing to say", feed.OPML, feed.SSE091, empty091, "<head>"},
	} {
		it := groceries()
		if c.format == feed.OPML {
			it.Conflicts, it.Winner.Place.Key = nil, place.Last
		}
		d := sampleDocument(c.format)
		d.Dialect, d.Sharing = c.dialect, &c.sharing
		text := publish(t, d, it)
		before, _, there := strings.Cut(text, "<sx:sharing")
		if last := strings.LastIndex(before, c.within); !there || last < 0 || strings.Contains(before, "<sx:sync") {
			t.Errorf("%s: sx:sharing is not in %s before the items:\n%s", c.about, c.within, text)
		}
		problems, err := feed.Check(strings.NewReader(text), "f")
		if err != nil || len(problems) > 0 {
			t.Errorf("%s: %v, %v in\n%s", c.about, problems, err, text)
		}
		r := feed.NewReader(strings.NewReader(text), "f")
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		if got := r.Document().Sharing; !reflect.DeepEqual(got, &c.sharing) {
			t.Errorf("%s: read back as %+v, want %+v", c.about, got, c.sharing)
		}
	}
}

// TestSharingThatReadersIgnoreIsNotWritten (SSE 0.93 §2.2).
func TestSharingThatReadersIgnoreIsNotWritten(t *testing.T) {
	for _, s := range []feed.Sharing{{Since: "1"}, {Until: "1"}, {Since: "1", Until: "2", Expires: "soon"}} {
		d := sampleDocument(feed.RSS)
		d.Sharing = &s
		if err := feed.NewWriter(io.Discard, d).Close(); err == nil {
			t.Errorf("%+v was written", s)
		}
	}
}

// TestRewritingKeepsSharing byte for byte: the document is its publisher's.
func TestRewritingKeepsSharing(t *testing.T) {
	text := publish(t, sampleDocument(feed.Atom), groceries())
	var b bytes.Buffer
	_, err := feed.Rewrite(&b, strings.NewReader(text), "f", feed.RewriteOptions{Visit: func(*feed.Entry) (feed.Edit, error) { return feed.Replace(tombstone()), nil }})
	want := text[strings.Index(text, "<sx:sharing"):strings.Index(text, "</sx:sharing>")]
	if err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("%v: %s", err, b.String())
	}
}

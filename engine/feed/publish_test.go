package feed_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// at returns a time on the day of the specification's examples.
func at(clock string) item.When {
	t, err := feed.ParseRFC3339("2005-05-21T" + clock + "Z")
	if err != nil {
		panic(err)
	}
	return item.At(t)
}

// groceries returns the item of the specification's examples, with the conflict of SSE 0.93
// §3.3.
func groceries() *item.Item {
	past := []item.History{{Sequence: 3, When: at("11:43:33"), By: "JEO2000"}, {Sequence: 2, When: at("10:43:33"), By: "REO1750"}, {Sequence: 1, When: at("09:43:33"), By: "REO1750"}}
	version := func(title, text string, top item.History) *item.Version {
		return &item.Version{ID: "item_1_myapp_2005-05-21T11:43:33Z", Updates: 4, History: append([]item.History{top}, past...), Content: item.Plain(title, text)}
	}
	return &item.Item{
		Winner:    version("Buy groceries - DONE", "Get milk, eggs, butter & bread", item.History{Sequence: 4, When: at("12:43:33"), By: "GPM7383"}),
		Conflicts: []*item.Version{version("Buy groceries", "Get milk, eggs, butter & rolls", item.History{Sequence: 4, When: at("12:03:33"), By: "JEO2000"})},
	}
}

// tombstone returns a deleted item that still has its data.
func tombstone() *item.Item {
	return &item.Item{Winner: &item.Version{
		ID: "item_2", Updates: 2, Deleted: true, NoConflicts: true,
		History: []item.History{{Sequence: 2, When: at("12:00:00"), By: "REO1750"}, {Sequence: 1, By: "REO1750"}},
		Content: item.Plain("Call <Jack>", "the number is secret"),
	}}
}

// rich returns an item with everything that the neutral form supports.
func rich(t *testing.T) *item.Item {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:x" xml:lang="en"><title type="html">A &lt;b&gt;title&lt;/b&gt;</title>` +
		`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One<br/>two</p></div></content><summary>short</summary>` +
		`<link href="http://example.com/1"/><link href="http://example.com/2"/><link rel="enclosure" href="http://example.com/a.mp3" type="audio/mpeg" length="5"/>` +
		`<category term="home" scheme="urn:places"/><category term="work" label="At work"/><!-- note --><x:a x:b="1"><c xmlns="">d</c></x:a></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return &item.Item{Winner: &item.Version{
		ID: "item_3", Updates: 3, Undeleted: true, Content: c,
		History: []item.History{{Sequence: 3, When: at("12:00:00"), By: "REO1750", Extra: `<extra xmlns:y="urn:y" y:device="phone"></extra>`}},
		Extra:   `<extra xmlns:y="urn:y" w="2" y:z="1"><y:child>text</y:child></extra>`,
	}}
}

func sampleDocument(f item.Format) feed.Document {
	return feed.Document{
		Format: f, Dialect: item.FeedSync10, Title: "To Do List", Subtitle: "A list of items to do", Author: "Ray Ozzie",
		ID: "urn:uuid:60a76c80-d399-11d9-b93c-0003939e0aaa", Link: "http://example.com/", Self: "http://example.com/partial.xml",
		Updated: time.Date(2005, 5, 21, 12, 43, 33, 0, time.UTC),
		Sharing: &feed.Sharing{
			Since: "2005-02-13T18:30:02Z", Until: "2005-05-23T18:30:02Z", Expires: "2005-06-23T18:30:02Z",
			Related: []feed.Related{{Link: "http://example.com/all.xml", Type: feed.Complete}, {Link: "http://example.com/B.xml", Title: "To Do List (Jacks Copy)", Type: feed.Aggregated}},
		},
		Foreign: `<foreign><x:color xmlns:x="urn:x">red</x:color></foreign>`,
	}
}

func publish(t *testing.T, d feed.Document, items ...*item.Item) string {
	t.Helper()
	var b bytes.Buffer
	w := feed.NewWriter(&b, d)
	for _, it := range items {
		if err := w.Write(it); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPublishedDocuments compares with documents that were validated against RFC 4287 and RSS
// 2.0.
func TestPublishedDocuments(t *testing.T) {
	for name, f := range map[string]item.Format{"published.atom": item.Atom, "published.xml": item.RSS} {
		got := publish(t, sampleDocument(f), groceries(), tombstone(), rich(t))
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile("../../testdata/feeds/"+name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := readFile(t, name); got != want {
			t.Errorf("%s: %s", name, difference(got, want))
		}
	}
}

// TestPublishedIsWellFormed checks with another XML parser.
func TestPublishedIsWellFormed(t *testing.T) {
	for _, f := range []item.Format{item.Atom, item.RSS} {
		lint := exec.Command("xmllint", "--noout", "-")
		lint.Stdin = strings.NewReader(publish(t, sampleDocument(f), groceries(), tombstone(), rich(t)))
		if out, err := lint.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", f, err, out)
		}
	}
}

// TestSharingIsReadBackAsItWasWritten checks that sx:sharing is at the right position in each
// format, and is read back without problems (SSE 0.93 §2.2, SSE 0.91 §2.1).
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
		format  item.Format
		dialect item.Dialect
		sharing feed.Sharing
		within  string
	}{
		{"RSS, FeedSync 1.0", item.RSS, item.FeedSync10, partial, "<channel>"},
		{"Atom, SSE 0.93", item.Atom, item.SSE093, partial, "<feed "},
		{"aggregated feeds alone", item.RSS, item.FeedSync10, only, "<channel>"},
		{"RSS, SSE 0.91", item.RSS, item.SSE091, old, "<channel>"},
		{"OPML, SSE 0.91", item.OPML, item.SSE091, old, "<head>"},
		{"OPML with nothing to say", item.OPML, item.SSE091, empty091, "<head>"},
	} {
		it := groceries()
		if c.format == item.OPML {
			it.Conflicts, it.Winner.Place.Key = nil, order.Last
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

// TestSharingThatReadersIgnoreIsNotWritten checks that an invalid sx:sharing is refused (SSE
// 0.93 §2.2).
func TestSharingThatReadersIgnoreIsNotWritten(t *testing.T) {
	for _, s := range []feed.Sharing{{Since: "1"}, {Until: "1"}, {Since: "1", Until: "2", Expires: "soon"}} {
		d := sampleDocument(item.RSS)
		d.Sharing = &s
		if err := feed.NewWriter(io.Discard, d).Close(); err == nil {
			t.Errorf("%+v was written", s)
		}
	}
}

// TestRewritingKeepsSharing checks that sx:sharing is copied byte for byte: it belongs to the
// document's publisher.
func TestRewritingKeepsSharing(t *testing.T) {
	text := publish(t, sampleDocument(item.Atom), groceries())
	var b bytes.Buffer
	_, err := feed.Rewrite(&b, strings.NewReader(text), "f", feed.RewriteOptions{Visit: func(*feed.Entry) (feed.Edit, error) { return feed.Replace(tombstone()), nil }})
	want := text[strings.Index(text, "<sx:sharing"):strings.Index(text, "</sx:sharing>")]
	if err != nil || !strings.Contains(b.String(), want) {
		t.Errorf("%v: %s", err, b.String())
	}
}

package csx_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/transport"
)

// written returns the document of a feed.
func written(t testing.TB, f csx.Feed, items ...csx.Item) string {
	t.Helper()
	var b bytes.Buffer
	w, err := csx.NewWriter(&b, f)
	for _, i := range items {
		err = errors.Join(err, w.Item(i))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAFeedAsItIsWritten(t *testing.T) {
	day := time.Date(2026, time.November, 1, 9, 30, 5, 999, time.FixedZone("", 3600))
	got := written(t, csx.Feed{Title: "Photos & more", Link: "https://example.com/", Text: "all", Built: day},
		csx.Item{ID: `a"1"`, Title: "<1>", Text: "x\ry", Link: "https://example.com/1", Published: day.Add(-time.Hour), Built: day, Hidden: true,
			Links: []csx.Link{{Address: "sub/feed.xml", Name: "feed.xml", Nested: true, OnDemand: true}}},
		csx.Item{ID: "2", Links: []csx.Link{{Address: "a%20b.jpg", Name: "a b.jpg"}, {Address: "files/0f.pdf", Name: "Invoice.pdf"}}})
	want := `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions">
<channel>
<title>Photos &amp; more</title>
<link>https://example.com/</link>
<description>all</description>
<lastBuildDate>Sun, 01 Nov 2026 08:30:05 GMT</lastBuildDate>
<item csx:hiddenItem="true">
<title>&lt;1&gt;</title>
<link>https://example.com/1</link>
<description>x&#xD;y</description>
<guid isPermaLink="false">a&#34;1&#34;</guid>
<pubDate>Sun, 01 Nov 2026 07:30:05 GMT</pubDate>
<csx:lastBuildDate>Sun, 01 Nov 2026 08:30:05 GMT</csx:lastBuildDate>
<csx:link nestedFeed="true" onDemand="true">sub/feed.xml</csx:link>
</item>
<item>
<title></title>
<guid isPermaLink="false">2</guid>
<csx:link>a%20b.jpg</csx:link>
<file xmlns="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" name="Invoice.pdf"><csx:link>files/0f.pdf</csx:link></file>
</item>
</channel>
</rss>
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestAnItemWithoutAGUIDIsNotWritten(t *testing.T) {
	w, err := csx.NewWriter(&bytes.Buffer{}, csx.Feed{})
	if err != nil || w.Item(csx.Item{Title: "t"}) == nil {
		t.Error("CSE requires a guid")
	}
}

func TestAFailureToWriteIsTold(t *testing.T) {
	full := errors.New("the disk is full")
	if _, err := csx.NewWriter(failingAfter{new(int), 0, full}, csx.Feed{}); err != full {
		t.Error(err)
	}
	w, err := csx.NewWriter(failingAfter{new(int), 1, full}, csx.Feed{})
	if err != nil || w.Item(csx.Item{ID: "1"}) != full || w.Close() == nil {
		t.Error("an item that could not be written")
	}
}

// failingAfter fails after a number of calls.
type failingAfter struct {
	calls *int
	after int
	err   error
}

func (f failingAfter) Write(p []byte) (int, error) {
	if *f.calls++; *f.calls > f.after {
		return 0, f.err
	}
	return len(p), nil
}

// TestWhatIsWrittenIsReadBack writes random feeds, and checks that they are read back without
// problems.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	texts := rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "ü", "😀", "<b>", "&", "&amp;", "]]>", "\"", "'", "\n", "\r", "\t", " ", "<!--", "</item>"}), 0, 8).Draw(t, "text"), "")
		return strings.TrimSpace(s)
	})
	dates := rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "none") {
			return time.Time{}
		}
		return time.Unix(rapid.Int64Range(-3e9, 9e9).Draw(t, "second"), 0).UTC()
	})
	links := rapid.Custom(func(t *rapid.T) csx.Link {
		address, err := transport.Resolve(at, rapid.SampledFrom([]string{"a.jpg", "b c.jpg", "sub/ü.jpg", "https://h/x?a=1&b=2", "100%.jpg", "../x", "https://photos.example/", "d/"}).Draw(t, "address"))
		if err != nil {
			t.Fatal(err)
		}
		l := csx.Link{Address: address, OnDemand: rapid.Bool().Draw(t, "on demand")}
		l.Name = rapid.SampledFrom([]string{"", "Invoice & more.pdf", "a \"b\".jpg"}).Draw(t, "name")
		return l
	})
	rapid.Check(t, func(t *rapid.T) {
		in := csx.Feed{Title: texts.Draw(t, "title"), Text: texts.Draw(t, "text"), Link: texts.Draw(t, "link"), Built: dates.Draw(t, "built")}
		var items []csx.Item
		for n := range rapid.IntRange(0, 4).Draw(t, "items") {
			i := csx.Item{ID: fmt.Sprint(n, texts.Draw(t, "id")), Title: texts.Draw(t, "title"), Text: texts.Draw(t, "text"), Link: texts.Draw(t, "link"),
				Published: dates.Draw(t, "published"), Built: dates.Draw(t, "built"), Hidden: rapid.Bool().Draw(t, "hidden")}
			if i.Links = rapid.SliceOfNDistinct(links, 0, 4, func(l csx.Link) string { return l.Address }).Draw(t, "links"); len(i.Links) == 1 {
				i.Links[0].Nested = rapid.Bool().Draw(t, "nested")
			}
			items = append(items, i)
		}
		var b bytes.Buffer
		w, err := csx.NewWriter(&b, in)
		for _, i := range items {
			err = errors.Join(err, w.Item(i))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		f, got, err := tryRead(b.String())
		if err != nil || f.Wrong != 0 {
			t.Fatalf("%v, %+v\n%s", err, f.Problems, b.String())
		}
		in.Text = cmp.Or(in.Text, in.Title)
		for n, i := range items {
			if i.Built.IsZero() {
				items[n].Built = i.Published
			}
			for m, l := range i.Links {
				if l.Name == "" { // the address provides it
					items[n].Links[m].Name = got[n].Links[m].Name
				}
			}
		}
		if why := different(f, in, got, items); why != "" {
			t.Fatalf("%s\n%s", why, b.String())
		}
	})
}

func TestXmllintFindsNothingWrong(t *testing.T) {
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not there")
	}
	c := exec.Command(lint, "--noout", "-")
	c.Stdin = strings.NewReader(written(t, csx.Feed{Title: "a\x00b \xff <&>"}, csx.Item{ID: "\x01", Text: "]]>", Links: []csx.Link{{Address: "a&b\"c.jpg", Name: "<\">\n"}}}))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

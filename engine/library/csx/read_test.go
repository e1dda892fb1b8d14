package csx_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/transport"
)

// at is the address of the documents in these tests.
const at = "https://example.com/library/feed.xml"

// read reads a document that must be a feed.
func read(t testing.TB, document string) (csx.Feed, []csx.Item) {
	t.Helper()
	f, items, err := tryRead(document)
	if err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	return f, items
}

func tryRead(document string) (csx.Feed, []csx.Item, error) {
	var items []csx.Item
	f, err := csx.Read(strings.NewReader(document), at, csx.Limits{}, func(i csx.Item) error {
		items = append(items, i)
		return nil
	})
	return f, items, err
}

// rss returns a document with a channel of that content.
func rss(content string) string {
	return `<rss version="2.0" xmlns:csx="` + csx.Namespace + `"><channel>` + content + `</channel></rss>`
}

// rules returns the rules of a feed's problems.
func rules(f csx.Feed) string {
	var all []string
	for _, p := range f.Problems {
		all = append(all, p.Rule)
	}
	return strings.Join(all, " ")
}

// different describes how a result differs from the expected one, or returns "".
func different(f, in csx.Feed, got, items []csx.Item) string {
	if f.Title != in.Title || f.Text != in.Text || f.Link != in.Link || !f.Built.Equal(in.Built) || len(got) != len(items) {
		return fmt.Sprintf("%+v and %d items, want %+v and %d", f, len(got), in, len(items))
	}
	for n, i := range items {
		g := got[n]
		if g.ID != i.ID || g.Title != i.Title || g.Text != i.Text || g.Link != i.Link || g.Hidden != i.Hidden ||
			!g.Published.Equal(i.Published) || !g.Built.Equal(i.Built) || !slices.Equal(g.Links, i.Links) {
			return fmt.Sprintf("%+v, want %+v", g, i)
		}
	}
	return ""
}

func TestWhatIsNewer(t *testing.T) {
	none := time.Time{}
	day := time.Date(2006, time.October, 2, 12, 0, 0, 0, time.UTC)
	const week = 7 * 24 * time.Hour
	for _, c := range []struct {
		name             string
		built, cached    time.Time
		mark, cachedMark string
		want             bool
	}{
		{"a later date", day.Add(time.Second), day, "a", "a", true},
		{"an earlier date", day.Add(-time.Second), day, "a", "b", false},
		{"the same date, whatever it says", day, day, "a", "b", false},
		{"the same instant in another zone", day.In(time.FixedZone("", 7200)), day, "a", "b", false},
		{"a date against none, which is 1601", day, none, "a", "a", true},
		{"no date against one", none, day, "a", "b", false},
		{"1 January 1601 against none", dawn(), none, "a", "b", false},
		{"earlier than 1601 against none", dawn().Add(-time.Second), none, "a", "b", false},
		{"no date and other bytes", none, none, "a", "b", true},
		{"no date and the same bytes", none, none, "a", "a", false},
		{"a date ahead within the longest interval", day.Add(week), day, "a", "a", true},
		{"after a clock that was wrong, other bytes", day, day.AddDate(10, 0, 0), "a", "b", true},
		{"after a clock that was wrong, the same bytes", day, day.AddDate(10, 0, 0), "a", "a", false},
		{"by a clock that is wrong, other bytes", day.AddDate(10, 0, 0), day, "a", "b", true},
		{"by a clock that is still wrong, other bytes", day.AddDate(10, 0, 0), day.AddDate(10, 0, 1), "a", "b", true},
	} {
		if got := csx.Newer(c.built, c.cached, c.mark, c.cachedMark, day); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func dawn() time.Time { return time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC) }

// refused checks that a document is rejected. It returns the trouble and the message.
func refused(t *testing.T, document string) (transport.Trouble, string) {
	t.Helper()
	f, items, err := tryRead(document)
	var e *transport.Error
	if !errors.As(err, &e) {
		t.Fatalf("%+v and %d items, %v, of\n%.200s", f, len(items), err, document)
	}
	if len(items) > 0 {
		t.Errorf("%d items were given of what was refused:\n%.200s", len(items), document)
	}
	return e.Trouble, err.Error()
}

func TestWhatIsNoFeedIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ document, words string }{
		"nothing":           {"", "there is no element in it"},
		"a text":            {"Not found", "there is no element in it"},
		"a page":            {"<!DOCTYPE html>\n<html><head><title>x</title></head></html>", "it is a page for a browser"},
		"a page as XML":     {`<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, "it is a page for a browser"},
		"an entry alone":    {`<entry xmlns="http://www.w3.org/2005/Atom"><title>x</title></entry>`, "it begins with <entry>, and a feed with <rss> or <feed>"},
		"another feed":      {`<feed xmlns="urn:products"><entry><title>x</title></entry></feed>`, "it begins with <feed>"},
		"an outline":        {`<opml version="2.0"><body/></opml>`, "it begins with <opml>"},
		"no channel":        {`<rss version="2.0"/>`, "there is no channel in it"},
		"JSON":              {`{"items": ["<rss>"]}`, "the end of the feed is missing"},
		"a picture":         {"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02<\x00>\x01\xff", "there is no element in it"},
		"a picture (PNG)":   {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "there is no element in it"},
		"RSS behind a page": {`<p>Warning</p>` + rss(""), "it begins with <p>"},
	} {
		trouble, words := refused(t, c.document)
		if trouble != transport.NotFeed && name != "JSON" || !strings.Contains(words, c.words) {
			t.Errorf("%s: %v, %s", name, trouble, words)
		}
	}
}

// TestADocumentWithoutItsEndIsRefused cuts feeds at every byte: the items after the cut would
// count as deleted.
func TestADocumentWithoutItsEndIsRefused(t *testing.T) {
	well := rss(`<title>t</title><item><guid>1</guid><csx:link>a.jpg</csx:link></item><!-- x --><item csx:hiddenItem="true"><guid>2</guid><title><![CDATA[x]]></title></item>`)
	badly := strings.Replace(well, "</csx:link>", "</csx:Link>", 1)
	rdf := `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel></channel><item><guid>1</guid></item><item><guid>2</guid></item></r:RDF>`
	for _, document := range []string{well, badly, rdf, example(t)} {
		end := strings.LastIndex(document, "</channel>") + len("</channel>")
		if document == rdf {
			end = len(document)
		}
		for n := strings.Index(document, "<channel>"); n < end; n++ {
			if trouble, words := refused(t, document[:n]); trouble != transport.BrokenOff && trouble != transport.NotFeed || n > len(document)/2 && trouble != transport.BrokenOff {
				t.Fatalf("%v, %s, of\n%s", trouble, words, document[:n])
			}
		}
	}
	behind := `<rss><channel></channel><item><guid>1</guid></item><item><guid>2</guid></item>`
	if trouble, words := refused(t, behind); trouble != transport.BrokenOff {
		t.Errorf("more items may follow behind the channel: %v, %s", trouble, words)
	}
	if _, items := read(t, strings.TrimSuffix(well, "</rss>")); len(items) != 2 {
		t.Error("with the end of the channel all items are there")
	}
}

func TestFailuresArePassedOn(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := csx.Read(failing{strings.NewReader(""), broken}, at, csx.Limits{}, nil); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := csx.Read(strings.NewReader(rss(`<item><guid>1</guid></item><item><guid>2</guid></item>`)), at, csx.Limits{}, func(i csx.Item) error {
		if i.ID != "1" {
			t.Error("it went on")
		}
		return broken
	}); err != broken {
		t.Error(err)
	}
}

type failing struct {
	io.Seeker
	err error
}

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestHoweverTheBytesArrive(t *testing.T) {
	for _, document := range []string{example(t), rss(`<item><title>ü<![CDATA[]]]]>&amp;</title><csx:link>a.jpg</csx:link></item>`)} {
		want, items := read(t, document)
		var again []csx.Item
		in := strings.NewReader(document)
		f, err := csx.Read(struct {
			io.Reader
			io.Seeker
		}{iotest.OneByteReader(in), in}, at, csx.Limits{}, func(i csx.Item) error { again = append(again, i); return nil })
		if err != nil || f.Wrong != want.Wrong {
			t.Fatal(err, f)
		}
		if why := different(f, want, again, items); why != "" {
			t.Error(why)
		}
	}
}

// A feed on this computer may link to files in its folder.
func TestAFeedThatIsAFileLeadsToPaths(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my feed.xml")
	if err := os.WriteFile(path, []byte(rss(`<item><guid>1</guid><csx:link>a%20b/c.jpg</csx:link></item>`)), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = csx.Read(f, path, csx.Limits{}, func(i csx.Item) error {
		if want := filepath.Join(filepath.Dir(path), "a b", "c.jpg"); i.Links[0].Address != want {
			t.Errorf("%s, want %s", i.Links[0].Address, want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// BenchmarkRead reads a feed of 100,000 items (25 MB).
func BenchmarkRead(b *testing.B) {
	for name, tail := range map[string]string{"well formed": "</channel></rss>", "not well formed": "<p></channel></rss>"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := csx.Read(long(100_000, tail), at, csx.Limits{}, func(csx.Item) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package csx_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/location"
)

// refused is a document that must not be read; it gives the trouble and the words.
func refused(t *testing.T, document string) (location.Trouble, string) {
	t.Helper()
	f, items, err := tryRead(document)
	var e *location.Error
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
		"Atom":              {`<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>`, "it is an Atom feed, and Content Sync Extensions extend RSS 2.0"},
		"Atom with faults":  {`<feed xmlns="http://www.w3.org/2005/Atom"><entry></feed>`, "it is an Atom feed"},
		"an outline":        {`<opml version="2.0"><body/></opml>`, "it begins with <opml>"},
		"no channel":        {`<rss version="2.0"/>`, "there is no channel in it"},
		"JSON":              {`{"items": ["<rss>"]}`, "the end of the feed is missing"},
		"a picture":         {"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02<\x00>\x01\xff", "there is no element in it"},
		"a picture (PNG)":   {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "there is no element in it"},
		"RSS behind a page": {`<p>Warning</p>` + rss(""), "it begins with <p>"},
	} {
		trouble, words := refused(t, c.document)
		if trouble != location.NotFeed && name != "JSON" || !strings.Contains(words, c.words) {
			t.Errorf("%s: %v, %s", name, trouble, words)
		}
	}
}

// TestADocumentWithoutItsEndIsRefused cuts feeds at every byte: the items behind the cut
// would count as deleted.
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
			if trouble, words := refused(t, document[:n]); trouble != location.BrokenOff && trouble != location.NotFeed || n > len(document)/2 && trouble != location.BrokenOff {
				t.Fatalf("%v, %s, of\n%s", trouble, words, document[:n])
			}
		}
	}
	behind := `<rss><channel></channel><item><guid>1</guid></item><item><guid>2</guid></item>`
	if trouble, words := refused(t, behind); trouble != location.BrokenOff {
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

// TestPaths: a feed of this computer leads to files beside it.
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

package csx

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/internal/xmlstream"
)

// outcome is the complete result of a pass over a document.
type outcome struct {
	Feed  Feed
	Items []Item
}

// passed reads a document once, with one of the scanners.
func passed(document string, l Limits, leniently bool) (o outcome, err error) {
	r := reading{body: strings.NewReader(document), address: "https://example.com/feed.xml", limits: l.filled()}
	b := r.builder()
	b.take = func(d *draft) error {
		o.Items = append(o.Items, d.Item)
		return nil
	}
	err = r.pass(b, leniently)
	o.Feed = b.result()
	for i, item := range o.Items {
		if len(item.Links) == 0 {
			o.Items[i].Links = nil
		}
	}
	return o, err
}

// agree reports whether a document is well formed, and returns an error if the scanners give
// different results for a well-formed document.
func agree(document string, l Limits) (wellFormed bool, err error) {
	strict, err := passed(document, l, false)
	var broken *xmlstream.SyntaxError
	if errors.As(err, &broken) {
		return false, nil
	}
	lenient, again := passed(document, l, true)
	if (err == nil) != (again == nil) {
		return true, fmt.Errorf("strictly %v, leniently %v", err, again)
	}
	if err == nil && !reflect.DeepEqual(strict, lenient) {
		return true, fmt.Errorf("strictly  %+v\nleniently %+v", strict, lenient)
	}
	return true, nil
}

// TestBothScannersAgreeOnWhatIsWellFormed keeps the scanners from diverging.
func TestBothScannersAgreeOnWhatIsWellFormed(t *testing.T) {
	well := 0
	rapid.Check(t, func(t *rapid.T) {
		document := drawDocument(t)
		ok, err := agree(document, Limits{Text: 40, Links: 3, Items: 6, Depth: 12})
		if err != nil {
			t.Fatalf("%v\n%s", err, document)
		}
		if ok {
			well++
		}
	})
	if well == 0 {
		t.Error("no document was well formed")
	}
}

// The parts of random documents: whatever an HTML tokenizer might misread.
var (
	drawnNames = rapid.SampledFrom([]string{
		"item", "item", "item", "Item", "title", "link", "guid", "GUID", "description", "pubDate", "lastBuildDate", "channel", "rss",
		"c:link", "c:link", "c:link", "c:Link", "c:lastBuildDate", "c:hiddenItem", "d:link", "s:conflicts", "s:sync", "c:other", "a:link",
		"entry", "entry", "a:entry", "a:title", "summary", "content", "a:content", "id", "updated", "published", "enclosure", "subtitle",
		"script", "style", "textarea", "plaintext", "xmp", "iframe", "noembed", "noframes", "noscript", "br", "img", "input", "p", "table", "select", "html", "body", "svg", "math", "file", "Photos",
	})
	drawnTexts = rapid.SampledFrom([]string{
		"", "a.jpg", "b/c.jpg", "http://h/x?a=1&amp;copy=2", "&lt;b&gt;", "&#x41;&#128;&#233;", "<![CDATA[a.jpg]]>", "<![CDATA[<item>&amp; </title>]]>", "<![CDATA[]]>]]",
		"<!-- <item> -->", "<!--> x -->", "<!---->", "<?pi a > <b> ?>", "<?pi?>", " \r\n\t", "Mon, 2 Oct. 2006 1:35:12", "Sat, 21 May 2005 11:43:33 GMT", "true", "yes", "ü😀", "> ]] >", "x\ry",
		"mailto:a@b", "#frag", "../../up", "a text that is longer than what is kept of one, whatever it says",
	})
	drawnAttrs = rapid.SampledFrom([]string{
		"", "", "", ` nestedFeed="true"`, ` nestedFeed='false'`, ` onDemand="true"`, ` NestedFeed="TRUE"`, ` c:hiddenItem="true"`, ` hiddenItem = 'yes'`, ` name="N &lt; &#10; > x"`, " name='two\r\nlines'",
		` xmlns:c="urn:other"`, ` xmlns="urn:photos"`, ` xmlns=""`, ` xmlns:c="http://schemas.microsoft.com/rss/2007/ContentSyncExtensions/"`, ` x="/"`, ` x='"' y="'"`, ` href="a&amp;b"`,
		` type="xhtml"`, ` type="html"`, ` type='text'`, ` rel="enclosure" href="e.mp3"`, ` url="e.mp3"`, ` xml:base="b/"`, ` src="s"`,
	})
)

func drawDocument(t *rapid.T) string {
	var b strings.Builder
	b.WriteString(rapid.SampledFrom([]string{"", "<?xml version='1.0'?>\n", "\uFEFF", "<!-- first -->\r\n"}).Draw(t, "before"))
	name := rapid.SampledFrom([]string{"rss", "rss", "rss", "RSS", "r:RDF", "feed", "feed xmlns='http://www.w3.org/2005/Atom'", "a:feed"}).Draw(t, "root")
	fmt.Fprintf(&b, `<%s xmlns:c="%s" xmlns:d="%s" xmlns:r="urn:r" xmlns:a="http://www.w3.org/2005/Atom" xmlns:s="http://feedsync.org/2007/feedsync">`, name, Namespace, Namespace)
	for range rapid.IntRange(1, 2).Draw(t, "channels") {
		b.WriteString("<channel" + drawnAttrs.Draw(t, "attribute") + ">")
		for range rapid.IntRange(0, 8).Draw(t, "children") {
			drawElement(t, &b, 0)
		}
		b.WriteString("</channel>\n")
	}
	drawElement(t, &b, 4)
	fmt.Fprintf(&b, "</%s>%s", strings.Fields(name)[0], rapid.SampledFrom([]string{"", "\n", "<!-- last -->", "<?pi?>"}).Draw(t, "after"))
	return b.String()
}

func drawElement(t *rapid.T, b *strings.Builder, depth int) {
	name, attrs := drawnNames.Draw(t, "name"), drawnAttrs.Draw(t, "attribute")
	if depth > 8 || rapid.IntRange(0, 9).Draw(t, "empty") == 0 {
		b.WriteString("<" + name + attrs + "/>")
		return
	}
	b.WriteString("<" + name + attrs + ">")
	for range rapid.IntRange(0, 4).Draw(t, "content") {
		if rapid.Bool().Draw(t, "text") {
			b.WriteString(drawnTexts.Draw(t, "piece"))
		} else {
			drawElement(t, b, depth+1)
		}
	}
	b.WriteString("</" + name + rapid.SampledFrom([]string{"", " ", "\n"}).Draw(t, "space") + ">")
}

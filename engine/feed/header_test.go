package feed_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// TestHeaders reads what feeds say of themselves, element by element.
func TestHeaders(t *testing.T) {
	const channel, feedTag = `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel>`, `<feed xmlns="http://www.w3.org/2005/Atom">`
	then := at("11:43:33").Time()
	for _, c := range []struct {
		document string
		want     feed.Document
	}{
		{channel + "<title> a &amp; <![CDATA[b]]> </title><description>d</description>", feed.Document{Title: "a & b", Subtitle: "d"}},
		{channel + "<link>l</link><atom:link rel='self' href='s'/>", feed.Document{Link: "l", Self: "s"}},
		{channel + "<lastBuildDate>Sat, 21 May 2005 11:43:33 GMT</lastBuildDate><pubDate>Sat, 21 May 2005 10:00:00 GMT</pubDate>", feed.Document{Updated: then}},
		{channel + "<pubDate>Sat, 21 May 2005 11:43:33 GMT</pubDate>", feed.Document{Updated: then}},
		{channel + "<pubDate>soon</pubDate>", feed.Document{}},
		{channel + "<managingEditor>me@example.com</managingEditor>", feed.Document{Author: "me@example.com"}},
		{channel + "<atom:author><atom:name>Me</atom:name></atom:author><managingEditor>x</managingEditor>", feed.Document{Author: "Me", Unsaid: []string{"managingEditor"}}},
		{channel + "<atom:id>i</atom:id><atom:updated>2005-05-21T11:43:33Z</atom:updated>", feed.Document{ID: "i", Updated: then}},
		{channel + "<image><title>not this</title></image>", feed.Document{Unsaid: []string{"image"}}},
		{channel + "<mine/>", feed.Document{Foreign: "<foreign><mine/></foreign>"}},
		{feedTag + "<link href='a'/><link href='b'/><link rel='edit' href='c'/>", feed.Document{Link: "a", Unsaid: []string{"link"}}},
		{feedTag + "<author><name> Me </name></author><author><name>You</name></author>", feed.Document{Author: "Me", Unsaid: []string{"author"}}},
		{feedTag + "<author xmlns:x=\"urn:x\"><x:name>nick</x:name><name>Me</name></author>", feed.Document{Author: "Me", Unsaid: []string{"author"}}},
	} {
		tail := "</channel></rss>"
		c.want.Format = feed.RSS
		if strings.HasPrefix(c.document, feedTag) {
			tail, c.want.Format = "</feed>", feed.Atom
		}
		r := feed.NewReader(strings.NewReader(c.document+tail), "f")
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		if got := r.Document(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.document, got, c.want)
		}
	}
}

// TestProblemInWords is what the commands print.
func TestProblemInWords(t *testing.T) {
	p := feed.Problem{Severity: feed.Error, Line: 12, Item: "i", Rule: "missing-history", Section: "SSE 0.93 §2.5", Text: "sx:sync has no sx:history"}
	if got, want := p.String(), `line 12: error: item "i": sx:sync has no sx:history (missing-history, SSE 0.93 §2.5)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUnsaid names what a document that is made anew does not say of its feed.
func TestUnsaid(t *testing.T) {
	for document, want := range map[string]string{
		`<rss><channel><title>t</title><link>l</link><description>d</description><pubDate>x</pubDate><generator>g</generator><copyright/>` +
			`<managingEditor>a</managingEditor></channel></rss>`: "[]",
		`<rss><channel><language>de</language><category>a</category><category>b</category><image><url>u</url></image><cloud port="80"/></channel></rss>`: "[language category image cloud]",
		`<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><link>l</link><a:link href="l"/><a:link rel="self" href="s"/><a:author><a:name>a</a:name></a:author>` +
			`<managingEditor>b</managingEditor><a:link rel="hub" href="h"/></channel></rss>`: "[managingEditor link]",
		`<feed xmlns="http://www.w3.org/2005/Atom"><author><name>a</name></author><author><name>a</name><uri>u</uri></author><rights>r</rights><contributor><name>c</name></contributor></feed>`: "[author rights contributor]",
		`<opml><head><ownerEmail>e</ownerEmail><ownerName>n</ownerName><ownerId>i</ownerId><expansionState>1</expansionState></head><body/></opml>`:                                              "[ownerEmail ownerId]",
		`<opml><head><ownerName>n</ownerName><ownerEmail>e</ownerEmail></head><body/></opml>`:                                                                                                    "[ownerEmail]",
		`<opml><head><ownerEmail>e</ownerEmail></head><body/></opml>`:                                                                                                                            "[]",
	} {
		r := feed.NewReader(strings.NewReader(document), "f")
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Document().Unsaid); got != want {
			t.Errorf("%s: %s, want %s", document, got, want)
		}
	}
}

// TestUnsaidOfAHostileHead: names without end are not all noted.
func TestUnsaidOfAHostileHead(t *testing.T) {
	var b strings.Builder
	for n := range 10_000 {
		fmt.Fprintf(&b, "<e%d>x</e%d>", n, n)
	}
	r := feed.NewReader(strings.NewReader(`<feed xmlns="http://www.w3.org/2005/Atom">`+b.String()+"</feed>"), "f")
	if _, err := r.Next(); err != io.EOF || len(r.Document().Unsaid) != 50 {
		t.Errorf("%v, %d noted", err, len(r.Document().Unsaid))
	}
}

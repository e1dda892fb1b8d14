package csx_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/csx"
)

// atom returns an Atom feed of that content.
func atom(content string) string {
	return `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:csx="` + csx.Namespace + `">` + content + `</feed>`
}

// TestReadAtom reads the example of RFC 4287 §1.1, with an enclosure that is a path.
func TestReadAtom(t *testing.T) {
	f, items := read(t, atom(`<title type="text">dive into mark</title><subtitle type="html">A &lt;em&gt;lot&lt;/em&gt; of effort</subtitle>
		<updated>2005-07-31T12:29:29Z</updated><id>tag:example.org,2003:3</id>
		<link rel="alternate" type="text/html" hreflang="en" href="http://example.org/"/>
		<link rel="self" type="application/atom+xml" href="http://example.org/feed.atom"/><author><name>x</name></author>
		<entry><title>Atom draft-07 snapshot</title>
		<link rel="alternate" type="text/html" href="http://example.org/2005/04/02/atom"/>
		<link rel="enclosure" type="audio/mpeg" length="1337" href="audio/ph34r_my_podcast.mp3"/>
		<id>tag:example.org,2003:3.2397</id><updated>2005-07-31T12:29:29Z</updated><published>2003-12-13T08:29:29-04:00</published>
		<author><name>Mark Pilgrim</name></author><source><id>no</id><title>no</title></source>
		<content type="xhtml" xml:lang="en" xml:base="http://diveintomark.org/"><div xmlns="http://www.w3.org/1999/xhtml"><p><i>[Update: &amp; &lt; <a href="x?a=1&amp;b=2">here</a>]</i></p></div></content>
		</entry>`))
	if f.Title != "dive into mark" || f.Text != "A <em>lot</em> of effort" || f.Link != "http://example.org/" || !f.Built.IsZero() || f.Wrong != 0 {
		t.Errorf("%+v", f)
	}
	if len(items) != 1 {
		t.Fatalf("%d items", len(items))
	}
	i := items[0]
	published, updated := time.Date(2003, 12, 13, 12, 29, 29, 0, time.UTC), time.Date(2005, 7, 31, 12, 29, 29, 0, time.UTC)
	if i.ID != "tag:example.org,2003:3.2397" || i.Title != "Atom draft-07 snapshot" || i.Link != "http://example.org/2005/04/02/atom" || !i.Published.Equal(published) || !i.Built.Equal(updated) {
		t.Errorf("%+v", i)
	}
	if want := `<div><p><i>[Update: &amp; &lt; <a href="x?a=1&amp;b=2">here</a>]</i></p></div>`; i.Text != want {
		t.Errorf("%s\nwant %s", i.Text, want)
	}
	if len(i.Links) != 1 || !i.Links[0].OnDemand || i.Links[0].Nested || addresses(i) != "ph34r_my_podcast.mp3=audio/ph34r_my_podcast.mp3" {
		t.Errorf("%+v", i.Links)
	}
}

func TestTheTextsOfAnAtomEntry(t *testing.T) {
	for _, c := range []struct{ content, title, text string }{
		{`<title>A &lt; B &amp; C</title><content>A &lt; B
C</content>`, "A < B & C", "A &lt; B<br>\nC"},
		{`<title type="html">A &amp;amp; &lt;b&gt;B&lt;/b&gt;</title><content type="html">&lt;p&gt;x</content>`, "A & B", "<p>x"},
		{`<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>B</b></div></title><summary type="text/html">&lt;p&gt;x</summary>`, "A B", "<p>x"},
		{`<title><![CDATA[A <b>]]></title><summary>short</summary><content>long</content>`, "A <b>", "long"},
		{`<content>long</content><summary>short</summary>`, "", "long"},
		{`<content type="xhtml"><div>A<br/>B<img src="c.png"/></div></content>`, "", `<div>A<br>B<img src="c.png"></div>`},
		{`<content type="image/png">iVBORw0KGgo</content><summary>short</summary>`, "", "short"},
		{`<content type="text/html" src="page.html"/><summary>short</summary>`, "", "short"},
		{`<description>no</description><subtitle>no</subtitle>`, "", ""},
	} {
		f, items := read(t, atom(`<entry><id>1</id>`+c.content+`</entry>`))
		if len(items) != 1 || items[0].Title != c.title || items[0].Text != c.text || f.Wrong != 0 {
			t.Errorf("%s: %+v, %+v", c.content, items, f.Problems)
		}
	}
}

func TestTheLinksOfAnAtomEntry(t *testing.T) {
	for _, c := range []struct{ content, link, files string }{
		{`<link href="a.html#x"/><link href="b.html"/>`, "https://example.com/library/a.html#x", ""},
		{`<link rel="replies" href="a.html"/><link rel="alternate" href="mailto:a@example.com"/>`, "mailto:a@example.com", ""},
		{`<link href="#x" xml:base="../b/"/>`, "https://example.com/b/#x", ""},
		{`<link rel="enclosure" href="a.mp3"/><link rel="http://www.iana.org/assignments/relation/enclosure" href="b.mp3"/><link rel="enclosure" href="a.mp3"/>`, "", "a.mp3=a.mp3 b.mp3=b.mp3"},
		{strings.Repeat(`<link rel="enclosure" href="a.mp3"/>`, 10_000) + `<link rel="enclosure" href="b.mp3"/>`, "", "a.mp3=a.mp3 b.mp3=b.mp3"},
		{`<csx:link>a.jpg</csx:link><link rel="enclosure" href="a.jpg"/>`, "", "a.jpg=a.jpg"},
		{`<source><link href="no"/></source><enclosure url="no.mp3"/>`, "", ""},
	} {
		_, items := read(t, atom(`<entry xml:base="./"><id>1</id>`+c.content+`</entry>`))
		if len(items) != 1 || items[0].Link != c.link || addresses(items[0]) != c.files {
			t.Errorf("%s: %+v", c.content, items)
		}
	}
}

// TestWhatIsWrongWithAnAtomFeed has the rules and limits of RSS.
func TestWhatIsWrongWithAnAtomFeed(t *testing.T) {
	var many strings.Builder
	for n := range 10_001 {
		fmt.Fprintf(&many, `<link rel="enclosure" href="%d"/>`, n)
	}
	for _, c := range []struct{ content, told, section string }{
		{`<entry><title>x</title></entry>`, "missing-guid", "RFC 4287 §4.2.6"},
		{`<entry><id>1</id></entry><entry><id>1</id></entry>`, "twice", "RFC 4287 §4.2.6"},
		{`<entry><id>1</id><updated>soon</updated></entry>`, "bad-date", "RFC 4287 §3.3"},
		{`<entry><id>1</id><updated>Sat, 21 May 2005 11:43:33 GMT</updated></entry>`, "lenient-date", "RFC 4287 §3.3"},
		{`<entry><id>1</id><link rel="enclosure" href="javascript:x"/></entry>`, "bad-link", "RFC 4287 §4.2.7"},
		{`<Entry><id>1</id></Entry>`, "element-case", "XML 1.0 §3.1"},
		{`<entry><id>1</id><updated>2006-10-02</updated></entry>`, "lenient-date", "RFC 4287 §3.3"},
		{`<entry><id>1</id>` + many.String() + `</entry>`, "too-many-links", "limits"},
		{`<entry><id>1</id><csx:link nestedFeed="true">f.xml</csx:link><link rel="enclosure" href="x"/></entry>`, "other-links-ignored", "nestedFeed attribute for <csx:link>"},
		{`<entry><id>1</id>`, "not-well-formed", "XML 1.0 §2.1"},
		{`<entry><id>1</id><content type="html">` + strings.Repeat("x", 1<<20+1) + `</content></entry>`, "text-cut", "limits"},
	} {
		f, items := read(t, atom(c.content))
		if rules(f) != c.told || f.Problems[0].Section != c.section || len(items) != 1 {
			t.Errorf("%.80s: %+v, %d items", c.content, f.Problems, len(items))
		}
	}
}

// Only the advice of the feed's own format helps its publisher.
func TestAWrongDateIsToldAsItsFormatWritesIt(t *testing.T) {
	for _, c := range []struct{ document, told string }{
		{atom(`<entry><id>1</id><updated>soon</updated></entry>`), "RFC 3339"},
		{`<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><guid>1</guid><dc:date>soon</dc:date></item></channel></rss>`, "RFC 3339"},
		{`<rss><channel><item><guid>1</guid><pubDate>soon</pubDate></item></channel></rss>`, "RFC 822"},
	} {
		if f, _ := read(t, c.document); len(f.Problems) != 1 || !strings.Contains(f.Problems[0].Text, c.told) {
			t.Errorf("%s: %+v", c.document, f.Problems)
		}
	}
}

func TestTheDatesOfAtom03(t *testing.T) {
	_, items := read(t, `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id><issued>2003-12-13T08:29:29-04:00</issued><modified>2003-12-14T18:30:02Z</modified></entry></feed>`)
	if len(items) != 1 || !items[0].Published.Equal(time.Date(2003, 12, 13, 12, 29, 29, 0, time.UTC)) || !items[0].Built.Equal(time.Date(2003, 12, 14, 18, 30, 2, 0, time.UTC)) {
		t.Errorf("%+v", items)
	}
}

// W3CDTF, which RSS 1.0 refers to, lets a date end early.
func TestADateOfDublinCoreMayEndEarly(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2006":                   time.Date(2006, 1, 1, 0, 0, 0, 0, time.UTC),
		"2006-10":                time.Date(2006, 10, 1, 0, 0, 0, 0, time.UTC),
		"2006-10-02":             time.Date(2006, 10, 2, 0, 0, 0, 0, time.UTC),
		"2006-10-02T12:00+02:00": time.Date(2006, 10, 2, 10, 0, 0, 0, time.UTC),
	} {
		f, items := read(t, `<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><guid>1</guid><dc:date>`+text+`</dc:date></item></channel></rss>`)
		if f.Wrong != 0 || len(items) != 1 || !items[0].Published.Equal(want) {
			t.Errorf("%s: %+v, %+v", text, f.Problems, items)
		}
	}
}

func TestTheDateOfAnItemOfRSS1(t *testing.T) {
	f, items := read(t, `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
		<channel><title>t</title><dc:date>2001-01-01</dc:date></channel><item><guid>1</guid><title>x</title><dc:date>2006-10-02T12:00:00+00:00</dc:date></item></r:RDF>`)
	if rules(f) != "no-channel" || len(items) != 1 || !items[0].Published.Equal(october(2, 12, 0, 0)) || !items[0].Built.Equal(october(2, 12, 0, 0)) {
		t.Errorf("%+v, %+v", f, items)
	}
}

package feed_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

const withSync = `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync" id="i" updates="1"><sx:history sequence="1" by="A"/></sx:sync>`

// TestToNeutral maps elements to the neutral form, one by one ("Shared and publisher-specific
// data").
func TestToNeutral(t *testing.T) {
	const atomRoot, rssRoot = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://www.w3.org/2005/Atom" xmlns:x="urn:x"><entry>`, `<rss xmlns:a="http://www.w3.org/2005/Atom" xmlns:x="urn:x"><channel><item>`
	for _, c := range []struct{ root, in, content, publisher string }{
		{rssRoot, `<title>a</title>`, `<title>a</title>`, ``},
		{rssRoot, `<description>a</description>`, `<content>a</content>`, ``},
		{rssRoot, `<description>a &amp; b</description>`, `<content type="html">a &amp; b</content>`, ``},
		{rssRoot, `<description><![CDATA[<b>]]></description>`, `<content type="html"><![CDATA[<b>]]></content>`, ``},
		{rssRoot, `<link> http://h/ </link>`, `<link href="http://h/"/>`, ``},
		{rssRoot, `<category domain="d">c</category>`, `<category scheme="d" term="c"/>`, ``},
		{rssRoot, `<enclosure url="u" length="1" type="a/b"/>`, `<link href="u" length="1" type="a/b" rel="enclosure"/>`, ``},
		{rssRoot, `<a:summary>s</a:summary>`, `<summary>s</summary>`, ``},
		{rssRoot, `<a:link href="u" title="t"/>`, `<link href="u" title="t"/>`, ``},
		{rssRoot, `<guid>g</guid><pubDate>p</pubDate><author>a</author><comments>c</comments><source url="u">s</source>`, ``,
			`<item><guid>g</guid><pubDate>p</pubDate><author>a</author><comments>c</comments><source url="u">s</source></item>`},
		{rssRoot, `<a:id>g</a:id>`, ``, `<item xmlns:a="http://www.w3.org/2005/Atom"><a:id>g</a:id></item>`},
		{rssRoot, `<own><z/></own>`, `<own xmlns=""><z/></own>`, ``},
		{rssRoot, `<x:a><z/></x:a>`, `<x:a><z xmlns=""/></x:a>`, ``},
		{rssRoot, `<x:a><z xmlns="urn:z"/></x:a>`, `<x:a><z xmlns="urn:z"/></x:a>`, ``},
		{atomRoot, `<title type="html">a</title><summary/><content src="u"/><category term="t"/><rights>r</rights>`,
			`<title type="html">a</title><summary/><content src="u"/><category term="t"/><rights>r</rights>`, ``},
		{atomRoot, `<a:title>a</a:title>`, `<title>a</title>`, ``},
		{atomRoot, `<link href="1"/><link rel="alternate" href="2"/><link rel="related" href="3"/><link rel="enclosure" href="4"/><link rel="via" href="5"/>`,
			`<link href="1"/><link rel="alternate" href="2"/><link rel="related" href="3"/><link rel="enclosure" href="4"/><link rel="via" href="5"/>`, ``},
		{atomRoot, `<link rel="self" href="1"/><link rel="edit" href="2"/>`, ``, `<entry xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="1"/><link rel="edit" href="2"/></entry>`},
		{atomRoot, `<id>i</id><updated>u</updated><published>p</published><author/><contributor/><source/>`, ``,
			`<entry xmlns="http://www.w3.org/2005/Atom"><id>i</id><updated>u</updated><published>p</published><author/><contributor/><source/></entry>`},
		{atomRoot, `<x:a x:b="c"/><!-- note -->`, `<x:a x:b="c"/><!-- note -->`, ``},
		{atomRoot, `<p xmlns=""><q/></p>`, `<p xmlns=""><q/></p>`, ``},
	} {
		document := c.root + c.in + withSync + closing(c.root)
		v := items(t, document)[0].Winner
		content := strings.Replace(v.Content.XML(), ` xmlns:x="urn:x"`, "", 1)
		if want := neutral(c.content); content != want || v.Publisher != c.publisher {
			t.Errorf("%s:\n got %s and %s\nwant %s and %s", c.in, content, v.Publisher, want, c.publisher)
		}
	}
}

// neutral returns a content with those children.
func neutral(children string) string {
	const open = `<entry xmlns="http://www.w3.org/2005/Atom"`
	if children == "" {
		return open + "/>"
	}
	return open + ">" + children + "</entry>"
}

// closing returns the end tags for the start tags of a document.
func closing(root string) string {
	if strings.HasPrefix(root, "<rss") {
		return "</item></channel></rss>"
	}
	return "</entry></feed>"
}

// TestLanguageAndBase checks that language and base are copied to the neutral form from
// wherever they are declared.
func TestLanguageAndBase(t *testing.T) {
	const conflicts = `<sx:conflicts><item xml:lang="fr"><sx:sync id="i" updates="1"><sx:history sequence="1" by="A"/></sx:sync></item></sx:conflicts>`
	it := items(t, `<rss xml:lang="en" xml:base="http://h/a/"><channel xml:base="b/"><item xml:lang="de" xml:base="c">`+
		strings.Replace(withSync, "</sx:sync>", conflicts+"</sx:sync>", 1)+`</item></channel></rss>`)[0]
	for i, want := range []string{
		`<entry xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="http://h/a/b/c"/>`,
		`<entry xmlns="http://www.w3.org/2005/Atom" xml:lang="fr" xml:base="http://h/a/b/c"/>`,
	} {
		if got := it.Versions()[i].Content.XML(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestAttributesOfItems checks that attributes stay with the item in both formats.
func TestAttributesOfItems(t *testing.T) {
	it := items(t, `<rss xmlns:x="urn:x"><channel><item x:a="1&#10;2" b="3" xml:space="preserve">`+withSync+`</item></channel></rss>`)[0]
	for _, f := range []item.Format{item.Atom, item.RSS} {
		it = items(t, publish(t, sampleDocument(f), it))[0]
		want := `<entry xmlns="http://www.w3.org/2005/Atom" x:a="1&#xA;2" xmlns:x="urn:x" b="3" xml:space="preserve"`
		if got := it.Winner.Content.XML(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", f, got, want)
		}
	}
}

// TestTombstones checks that published tombstones contain only their title (SSE 0.93 §3.2).
func TestTombstones(t *testing.T) {
	for _, f := range []item.Format{item.RSS, item.Atom} {
		dead := tombstone()
		dead.Conflicts = []*item.Version{dead.Winner}
		document := publish(t, sampleDocument(f), dead)
		if strings.Contains(document, "secret") {
			t.Errorf("%s: the data of a tombstone are published:\n%s", f, document)
		}
		if v := items(t, document)[0].Winner; !v.Deleted || v.Title() != "Call <Jack>" {
			t.Errorf("%s: %+v", f, v)
		}
	}
}

// TestPublisherData checks that publisher-specific data stays with its feed and is not written
// in another format.
func TestPublisherData(t *testing.T) {
	it := groceries()
	it.Winner.Publisher = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:x"><id>urn:mine</id><updated>1999-01-01T00:00:00Z</updated><author x:a="b"><name>Me</name></author></entry>`
	entry := publish(t, sampleDocument(item.Atom), it)
	for text, want := range map[string]bool{
		"<id>urn:mine</id>": true, `<author x:a="b" xmlns:x="urn:x"><name>Me</name></author>`: true, "1999": false, "<updated>2005-05-21T12:43:33Z</updated>\n    <sx:sync": true,
	} {
		if strings.Contains(entry, text) != want {
			t.Errorf("%q should be there: %t\n%s", text, want, entry)
		}
	}
	if in := publish(t, sampleDocument(item.RSS), it); strings.Contains(in, "urn:mine") {
		t.Errorf("an Atom id is in RSS:\n%s", in)
	}
}

// TestAuthors checks that entries name an author if the feed does not (RFC 4287 §4.1.2).
func TestAuthors(t *testing.T) {
	d := sampleDocument(item.Atom)
	d.Author = ""
	if got := publish(t, d, groceries()); !strings.Contains(got, "<author><name>GPM7383</name></author>") {
		t.Error(got)
	}
}

// appended writes an item into a document that has none.
func appended(t *testing.T, document string, it *item.Item) string {
	t.Helper()
	return rewritten(t, document, feed.RewriteOptions{Tail: func(write func(*item.Item) error) error { return write(it) }})
}

// TestPrefixes checks that undeclared namespaces are declared where they are used, with a
// prefix that has no other meaning there.
func TestPrefixes(t *testing.T) {
	carries := &item.Item{Winner: &item.Version{
		ID: "i", Updates: 1, Content: item.Plain("t", ""), Extra: `<extra xmlns:sx="urn:other" sx:a="b"></extra>`,
		History: []item.History{{Sequence: 1, By: "A", Extra: `<extra xmlns:f="urn:other" f:a="b"></extra>`}},
	}}
	const fs = ` xmlns:f="http://feedsync.org/2007/feedsync"`
	for _, c := range []struct{ document, want string }{
		{"<rss><channel/></rss>", ""},
		{"<rss><channel></channel></rss>", `<sxx:sync xmlns:sxx="http://feedsync.org/2007/feedsync" id="i" updates="1" xmlns:sx="urn:other" sx:a="b">`},
		{"<rss" + fs + "><channel></channel></rss>", `<f:sync id="i" updates="1" xmlns:sx="urn:other" sx:a="b">`},
		{"<rss" + fs + "><channel></channel></rss>", `<sx:history xmlns:sx="http://feedsync.org/2007/feedsync" sequence="1" by="A" xmlns:f="urn:other" f:a="b"/>`},
		{`<rss xmlns:sx="urn:x"><channel></channel></rss>`, `<sxx:sync xmlns:sxx="http://feedsync.org/2007/feedsync" id="i"`},
		{`<a:feed xmlns:a="http://www.w3.org/2005/Atom"></a:feed>`, `<entry xmlns="http://www.w3.org/2005/Atom">`},
	} {
		got := appended(t, c.document, carries)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nlacks %s", c.document, got, c.want)
		}
		if c.want != "" && !sameItems(items(t, got)[0], carries) {
			t.Errorf("%s: the item is another one in\n%s", c.document, got)
		}
	}
}

// TestAtomInRSS checks that Atom's elements declare their namespace if the document has no
// prefix for it.
func TestAtomInRSS(t *testing.T) {
	it := rich(t)
	got := appended(t, "<rss><channel></channel></rss>", it)
	if want := `<summary xmlns="http://www.w3.org/2005/Atom">short</summary>`; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
	if !sameItems(items(t, got)[0], it) {
		t.Errorf("the item is another one in\n%s", got)
	}
}

// TestNotWritable checks that OPML has no FeedSync, Atom no SSE 0.91, and no document both.
func TestNotWritable(t *testing.T) {
	for _, d := range []feed.Document{{Format: item.OPML, Dialect: item.FeedSync10}, {Format: item.Atom, Dialect: item.SSE091}} {
		d.Updated = at("11:43:33").Time()
		if err := feed.NewWriter(&strings.Builder{}, d).Write(groceries()); err == nil || !strings.Contains(err.Error(), ": choose ") {
			t.Errorf("%+v: %v", d, err)
		}
	}
	if _, err := feed.Rewrite(&strings.Builder{}, strings.NewReader(untouched), "f", feed.RewriteOptions{Dialect: item.SSE091}); err == nil || !strings.Contains(err.Error(), "convert the document first") {
		t.Errorf("rewritten as SSE 0.91: %v", err)
	}
	if _, err := feed.Rewrite(&strings.Builder{}, strings.NewReader("<opml><head/><body><outline/></body></opml>"), "f", feed.RewriteOptions{}); err == nil || !strings.Contains(err.Error(), "by Outlines") {
		t.Errorf("an outline was rewritten: %v", err)
	}
}

// A digest is written on the topmost sx:history and read back, in each format. It is not part
// of the sync metadata, and values that our endpoints never write are ignored.
func TestDigest(t *testing.T) {
	old := feed.Document{Dialect: item.SSE091, Title: "To Do List", Updated: time.Date(2005, 5, 21, 12, 43, 33, 0, time.UTC)}
	oldRSS, oldOPML := old, old
	oldRSS.Format, oldOPML.Format = item.RSS, item.OPML
	for _, d := range []feed.Document{sampleDocument(item.RSS), sampleDocument(item.Atom), oldRSS, oldOPML} {
		f, it := fmt.Sprint(d.Format, " ", d.Dialect), items(t, publish(t, d, groceries()))[0] // the content as read from this format
		for _, v := range it.Versions() {
			v.Digest = v.Content.Digest()
		}
		document := publish(t, d, it)
		back := items(t, document)[0]
		if !back.Winner.Intact() || !back.Conflicts[0].Intact() || strings.Count(document, "cf:digest") != 2 {
			t.Errorf("%s: digests %q and %q in\n%s", f, back.Winner.Digest, back.Conflicts[0].Digest, document)
		}
		for name, other := range map[string]string{
			"dropped":  strings.ReplaceAll(document, ` cf:digest="`+it.Winner.Digest+`"`, ""),
			"none":     strings.ReplaceAll(document, it.Winner.Digest, strings.Repeat("x", 32)),
			"longer":   strings.ReplaceAll(document, it.Winner.Digest, it.Winner.Digest+"0"),
			"an older": strings.ReplaceAll(strings.ReplaceAll(document, ` cf:digest="`+it.Winner.Digest+`"`, ""), `sequence="3"`, `sequence="3" cf:digest="`+it.Winner.Digest+`"`),
		} {
			if v := items(t, other)[0].Winner; v.Digest != "" || !v.SameSync(it.Winner) {
				t.Errorf("%s, %s: digest %q, the same version: %v", f, name, v.Digest, v.SameSync(it.Winner))
			}
		}
	}
}

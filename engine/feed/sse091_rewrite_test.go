package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// untouched091 is an RSS feed of SSE 0.91 with everything that must not change.
const untouched091 = "<?xml version='1.0'?>\r\n<rss version='2.0' xmlns:s='https://www.microsoft.com/schemas/rss/sse' xmlns:x = \"urn:x\" ><channel>\r" +
	"<s:sharing since='Sat, 1 Jan 05 00:00 EST' version='0.91'/><title>t</title>\n" +
	"<item  ><title>t</title><s:sync version='2' id='i1'  deleted=''><s:history  by='A' when='Sat, 1 Jan 05 00:00 EST' x:y='z'><s:update when='1 Jan 2004 00:00 GMT'/></s:history><!-- c -->" +
	"<s:conflicts><s:conflict version='2' by='B'>what B said</s:conflict></s:conflicts></s:sync ></item>text?\n" +
	"<item><s:sync/></item><item><title>no sync</title></item></channel></rss>\n"

// TestRewrite091 checks that a document is copied byte for byte, and that only a changed
// sx:sync is rewritten, with the document's own namespace.
func TestRewrite091(t *testing.T) {
	if got := rewritten(t, untouched091, feed.RewriteOptions{}); got != untouched091 {
		t.Error(difference(got, untouched091))
	}
	same := func(it *item.Item) feed.Edit {
		v := *it.Winner
		return feed.Replace(&item.Item{Winner: &v, Conflicts: it.Conflicts, Flagged: it.Flagged})
	}
	if got := rewritten(t, untouched091, change("i1", same)); got != untouched091 {
		t.Error(difference(got, untouched091))
	}
	start, end := strings.Index(untouched091, "<s:sync version"), strings.Index(untouched091, "</item>text?")
	got := rewritten(t, untouched091, change("i1", func(it *item.Item) feed.Edit {
		v := *it.Winner
		v.Updates, v.Resolved = 3, []item.History{it.Conflicts[0].Top()}
		v.History = append([]item.History{{Sequence: 3, When: at("12:43:33"), By: "C"}}, v.History...)
		return feed.Replace(&item.Item{Winner: &v})
	}))
	want := untouched091[:start] + `<s:sync id="i1" version="3" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" cf:settled="2;;B">
        <!-- c -->
        <s:history when="Sat, 21 May 2005 12:43:33 GMT" by="C">
          <s:update when="Sat, 1 Jan 05 00:00 EST" by="A" x:y="z"/>
          <s:update when="1 Jan 2004 00:00 GMT"/>
        </s:history>
      </s:sync>` + untouched091[end:]
	if got != want {
		t.Error(difference(got, want))
	}
}

// TestMissingData checks that unknown conflict data is written back as it was read (SSE 0.91
// §5.2).
func TestMissingData(t *testing.T) {
	got := rewritten(t, untouched091, change("i1", func(it *item.Item) feed.Edit {
		v := *it.Winner
		v.Content = v.Content.WithTitle("new")
		return feed.Replace(&item.Item{Winner: &v, Conflicts: it.Conflicts, Flagged: it.Flagged})
	}))
	if want := "<s:conflict version=\"2\" by=\"B\">\n            what B said\n          </s:conflict>"; !strings.Contains(got, want) || !strings.Contains(got, `conflict="true"`) {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
}

// TestTail091 checks that items are appended in the document's dialect.
func TestTail091(t *testing.T) {
	it := groceries()
	got := rewritten(t, strings.Replace(untouched091, "<item><s:sync/></item><item><title>no sync</title></item>", "", 1), feed.RewriteOptions{Tail: func(write func(*item.Item) error) error { return write(it) }})
	if list := items(t, got); len(list) != 2 || !list[1].Winner.Same(it.Winner) || !list[1].Conflicts[0].Same(it.Conflicts[0]) {
		t.Errorf("%d items in\n%s", len(list), got)
	}
	if strings.Contains(got, "http://www.microsoft.com") {
		t.Errorf("another namespace in\n%s", got)
	}
}

// besideOne is an outline whose sx:conflict has every kind of content next to the losing
// outline and inside it: attributes whose names have another meaning elsewhere, text,
// elements, comments, another outline, and nested outlines.
const besideOne = `<opml version="2.0" xmlns:cf="urn:cf" xmlns:x="urn:x" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><body>
<outline text="won"><sx:sync id="i" version="2" conflict="true"><sx:history by="A"/><sx:conflicts>
<sx:conflict version="2" by="B" deleted="what" x:why="so" cf:own="no"><!-- c -->words<x:note x:a="1">text</x:note>
<outline text="lost" x:kept="y">DATA<outline text="in it"><sx:sync id="j" version="1"><sx:history by="A"/></sx:sync><outline text="deep"/></outline></outline>
<outline text="another"/></sx:conflict></sx:conflicts></sx:sync></outline>
</body></opml>`

// TestBesideWhatLost checks that a publisher's other content of sx:conflict (SSE 0.91 §5.2) is
// preserved when sx:sync is rewritten repeatedly, and is not part of the version's content.
func TestBesideWhatLost(t *testing.T) {
	for _, data := range []string{"", `<sx:sync id="i" version="2" x:u="v"><sx:history by="B"/><x:known/></sx:sync>`} {
		document := strings.Replace(besideOne, "DATA", data, 1)
		for range 3 {
			read := outlinesOf(t, document)
			it := *read.Entries()[len(read.Entries())-1].Item
			lost := it.Conflicts[0]
			if got := lost.Content.XML(); !strings.Contains(got, `text="lost" x:kept="y"`) || strings.Contains(got, "deep") || strings.Contains(got, "words") {
				t.Errorf("what lost says %s", got)
			}
			v := *it.Winner
			v.Updates++
			v.History = append([]item.History{{Sequence: v.Updates, By: "C"}}, v.History...)
			it.Winner = &v
			document = arrange(t, read, []feed.Arranged{{Item: &it}})
			for _, kept := range []string{"words", `x:a="1"`, ">text</x:note>", `deleted="what"`, `x:why="so"`, `="no"`, `text="in it"`, `id="j"`, `text="deep"`, `text="another"`, "<!-- c -->"} {
				if strings.Count(document, kept) != 1 {
					t.Errorf("%d of %s in\n%s", strings.Count(document, kept), kept, document)
				}
			}
			if data != "" && (!strings.Contains(document, `x:u="v"`) || !strings.Contains(document, "<x:known/>")) {
				t.Errorf("what the sx:sync had is gone:\n%s", document)
			}
		}
	}
}

// TestCommentInAConflict checks that a comment stays in its entry (the example of SSE 0.91
// §5.2).
func TestCommentInAConflict(t *testing.T) {
	document := strings.Replace(untouched091, "what B said", "<!--conflict data here --><?pi x?>", 1)
	got := rewritten(t, document, change("i1", func(it *item.Item) feed.Edit {
		v := *it.Winner
		v.Updates, v.History = 3, append([]item.History{{Sequence: 3, By: "C"}}, v.History...)
		return feed.Replace(&item.Item{Winner: &v, Conflicts: it.Conflicts, Flagged: it.Flagged})
	}))
	if !strings.Contains(got, "<!--conflict data here -->") || !strings.Contains(got, "<?pi x?>") {
		t.Errorf("got\n%s", got)
	}
}

// TestLooseTextStaysAsItIs checks that text on its own line does not get more white space each
// time it is read and written.
func TestLooseTextStaysAsItIs(t *testing.T) {
	for _, document := range []string{
		strings.Replace(untouched091, "what B said", " what <x:b/> B\n\tsaid <![CDATA[ x ]]> ", 1),
		strings.Replace(untouched091, "<title>t</title><s:sync v", " loose\n<title>t</title><x:y/> text &amp; more <s:sync v", 1),
		strings.Replace(untouched091, "what B said", "<item> loose <title>t</title> text </item> beside\n", 1),
		besideOne,
	} {
		document, before := strings.Replace(document, "<item><s:sync/></item><item><title>no sync</title></item>", "", 1), ""
		for range 3 {
			var written strings.Builder
			w := feed.NewWriter(&written, feed.Document{Format: item.RSS, Dialect: item.SSE091, Title: "t", Updated: at("12:43:33").Time()})
			if strings.Contains(document, "<opml") {
				w = feed.NewWriter(&written, feed.Document{Format: item.OPML, Title: "t", Updated: at("12:43:33").Time()})
			}
			for _, it := range items(t, document) {
				if err := w.Write(it); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			document = written.String()
			if before != "" && document != before {
				t.Errorf("%s", difference(document, before))
			}
			before = document
		}
	}
}

// A program that knows no keys leaves cf:version unchanged when it changes an item, so the key
// was made for an older version than the current one.
func TestAPlaceThatWasGivenForAnotherVersionCountsForNothing(t *testing.T) {
	for made, want := range map[string]string{
		` cf:version='2'`: "1/2",
		` cf:version='1'`: "",
		` cf:version='x'`: "",
		"":                "1/2",
	} {
		v := first091(t, rssWith091("<sx:sync id='i' version='2' xmlns:cf='"+namespaceOwn+"' cf:order='1/2' cf:parent='p'"+made+"><sx:history by='A'/>"+
			"<sx:conflicts><sx:conflict version='2' by='B'><item><title>lost</title><sx:sync id='i' version='2' xmlns:cf='"+namespaceOwn+"' cf:order='1/2' cf:parent='p'"+made+">"+
			"<sx:history by='B'/></sx:sync></item></sx:conflict></sx:conflicts></sx:sync>")).Item.Conflicts[0]
		if v.Place.Key != want || (v.Place.Parent == "") != (want == "") {
			t.Errorf("with%s the place is %v, want the key %q", made, v.Place, want)
		}
	}
}

package feed_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// rewritten is a document after Rewrite.
func rewritten(t *testing.T, document string, o feed.RewriteOptions) string {
	t.Helper()
	var b strings.Builder
	if _, err := feed.Rewrite(&b, strings.NewReader(document), "local.xml", o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// difference shows where two texts begin to differ.
func difference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-60)
	return fmt.Sprintf("at byte %d: got …%q, want …%q", i, got[from:min(len(got), i+60)], want[from:min(len(want), i+60)])
}

// untouched is a document with everything in it that may not change.
const untouched = "\uFEFF<?xml version='1.0' encoding='UTF-8' standalone=\"yes\"?>\r\n" +
	"<!-- before --><?xml-stylesheet href='a.css'?>\n" +
	"<rss version='2.0' xmlns:f='http://feedsync.org/2007/feedsync' xmlns:x = \"urn:x\" ><!-- in rss --><channel>\r" +
	"<title><![CDATA[A & B]]></title ><link/><description></description><x:y z='&#10;\"'>&#x41;</x:y>\n" +
	"<f:sharing since='1' until='2'/>\n" +
	"<item  ><title>t</title>\r\n\t<f:sync updates='1' id='i1'><f:history  by='A' sequence='1'/></f:sync ></item>text?\n" +
	"<item><title>no sync</title></item><item><f:sync/></item>" +
	"<image><url>u</url></image></channel  >\n</rss>\n<!-- after --><?last?>\n\n"

// TestRewriteNothing copies byte for byte.
func TestRewriteNothing(t *testing.T) {
	for name, document := range map[string]string{
		"everything": untouched,
		"vectors":    readFile(t, "feedsync.local.atom"),
		"atom":       strings.NewReplacer("\n", "\r\n").Replace(readFile(t, "feedsync.incoming.atom")),
		"CR":         strings.NewReplacer("\n", "\r").Replace(readFile(t, "feedsync.incoming.xml")),
	} {
		if got := rewritten(t, document, feed.RewriteOptions{}); got != document {
			t.Errorf("%s: %s", name, difference(got, document))
		}
	}
}

// change edits the item of that id and keeps the others.
func change(id string, by func(*item.Item) feed.Edit) feed.RewriteOptions {
	return feed.RewriteOptions{Visit: func(e *feed.Entry) (feed.Edit, error) {
		if e.Item == nil || e.Item.ID() != id {
			return feed.Keep(), nil
		}
		return by(e.Item), nil
	}}
}

// TestRewriteSyncOnly changes nothing but sx:sync where the data stay, and
// writes it with the document's own prefix.
func TestRewriteSyncOnly(t *testing.T) {
	got := rewritten(t, untouched, change("i1", func(it *item.Item) feed.Edit {
		v := *it.Winner
		v.NoConflicts = true
		return feed.Replace(&item.Item{Winner: &v})
	}))
	want := strings.Replace(untouched, "<f:sync updates='1' id='i1'><f:history  by='A' sequence='1'/></f:sync >",
		"<f:sync id=\"i1\" updates=\"1\" noconflicts=\"true\">\n        <f:history sequence=\"1\" by=\"A\"/>\n      </f:sync>", 1)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

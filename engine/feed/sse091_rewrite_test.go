package feed_test

import (
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// untouched091 is an RSS feed of SSE 0.91 with everything in it that may not change.
const untouched091 = "<?xml version='1.0'?>\r\n<rss version='2.0' xmlns:s='https://www.microsoft.com/schemas/rss/sse' xmlns:x = \"urn:x\" ><channel>\r" +
	"<s:sharing since='Sat, 1 Jan 05 00:00 EST' version='0.91'/><title>t</title>\n" +
	"<item  ><title>t</title><s:sync version='2' id='i1'  deleted=''><s:history  by='A' when='Sat, 1 Jan 05 00:00 EST' x:y='z'><s:update when='1 Jan 2004 00:00 GMT'/></s:history><!-- c -->" +
	"<s:conflicts><s:conflict version='2' by='B'>what B said</s:conflict></s:conflicts></s:sync ></item>text?\n" +
	"<item><s:sync/></item><item><title>no sync</title></item></channel></rss>\n"

// TestRewrite091 copies byte for byte, and changes sx:sync alone where that changed, with
// the document's own namespace.
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
		v.Updates, v.Settled = 3, []item.History{it.Conflicts[0].Top()}
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

// TestMissingData is written back as it was read (SSE 0.91 §5.2).
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

// TestTail091 appends items in the document's dialect.
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

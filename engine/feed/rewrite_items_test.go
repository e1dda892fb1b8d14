package feed_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// edited is the winner with another title, as one more update.
func edited(it *item.Item, title string) *item.Item {
	v := *it.Winner
	v.Updates++
	v.History = append([]item.History{{Sequence: v.Updates, When: at("12:53:33"), By: "B"}}, v.History...)
	v.Content = v.Content.WithTitle(title)
	return &item.Item{Winner: &v, Conflicts: it.Conflicts}
}

// TestRewriteItem writes a changed item in the place of the old one, whose
// publisher-specific data stay, and touches nothing else.
func TestRewriteItem(t *testing.T) {
	before := `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:fs="http://www.microsoft.com/schemas/sse" xmlns:x="urn:x"><title>t</title>` + "\n"
	old := `<entry><id>urn:1</id><title>old</title><x:a y='1'/><updated>2000-01-01T00:00:00Z</updated><author><name>Me</name></author><fs:sync id="i" updates="1"><fs:history sequence="1" by="A"/></fs:sync></entry>`
	after := "<!-- after -->\n</feed>\n"
	got := rewritten(t, before+old+after, change("i", func(it *item.Item) feed.Edit { return feed.Replace(edited(it, "new")) }))
	want := before + `<entry>
    <title>new</title>
    <x:a y="1"/>
    <content/>
    <id>urn:1</id>
    <author><name>Me</name></author>
    <updated>2005-05-21T12:53:33Z</updated>
    <fs:sync id="i" updates="2">
      <fs:history sequence="2" when="2005-05-21T12:53:33Z" by="B"/>
      <fs:history sequence="1" by="A"/>
    </fs:sync>
  </entry>` + after
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRewriteNeverRepublishes what belongs to the publisher of another feed:
// neither with a winner, nor with a conflict, nor with a new item.
func TestRewriteNeverRepublishes(t *testing.T) {
	theirs := groceries()
	theirs.Winner.Publisher = "<item><guid>THEIRS</guid></item>"
	theirs.Conflicts[0].Publisher = "<item><guid>THEIRS</guid></item>"
	got := rewritten(t, rssWith("<guid>OURS</guid><sx:sync id='i' updates='1'>"+history+"</sx:sync>"), feed.RewriteOptions{
		Visit: func(e *feed.Entry) (feed.Edit, error) {
			if e.Item.ID() == "i" {
				return feed.Replace(theirs), nil
			}
			return feed.Drop(), nil
		},
		Tail: func(write func(*item.Item) error) error { return write(theirs) },
	})
	if strings.Contains(got, "THEIRS") || !strings.Contains(got, "<guid>OURS</guid>") || strings.Contains(got, "after") {
		t.Errorf("got\n%s", got)
	}
	if list := items(t, got); len(list) != 2 || len(list[1].Conflicts) != 1 {
		t.Errorf("%d items in\n%s", len(list), got)
	}
}

// TestRewriteKeepsOwnConflicts: a version of this feed that lost keeps what the
// publisher said of it.
func TestRewriteKeepsOwnConflicts(t *testing.T) {
	got := rewritten(t, rssWith("<guid>OURS</guid><sx:sync id='i' updates='1'>"+history+"</sx:sync>"), change("i", func(it *item.Item) feed.Edit {
		return feed.Replace(&item.Item{Winner: edited(it, "theirs").Winner, Conflicts: it.Versions()})
	}))
	if n := strings.Count(got, "<guid>OURS</guid>"); n != 2 {
		t.Errorf("%d in\n%s", n, got)
	}
}

// TestRewriteSame keeps the bytes of an item that is given back as it was,
// whatever the order of its conflicts.
func TestRewriteSame(t *testing.T) {
	document := publish(t, sampleDocument(feed.RSS), groceries(), rich(t))
	document = strings.Replace(document, "<item>", "<item  >", 1)
	got := rewritten(t, document, feed.RewriteOptions{Visit: func(e *feed.Entry) (feed.Edit, error) {
		winner := *e.Item.Winner
		return feed.Replace(&item.Item{Winner: &winner, Conflicts: slices.Clone(e.Item.Conflicts)}), nil
	}})
	if got != document {
		t.Error(difference(got, document))
	}
}

// TestTail appends after the last item and before the layout of the end tag.
func TestTail(t *testing.T) {
	document := "<rss xmlns:sx=\"http://feedsync.org/2007/feedsync\">\n <channel>\n  <title>t</title>\n </channel>\n</rss>"
	got := rewritten(t, document, feed.RewriteOptions{Tail: func(write func(*item.Item) error) error {
		return write(&item.Item{Winner: &item.Version{ID: "n", Updates: 1, History: []item.History{{Sequence: 1, By: "A"}}, Content: item.Plain("new", "")}})
	}})
	want := strings.Replace(document, "\n </channel>", `
    <item>
      <title>new</title>
      <guid isPermaLink="false">urn:uuid:b993a70b-6df6-83df-afda-045a82deaf6b</guid>
      <sx:sync id="n" updates="1">
        <sx:history sequence="1" by="A"/>
      </sx:sync>
    </item>
 </channel>`, 1)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTailOfNothing gives an element that was empty its end tag, under its own
// name, and only where there is something to append.
func TestTailOfNothing(t *testing.T) {
	for document, want := range map[string]string{
		"<rss><channel /> \n</rss>":                                  "<rss><channel >…\n</channel> \n</rss>",
		`<a:feed xmlns:a="` + item.NamespaceAtom + `"/><!-- end -->`: `<a:feed xmlns:a="` + item.NamespaceAtom + "\">…\n</a:feed><!-- end -->",
	} {
		got := rewritten(t, document, feed.RewriteOptions{Tail: func(write func(*item.Item) error) error { return write(groceries()) }})
		before, after, _ := strings.Cut(want, "…")
		if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) || len(items(t, got)) != 1 {
			t.Errorf("%s became\n%s", document, got)
		}
		got = rewritten(t, document, feed.RewriteOptions{Tail: func(func(*item.Item) error) error { return nil }})
		if got != document {
			t.Error(difference(got, document))
		}
	}
}

// TestSetAsideCannotBeChanged: it is written back unchanged, or nothing is.
func TestSetAsideCannotBeChanged(t *testing.T) {
	for name, edit := range map[string]feed.Edit{"dropped": feed.Drop(), "replaced": feed.Replace(groceries())} {
		_, err := feed.Rewrite(&strings.Builder{}, strings.NewReader(rssWith("<sx:sync/>")), "f.xml", feed.RewriteOptions{
			Visit: func(*feed.Entry) (feed.Edit, error) { return edit, nil },
		})
		if err == nil || !strings.HasPrefix(err.Error(), "f.xml:2: an item that breaks the rules") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRewriteEncodings makes a document UTF-8, and its declaration say so.
func TestRewriteEncodings(t *testing.T) {
	got := rewritten(t, "<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<rss><channel><item><title>\xe4</title></item></channel></rss>", feed.RewriteOptions{})
	if want := "<?xml version='1.0' encoding='UTF-8'?>\r\n<rss><channel><item><title>ä</title></item></channel></rss>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package feed_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// rewritten returns a document after Rewrite.
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

// untouched is a document with everything that must not change.
const untouched = "\uFEFF<?xml version='1.0' encoding='UTF-8' standalone=\"yes\"?>\r\n" +
	"<!-- before --><?xml-stylesheet href='a.css'?>\n" +
	"<rss version='2.0' xmlns:f='http://feedsync.org/2007/feedsync' xmlns:x = \"urn:x\" ><!-- in rss --><channel>\r" +
	"<title><![CDATA[A & B]]></title ><link/><description></description><x:y z='&#10;\"'>&#x41;</x:y>\n" +
	"<f:sharing since='1' until='2'/>\n" +
	"<item  ><title>t</title>\r\n\t<f:sync updates='1' id='i1'><f:history  by='A' sequence='1'/></f:sync ></item>text?\n" +
	"<item><title>no sync</title></item><item><f:sync/></item>" +
	"<image><url>u</url></image></channel  >\n</rss>\n<!-- after --><?last?>\n\n"

// TestRewriteNothing checks that a document is copied byte for byte.
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

// change edits the item with that id and keeps the others.
func change(id string, by func(*item.Item) feed.Edit) feed.RewriteOptions {
	return feed.RewriteOptions{Visit: func(e *feed.Entry) (feed.Edit, error) {
		if e.Item == nil || e.Item.ID() != id {
			return feed.Unchanged(), nil
		}
		return by(e.Item), nil
	}}
}

// TestRewriteSyncOnly checks that only sx:sync changes if the data does not, and that it is
// written with the document's own prefix.
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

// edited returns the item with another title, as one more update.
func edited(it *item.Item, title string) *item.Item {
	v := *it.Winner
	v.Updates++
	v.History = append([]item.History{{Sequence: v.Updates, When: at("12:53:33"), By: "B"}}, v.History...)
	v.Content = v.Content.WithTitle(title)
	return &item.Item{Winner: &v, Conflicts: it.Conflicts}
}

// TestRewriteItem checks that a changed item replaces the old one, whose publisher-specific
// data is preserved, and that nothing else changes.
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

// TestRewriteNeverRepublishes checks that publisher-specific data of another feed is never
// written: neither with a winner, nor with a conflict, nor with a new item.
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

// TestRewriteKeepsOwnConflicts checks that a losing version of this feed keeps its
// publisher-specific data.
func TestRewriteKeepsOwnConflicts(t *testing.T) {
	got := rewritten(t, rssWith("<guid>OURS</guid><sx:sync id='i' updates='1'>"+history+"</sx:sync>"), change("i", func(it *item.Item) feed.Edit {
		return feed.Replace(&item.Item{Winner: edited(it, "theirs").Winner, Conflicts: it.Versions()})
	}))
	if n := strings.Count(got, "<guid>OURS</guid>"); n != 2 {
		t.Errorf("%d in\n%s", n, got)
	}
}

// TestRewriteSame checks that an unchanged item keeps its bytes, whatever the order of its
// conflicts.
func TestRewriteSame(t *testing.T) {
	document := publish(t, sampleDocument(item.RSS), groceries(), rich(t))
	document = strings.Replace(document, "<item>", "<item  >", 1)
	got := rewritten(t, document, feed.RewriteOptions{Visit: func(e *feed.Entry) (feed.Edit, error) {
		winner := *e.Item.Winner
		return feed.Replace(&item.Item{Winner: &winner, Conflicts: slices.Clone(e.Item.Conflicts)}), nil
	}})
	if got != document {
		t.Error(difference(got, document))
	}
}

// TestTail checks that items are appended after the last item and before the layout of the end
// tag.
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

// TestTailOfNothing checks that an empty element gets an end tag with its own name, but only
// if there is something to append.
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

// TestSkippedCannotBeChanged checks that a skipped item is written unchanged or not at all.
func TestSkippedCannotBeChanged(t *testing.T) {
	for name, edit := range map[string]feed.Edit{"dropped": feed.Drop(), "replaced": feed.Replace(groceries())} {
		_, err := feed.Rewrite(&strings.Builder{}, strings.NewReader(rssWith("<sx:sync/>")), "f.xml", feed.RewriteOptions{
			Visit: func(*feed.Entry) (feed.Edit, error) { return edit, nil },
		})
		if err == nil || !strings.HasPrefix(err.Error(), "f.xml:2: an item that breaks the rules") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRewriteEncodings checks that a document becomes UTF-8 and declares it.
func TestRewriteEncodings(t *testing.T) {
	got := rewritten(t, "<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<rss><channel><item><title>\xe4</title></item></channel></rss>", feed.RewriteOptions{})
	if want := "<?xml version='1.0' encoding='UTF-8'?>\r\n<rss><channel><item><title>ä</title></item></channel></rss>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// annotated is an sx:sync with every kind of content that is not about the item.
const annotated = `<sx:sync id="i" updates="1"><!-- top --><?pi data?>
stray &amp; text<sx:history sequence="2" by="B"/><sx:history sequence="1" by="A"><!-- the <first> --></sx:history>
<sx:conflicts x:a="1" b="&quot;2&quot;" xmlns:x="urn:x"><!-- open --><item><title>theirs</title><sx:sync id="i" updates="1"><sx:history sequence="1" by="C"/></sx:sync></item></sx:conflicts></sx:sync>`

// TestRewriteKeepsTrivia checks that rewriting sx:sync preserves its other content, once,
// whether the data changed or not.
func TestRewriteKeepsTrivia(t *testing.T) {
	for name, edit := range map[string]func(*item.Item) *item.Item{
		"the same data": func(it *item.Item) *item.Item {
			v := *it.Winner
			v.NoConflicts = true
			return &item.Item{Winner: &v, Conflicts: it.Conflicts}
		},
		"other data": func(it *item.Item) *item.Item { return edited(it, "new") },
	} {
		got := rewritten(t, rssWith(annotated), change("i", func(it *item.Item) feed.Edit { return feed.Replace(edit(it)) }))
		for _, want := range []string{
			"<!-- top -->", "<?pi data?>", "stray &amp; text", "<!-- open -->", `b="&quot;2&quot;"`, `x:a="1"`,
			`<sx:history sequence="1" by="A"> <!-- the <first> --> </sx:history>`,
		} {
			if n := strings.Count(strings.Join(strings.Fields(got), " "), want); n != 1 {
				t.Errorf("%s: %q stands there %d times in\n%s", name, want, n, got)
			}
		}
		if again := items(t, got); len(again) != 2 || len(again[0].Conflicts) != 1 {
			t.Errorf("%s: read again, it is %v", name, again)
		}
	}
}

// TestTriviaOfConflicts checks that the content of sx:conflicts is removed with it, once no
// conflict is open.
func TestTriviaOfConflicts(t *testing.T) {
	got := rewritten(t, rssWith(annotated), change("i", func(it *item.Item) feed.Edit {
		return feed.Replace(&item.Item{Winner: it.Winner})
	}))
	if strings.Contains(got, "conflicts") || strings.Contains(got, "<!-- open -->") || !strings.Contains(got, "<!-- top -->") {
		t.Errorf("got\n%s", got)
	}
}

// TestTwoConflictsElements checks that the attributes of two elements are written once.
func TestTwoConflictsElements(t *testing.T) {
	twice := strings.Replace(annotated, "</sx:sync>\n", "</sx:sync>", 1)
	twice = strings.Replace(twice, "</sx:conflicts>", `</sx:conflicts><sx:conflicts b="3"/>`, 1)
	got := rewritten(t, rssWith(twice), change("i", func(it *item.Item) feed.Edit { return feed.Replace(edited(it, "new")) }))
	if strings.Contains(got, `b="3"`) || len(items(t, got)) != 2 {
		t.Errorf("got\n%s", got)
	}
}

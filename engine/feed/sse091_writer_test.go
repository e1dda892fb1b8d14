package feed_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// moved returns an outline that was moved, resolved one conflict, and is in conflict with a
// version of the desk and with one whose data is missing.
func moved(t *testing.T) *item.Item {
	c := func(text string) *item.Content {
		content, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>` + text + `</title><outline xmlns="" text="` + text + `" type="rss" xmlUrl="http://example.com/?a=b&amp;c=d" _note="one&#xA;two"/><x:seen xmlns:x="urn:x">yes</x:seen></entry>`)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	rfc, err := feed.ParseRFC822("Sat, 21 May 05 05:43:33 EDT")
	if err != nil {
		t.Fatal(err)
	}
	past := []item.History{{Sequence: 2, When: at("10:43:33"), By: "desk"}, {Sequence: 1, When: item.ReadWhen("Sat, 21 May 05 05:43:33 EDT", rfc), By: "phone"}}
	return &item.Item{
		Flagged: true,
		Winner: &item.Version{
			ID: "news", Updates: 3, History: append([]item.History{{Sequence: 3, When: at("12:43:33"), By: "phone"}}, past...),
			Content: c("News"), Place: item.Place{Parent: "work", Key: "1 a 1/2", Cycle: "old work"},
			Resolved: []item.History{{Sequence: 2, When: at("11:43:33"), By: "lap top;1"}, {Sequence: 1, By: "desk"}},
		},
		Conflicts: []*item.Version{
			{ID: "news", Updates: 3, History: append([]item.History{{Sequence: 3, When: at("12:03:33"), By: "desk"}}, past...), Content: c("The news"), Place: item.Place{Key: "2"}},
			{ID: "news", Updates: 2, History: []item.History{{Sequence: 2, By: "tablet"}}, Content: item.Plain("", ""), Missing: true, Extra: `<extra y="1"><note xmlns="urn:n">lost</note></extra>`},
		},
	}
}

const newsSync = `<sx:sync id="news" version="3" conflict="true" cf:order="1 a 1/2" cf:version="3" cf:parent="work" cf:cycle="old work" cf:settled="2;2005-05-21T11:43:33Z;lap%20top%3B1 1;;desk">
        <sx:history when="Sat, 21 May 2005 12:43:33 GMT" by="phone">
          <sx:update when="Sat, 21 May 2005 10:43:33 GMT" by="desk"/>
          <sx:update when="Sat, 21 May 05 05:43:33 EDT" by="phone"/>
        </sx:history>
        <sx:conflicts>
          <sx:conflict version="3" when="Sat, 21 May 2005 12:03:33 GMT" by="desk">
            <outline text="The news" type="rss" xmlUrl="http://example.com/?a=b&amp;c=d" _note="one&#xA;two">
              <sx:sync id="news" version="3" cf:order="2" cf:version="3">
                <sx:history when="Sat, 21 May 2005 12:03:33 GMT" by="desk">
                  <sx:update when="Sat, 21 May 2005 10:43:33 GMT" by="desk"/>
                  <sx:update when="Sat, 21 May 05 05:43:33 EDT" by="phone"/>
                </sx:history>
              </sx:sync>
              <x:seen xmlns:x="urn:x">yes</x:seen>
            </outline>
          </sx:conflict>
          <sx:conflict version="2" by="tablet" y="1">
            <note xmlns="urn:n">lost</note>
          </sx:conflict>
        </sx:conflicts>
      </sx:sync>`

// TestWriteOutline checks the position of every element and attribute of SSE 0.91 §2 and §5:
// our dates are in RFC 822 format in GMT, others are as read, and nothing is empty.
func TestWriteOutline(t *testing.T) {
	got := publish(t, feed.Document{Format: item.OPML, Title: "Reading", Author: "desk", ID: "urn:uuid:1", Self: "http://example.com/a.opml",
		Updated: time.Date(2005, 5, 21, 12, 43, 33, 0, time.UTC),
		Sharing: &feed.Sharing{Until: "Sat, 21 May 2005 12:43:33 GMT", Window: 30, Expires: "2005-06-23T18:30:02Z",
			Related: []feed.Related{{Link: "http://example.com/all.opml", Type: feed.Complete, Until: "Sat, 21 May 2005 12:43:33 GMT"}}},
		Foreign: `<foreign><x:color xmlns:x="urn:x">red</x:color></foreign>`}, moved(t))
	want := `<?xml version="1.0" encoding="utf-8"?>
<opml version="1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4">
  <head>
    <title>Reading</title>
    <dateModified>Sat, 21 May 2005 12:43:33 GMT</dateModified>
    <ownerName>desk</ownerName>
    <atom:id>urn:uuid:1</atom:id>
    <atom:link rel="self" href="http://example.com/a.opml" type="text/x-opml"/>
    <sx:sharing until="Sat, 21 May 2005 12:43:33 GMT" version="0.91" window="30">
      <sx:related link="http://example.com/all.opml" type="complete" until="Sat, 21 May 2005 12:43:33 GMT"/>
    </sx:sharing>
    <x:color xmlns:x="urn:x">red</x:color>
  </head>
  <body>
    <outline text="News" type="rss" xmlUrl="http://example.com/?a=b&amp;c=d" _note="one&#xA;two">
      ` + newsSync + `
      <x:seen xmlns:x="urn:x">yes</x:seen>
    </outline>
  </body>
</opml>
`
	if got != want {
		t.Error(difference(got, want))
	}
	o, err := feed.ReadOutlines(strings.NewReader(got), "t.opml")
	if err != nil {
		t.Fatal(err)
	}
	e := o.Entries()[0]
	same(t, e.Item, moved(t), got)
	if e.Outline.Given != moved(t).Winner.Place || !slices.EqualFunc(e.Item.Winner.Resolved, moved(t).Winner.Resolved, item.History.Same) || !e.Item.Flagged {
		t.Errorf("read back %+v at %+v", e.Item.Winner, e.Outline.Given)
	}
	if d := o.Document(); d.ID != "urn:uuid:1" || d.Author != "desk" || d.Sharing.Window != 30 || d.Foreign == "" {
		t.Errorf("read back %+v", d)
	}
}

// TestWriteRSS091 checks that sx:sharing is in the channel, and complete items are in
// sx:conflict.
func TestWriteRSS091(t *testing.T) {
	it := groceries()
	got := publish(t, feed.Document{Dialect: item.SSE091, Title: "Groceries", Updated: time.Date(2005, 5, 21, 12, 43, 33, 0, time.UTC), Sharing: &feed.Sharing{}}, it)
	for _, want := range []string{
		`<channel>`, "\n    <sx:sharing version=\"0.91\"/>\n", `<sx:sync id="item_1_myapp_2005-05-21T11:43:33Z" version="4" conflict="true">`,
		"<sx:conflict version=\"4\" when=\"Sat, 21 May 2005 12:03:33 GMT\" by=\"JEO2000\">\n            <item>\n              <title>Buy groceries</title>",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%s stands there %d times in\n%s", want, strings.Count(got, want), got)
		}
	}
	if read := items(t, got); len(read) != 1 || !read[0].Winner.Same(it.Winner) || !read[0].Conflicts[0].Same(it.Conflicts[0]) {
		t.Errorf("read back %+v from\n%s", read, got)
	}
}

// TestWriteTree opens and closes outlines by their depths, including those of tombstones,
// which have only a title.
func TestWriteTree(t *testing.T) {
	d := feed.Document{Format: item.OPML, Title: "t", Updated: time.Unix(0, 0)}
	var b strings.Builder
	w := feed.NewWriter(&b, d)
	plain := func(id, title, note string, deleted bool) *item.Item {
		return &item.Item{Winner: &item.Version{ID: id, Updates: 1, Deleted: deleted, History: []item.History{{Sequence: 1, By: "A"}}, Content: item.Plain(title, note)}}
	}
	for _, row := range []struct {
		it    *item.Item
		depth int
	}{{plain("a", "A", "of A", false), 0}, {plain("b", "B", "gone", true), 3}, {plain("c", "C", "", false), 4}, {plain("d", "D", "", false), 3}, {plain("e", "E", "", false), 0}} {
		if err := w.WriteAt(row.it, row.depth); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := outline(t, b.String()), "a[b†[c]d]e"; got != want {
		t.Errorf("got %s, want %s from\n%s", got, want, b.String())
	}
	for text, want := range map[string]int{`_note="of A"`: 1, "gone": 0, "<sx:conflicts": 0, `=""`: 0} {
		if got := strings.Count(b.String(), text); got != want {
			t.Errorf("%s stands there %d times, want %d, in\n%s", text, got, want, b.String())
		}
	}
	lint := exec.Command("xmllint", "--noout", "-")
	lint.Stdin = strings.NewReader(b.String())
	if out, err := lint.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// outline returns a document as the identifiers of its items, with brackets around children; a
// dagger marks a tombstone, and unshared outlines are written as their title.
func outline(t *testing.T, document string) string {
	t.Helper()
	o, err := feed.ReadOutlines(strings.NewReader(document), "tree.opml")
	if err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	within := map[int]*strings.Builder{0: {}}
	entries := o.Entries()
	for i := len(entries) - 1; i >= 0; i-- {
		at := entries[i].Outline
		if within[at.Number] == nil {
			within[at.Number] = &strings.Builder{}
		}
		label := "-"
		if it := entries[i].Item; it != nil {
			if label = it.ID(); it.Winner.Deleted {
				label += "†"
			}
		}
		if inner := within[at.Number].String(); inner != "" {
			label += "[" + inner + "]"
		}
		if within[at.Parent] == nil {
			within[at.Parent] = &strings.Builder{}
		}
		before := within[at.Parent].String()
		within[at.Parent].Reset()
		within[at.Parent].WriteString(label + before)
	}
	return within[0].String()
}

// TestDepthLimit refuses outlines that readers could not read again.
func TestDepthLimit(t *testing.T) {
	w := feed.NewWriter(&strings.Builder{}, feed.Document{Format: item.OPML, Updated: time.Unix(0, 0)})
	var err error
	n := 0
	for ; err == nil && n < 2000; n++ {
		err = w.WriteAt(&item.Item{Winner: &item.Version{ID: "i", Updates: 1, History: []item.History{{Sequence: 1, By: "A"}}, Content: item.Plain("t", "")}}, n)
	}
	if err == nil || n != 1001 || !strings.Contains(err.Error(), "more than 1000 levels deep") {
		t.Errorf("after %d: %v", n, err)
	}
}

package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/ui/cli"
)

// errands is a feed of a todo, a contact and a note, with markup and data that Crossfeed does
// not know.
const errands = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f"><channel>
<title>Errands</title><link>http://example.com/</link><description>What to do</description>
<f:shop   open='8' />
    <item>
      <title>Bins</title>
      <!-- the grey ones -->
      <f:price>2</f:price>
      <vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0">
        <properties>
          <summary><text>Bins</text></summary>
          <due><date>2005-05-27</date></due>
          <geo><latitude>1</latitude><longitude>2</longitude></geo>
        </properties>
      </vtodo>
      <guid isPermaLink="false">http://example.com/bins</guid>
      <pubDate>Sat, 21 May 2005 09:43:33 GMT</pubDate>
      <sx:sync id="bins" updates="1">
        <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
      </sx:sync>
    </item>
<item><title>Given Family</title>
  <vcard xmlns='urn:ietf:params:xml:ns:vcard-4.0'><fn><text>Given Family</text></fn></vcard>
  <sx:sync id="cook"   updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync></item>
<item><title>Eggs</title><sx:sync id="eggs" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync></item>
</channel></rss>
`

// TestFeedShowHasOneShapeForItemsOfAllKinds checks that fields only appear for items of the
// store, not for records in a feed.
func TestFeedShowHasOneShapeForItemsOfAllKinds(t *testing.T) {
	d := newDesk(t)
	got := parse[struct{ Items []map[string]json.RawMessage }](d.ok("feed", "show", d.put("a.xml", errands), "--json"))
	if len(got.Items) != 3 {
		t.Fatalf("the feed has %d items, want 3", len(got.Items))
	}
	titles := []string{`"Bins"`, `"Given Family"`, `"Eggs"`}
	for n, it := range got.Items {
		for _, name := range []string{"id", "updates", "deleted", "noconflicts", "conflict", "parent", "title", "data", "history", "conflicts"} {
			if _, there := it[name]; !there {
				t.Errorf("item %d has no %s", n, name)
			}
		}
		if len(it) != 10 || string(it["title"]) != titles[n] {
			t.Errorf("item %d is %s", n, it)
		}
	}
}

// attachmentIn matches the element of a file, ours or another program's, with any prefix.
var attachmentIn = regexp.MustCompile(`(?s)<attachment .*?</attachment>`)

// The element of a file is preserved byte for byte, in every format and dialect.
func TestFeedCommandsKeepTheFilesOfItems(t *testing.T) {
	for _, dialect := range []string{"feedsync-1.0", "sse-0.93", "sse-0.91"} {
		t.Run(dialect, func(t *testing.T) {
			d := newDesk(t)
			d.ok("list", "create", "Household", "--kind", "todo", "--dialect", dialect)
			d.ok("item", "add", "Household", "--title", "Pay", "--id", "pay")
			d.ok("item", "attach", "Household", "pay", d.put(`A "b" & <c>.pdf`, "pay 12"))
			feed := d.file("list.xml")
			d.ok("publish", "Household", feed)
			want := attachmentIn.FindString(read(t, feed))
			if !strings.Contains(want, "csx:link") {
				t.Fatalf("%s", read(t, feed))
			}
			d.ok("feed", "check", feed)
			d.ok("feed", "show", feed)
			for _, args := range [][]string{{feed, "--to", "atom"}, {d.file("atom"), "--to", "rss"}, {d.file("rss"), "--to", "atom", "--dialect", "sse-0.93"}} {
				d.ok(append([]string{"feed", "convert", "--overwrite", "-o", d.file(args[2])}, args...)...)
				if got := attachmentIn.FindString(read(t, d.file(args[2]))); got != want {
					t.Errorf("%q: %s, want %s", args, got, want)
				}
			}
			d.ok("feed", "convert", d.file("atom"), "--to", "rss", "--dialect", "feedsync-1.0", "-o", d.file("rss"), "--overwrite")
			d.ok("feed", "merge", d.file("rss"), d.file("rss"), "-o", d.file("merged"))
			if got := attachmentIn.FindString(read(t, d.file("merged"))); got != want {
				t.Errorf("merged: %s, want %s", got, want)
			}
			if dialect == "sse-0.91" {
				d.ok("feed", "convert", feed, "--to", "opml", "-o", d.file("opml"))
				if got := attachmentIn.FindString(read(t, d.file("opml"))); got != want {
					t.Errorf("OPML: %s, want %s", got, want)
				}
			}
		})
	}
}

// entry returns an item of a feed.
func entry(id, title string, updates, by string) string {
	history := `<sx:history sequence="1" by="phone"/>`
	if updates != "1" {
		history = `<sx:history sequence="` + updates + `" by="` + by + `"/>` + history
	}
	return "<item><title>" + title + `</title><sx:sync id="` + id + `" updates="` + updates + `">` + history + "</sx:sync></item>\n"
}

func feedOf(entries ...string) string {
	return `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>` + "\n" +
		strings.Join(entries, "") + "</channel></rss>\n"
}

func TestTwoEntriesWithOneIdAreMergedWithEachOther(t *testing.T) {
	old, newer := entry("eggs", "old", "1", ""), entry("eggs", "newer", "2", "laptop")
	bread, empty := entry("bread", "bread", "1", ""), feedOf()
	for name, c := range map[string]struct{ local, incoming, want string }{
		"older first":       {feedOf(old, bread, newer), empty, feedOf(newer, bread, "")},
		"newer first":       {feedOf(newer, bread, old), empty, feedOf(newer, bread, "")},
		"three of them":     {feedOf(old, newer, old), empty, feedOf(newer)},
		"in what comes in":  {feedOf(bread), feedOf(old, newer), feedOf(bread, newer)},
		"in both documents": {feedOf(old, old), feedOf(newer, old), feedOf(newer)},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			out := d.bare("feed", "merge", d.put("a.xml", c.local), d.put("b.xml", c.incoming), "-o", d.file("out.xml")).is(cli.Done)
			if !strings.Contains(out.err, "repeated-id") {
				t.Errorf("said %q", out.err)
			}
			got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done))
			want := parse[shown](d.bare("feed", "show", "--json", d.put("want.xml", c.want)).is(cli.Done))
			if lines(t, got) != lines(t, want) {
				t.Errorf("got\n%s\nwant\n%s", lines(t, got), lines(t, want))
			}
		})
	}
}

func lines(t *testing.T, s shown) string {
	var all []string
	for _, i := range s.Items {
		all = append(all, i.line(t))
	}
	return strings.Join(all, "\n")
}

func TestTwoEntriesOfWhichNeitherIsNewerAreAnErrorOfThePublisher(t *testing.T) {
	d := newDesk(t)
	twice := feedOf(entry("eggs", "a", "2", "desk"), entry("eggs", "b", "2", "laptop"))
	r := d.bare("feed", "merge", d.put("a.xml", twice), d.put("b.xml", feedOf()), "-o", d.file("out.xml")).is(cli.Attention)
	if !strings.Contains(r.err, "a.xml: line 2: error:") || !strings.Contains(r.err, "tell the publisher") {
		t.Errorf("said %q", r.err)
	}
	got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done))
	if len(got.Items) != 1 || len(got.Items[0].Conflicts) != 1 {
		t.Errorf("got %+v, want one item with a conflict", got.Items)
	}
}

// Both documents are read concurrently, and the second entry is read long after the first was
// merged.
func TestAnEntryThatComesLateCountsAsWell(t *testing.T) {
	d := newDesk(t)
	all := []string{entry("eggs", "old", "2", "laptop")}
	for i := range 500 {
		all = append(all, entry(fmt.Sprintf("item-%d", i), "same", "1", ""))
	}
	local := d.put("a.xml", feedOf(append(all, entry("local", "l", "1", ""))...))
	incoming := d.put("b.xml", feedOf(append(all, entry("eggs", "newer", "3", "laptop"), entry("bread", "b", "1", ""))...))
	d.bare("feed", "merge", local, incoming, "-o", d.file("out.xml")).is(cli.Done)
	got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done)).Items
	if len(got) != 503 || got[0].Title != "newer" || got[501].ID != "local" || got[502].ID != "bread" {
		t.Errorf("got %d items, the first %+v, the last %+v", len(got), got[0], got[len(got)-1])
	}
}

func TestProblemsAreToldOnceThoughTheDocumentIsReadTwice(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(entry("eggs", "a", "1", ""), entry("two words", "s", "1", ""), entry("eggs", "b", "2", "laptop"))
	r := d.bare("feed", "merge", d.put("a.xml", feed), d.put("b.xml", feedOf())).is(cli.Done)
	for _, rule := range []string{"nss-id", "repeated-id"} {
		if n := strings.Count(r.err, rule); n != 1 {
			t.Errorf("%s was told %d times in\n%s", rule, n, r.err)
		}
	}
}

// TestCheckDuplicates checks that an error by the publisher needs attention, and that a newer entry
// does not.
func TestCheckDuplicates(t *testing.T) {
	d := newDesk(t)
	newer := d.put("newer.xml", feedOf(entry("eggs", "a", "1", ""), entry("bread", "x", "1", ""), entry("eggs", "b", "2", "desk"), entry("eggs", "b", "2", "desk")))
	d.bare("feed", "check", newer).is(cli.Done)
	d.bare("feed", "check", d.put("cut.xml", strings.TrimSuffix(read(t, newer), "</rss>\n"))).is(cli.Attention)
	rivals := d.put("rivals.xml", feedOf(entry("bread", "x", "1", ""), entry("bread", "x", "1", ""), entry("eggs", "a", "2", "desk"), entry("eggs", "b", "2", "laptop")))
	got := parse[[]struct{ Problems []feed.Problem }](d.bare("--json", "feed", "check", rivals).is(cli.Attention))
	p := slices.DeleteFunc(got[0].Problems, func(p feed.Problem) bool { return p.Rule == "missing-when" })
	if len(p) != 2 || p[0].Severity != feed.Warning || p[0].Line != 3 || p[1].Severity != feed.Error || p[1].Line != 5 || p[1].Rule != "repeated-id" {
		t.Errorf("%+v", p)
	}
}

// If two entries are the same version with different content, one of them would be lost: a
// document has no archive.
func TestNothingIsLostOfTwoEntriesThatAreOneVersion(t *testing.T) {
	d := newDesk(t)
	eggs := won091[strings.Index(won091, "<item>"):strings.Index(won091, "</channel>")]
	document := strings.Replace(won091, eggs, eggs+strings.Replace(eggs, "<item>", "<item><title>Another</title>", 1), 1)
	mine := d.put("mine.xml", document)
	d.run("feed", "merge", mine, d.put("theirs.xml", won091), "-o", mine).is(cli.Failed).mentions("mine.xml:", testItem, "the item occurs twice")
	if read(t, mine) != document {
		t.Errorf("it is now\n%s", read(t, mine))
	}
	r, _ := d.convert(cli.Failed, mine, "--to", "atom")
	r.mentions("content of entries with the same ID (" + testItem + ")")
}

// won091 is the example of SSE 0.91 §4.2, updated three times by one endpoint, as a feed.
const won091 = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel>
<title>Tests</title><link>http://example.com/</link><description>Things</description>
<item>
<description>This is a test item</description>
<sx:sync id="0a7903db47fb0ae8" version="4">
<sx:history when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750">
<sx:update when="Mon, 23 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Sun, 22 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Sat, 21 May 2005 09:43:33 GMT" by="REO1750" />
</sx:history>
</sx:sync>
</item>
</channel></rss>
`

// lost091 is the losing version in the example of §5.2: a different fourth update.
var lost091 = strings.Replace(strings.Replace(won091, `when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750"`,
	`when="Tue, 24 May 2005 08:00:11 GMT" by="GPM7383"`, 1), "This is a test item", "This is GPM7383's item", 1)

const testItem = "0a7903db47fb0ae8"

// The vectors of SSE 0.91 through the command, in both directions.
func TestFeedMergeOfSSE091(t *testing.T) {
	d := newDesk(t)
	vectors := filepath.Join("..", "..", "testdata", "vectors")
	local, incoming := filepath.Join(vectors, "sse091.local.xml"), filepath.Join(vectors, "sse091.incoming.xml")
	want, err := os.ReadFile(filepath.Join(vectors, "sse091.merged.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range [][2]string{{local, incoming}, {incoming, local}} {
		out := d.file("merged.xml")
		d.bare("feed", "merge", way[0], way[1], "-o", out, "--overwrite").is(cli.Attention).mentions("7 conflicts.")
		merged := parse[shown](d.bare("feed", "show", out, "--json").is(cli.Done))
		if merged.Dialect != "sse-0.91" || len(merged.Items) != strings.Count(string(want), "\n") {
			t.Fatalf("%s with %d items", merged.Dialect, len(merged.Items))
		}
		for _, it := range merged.Items {
			line := regexp.MustCompile("(?m)^" + it.ID + "\t.\t(.*)$").FindStringSubmatch(string(want))
			if line == nil || (line[1] == "conflict") != (len(it.Conflicts) == 1) || it.Conflict != (len(it.Conflicts) == 1) {
				t.Errorf("%s has %d conflicts: %q", it.ID, len(it.Conflicts), line)
			}
		}
	}
}

func TestFeedMergeOfTheExampleOf091(t *testing.T) {
	d := newDesk(t)
	mine, theirs := d.put("mine.xml", won091), d.put("theirs.xml", lost091)
	d.bare("feed", "merge", mine, theirs, "-o", mine).is(cli.Attention)
	text := read(t, mine)
	for _, want := range []string{`conflict="true"`, `<sx:conflicts>`, `by="GPM7383"`, "This is GPM7383's item"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	d.bare("feed", "check", mine).is(cli.Done)
	d.bare("feed", "merge", mine, theirs, "-o", mine).is(cli.Attention)
	if again := read(t, mine); again != text {
		t.Errorf("merged again it is\n%s", again)
	}
}

// Documents whose dialects have different rules are never merged, and both stay unchanged.
func TestFeedMergeRefusesTheOtherDialect(t *testing.T) {
	d := newDesk(t)
	mine, theirs := d.put("mine.xml", won091), d.put("theirs.xml", eggs)
	for _, way := range [][2]string{{mine, theirs}, {theirs, mine}} {
		d.bare("feed", "merge", way[0], way[1], "-o", way[0]).is(cli.Failed).mentions("SSE 0.91", "FeedSync 1.0", "crossfeed feed convert")
	}
	if read(t, mine) != won091 || read(t, theirs) != eggs {
		t.Error("a document was changed")
	}
}

// A flag without conflicts is shown, and a resolution clears it.
func TestAResolutionEndsAFlag(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", strings.Replace(won091, `version="4"`, `version="4" conflict="true"`, 1))
	if out := d.bare("feed", "show", mine).is(cli.Done).out; !strings.Contains(out, "marked as a conflict") {
		t.Errorf("shown as\n%s", out)
	}
	d.bare("feed", "merge", mine, d.put("same.xml", won091), "-o", mine).is(cli.Attention).mentions("1 conflict.")
	d.bare("feed", "convert", mine, "--to", "atom").is(cli.Failed).mentions("resolve it first")
	d.resolved(mine, testItem)
	it := d.document(mine).Items[0]
	if it.Conflict || it.Updates != 5 || it.Data == "" {
		t.Errorf("%+v", it)
	}
}

// Two items with one identifier are merged by the rules of their dialect.
func TestFeedCheckOfDuplicatesIn091(t *testing.T) {
	d := newDesk(t)
	itemOf := func(text string) string {
		return text[strings.Index(text, "<item>") : strings.Index(text, "</item>")+len("</item>")]
	}
	newer := strings.Replace(won091, `version="4"`, `version="5"`, 1)
	newer = strings.Replace(newer, `<sx:update`, `<sx:update when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750"/><sx:update`, 1)
	newer = strings.Replace(newer, `<sx:history when="Tue, 24 `, `<sx:history when="Wed, 25 `, 1)
	with := func(other string) string {
		return strings.Replace(won091, "</channel>", itemOf(other)+"\n</channel>", 1)
	}
	if r := d.bare("feed", "check", d.put("newer.xml", with(newer))).is(cli.Done); !strings.Contains(r.out, "the two are merged") {
		t.Errorf("said %s%s", r.out, r.err)
	}
	rivals := d.put("rivals.xml", with(lost091))
	if r := d.bare("feed", "check", rivals).is(cli.Attention); !strings.Contains(r.err+r.out, "neither is the newer one") {
		t.Errorf("said %s%s", r.out, r.err)
	}
	d.bare("feed", "merge", rivals, d.put("mine.xml", won091), "-o", rivals).is(cli.Attention)
	if got := d.document(rivals).Items; len(got) != 1 || len(got[0].Conflicts) != 1 {
		t.Errorf("%+v", got)
	}
}

package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

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

// lost091 is the version of the example of §5.2 that lost: another fourth one.
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
		d.bare("feed", "merge", way[0], way[1], "-o", out).is(cli.Attention).mentions("7 to settle")
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

// Documents of the two families are never merged, and both are left alone.
func TestFeedMergeRefusesTheOtherFamily(t *testing.T) {
	d := newDesk(t)
	mine, theirs := d.put("mine.xml", won091), d.put("theirs.xml", eggs)
	for _, way := range [][2]string{{mine, theirs}, {theirs, mine}} {
		d.bare("feed", "merge", way[0], way[1], "-o", way[0]).is(cli.Failed).mentions("SSE 0.91", "FeedSync 1.0", "crossfeed feed convert")
	}
	if read(t, mine) != won091 || read(t, theirs) != eggs {
		t.Error("a document was changed")
	}
}

// Settling is one update of all conflicts (SSE 0.91 §4.2 step 4).
func TestFeedResolveOf091(t *testing.T) {
	d := newDesk(t)
	third := strings.Replace(lost091, `when="Tue, 24 May 2005 08:00:11 GMT" by="GPM7383"`, `when="Tue, 24 May 2005 08:30:00 GMT" by="JEO2000"`, 1)
	mine := d.put("mine.xml", won091)
	d.bare("feed", "merge", mine, d.put("theirs.xml", lost091), "-o", mine).is(cli.Attention)
	d.bare("feed", "merge", mine, d.put("third.xml", third), "-o", mine).is(cli.Attention)
	open := read(t, mine)
	resolve := func(more ...string) result {
		return d.bare(append([]string{"feed", "resolve", mine, "--id", testItem, "--endpoint", "desk", "--now", "2005-05-25T10:00:00Z", "-o", mine}, more...)...)
	}
	resolve("--keep", "--only", "1").is(cli.Misuse).mentions("every update settles all conflicts")
	if read(t, mine) != open {
		t.Error("a refused settling changed the document")
	}
	resolve("--take", "1").is(cli.Done)
	it := parse[shown](d.bare("feed", "show", mine, "--json").is(cli.Done)).Items[0]
	if it.Updates != 5 || len(it.Conflicts) != 0 || it.History[0].By != "desk" || len(it.History) != 5 {
		t.Errorf("%+v", it)
	}
	text := read(t, mine)
	if !strings.Contains(text, `<sx:history when="Wed, 25 May 2005 10:00:00 GMT" by="desk" cf:digest="`) || strings.Contains(text, "conflict") {
		t.Errorf("written as\n%s", text)
	}
	d.bare("feed", "merge", mine, d.file("theirs.xml"), "-o", mine).is(cli.Done)
	if read(t, mine) != text {
		t.Error("what was settled comes back from who lags behind")
	}
}

func TestFeedChangesOf091(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", won091)
	change := func(args ...string) {
		d.bare(append([]string{"feed", args[0], mine, "--id", testItem, "--endpoint", "desk", "--now", "2005-05-25T10:00:00Z"}, args[1:]...)...).is(cli.Done)
	}
	change("edit", "--title", "A title")
	change("delete")
	if text := read(t, mine); !strings.Contains(text, `version="6" deleted="true"`) {
		t.Errorf("deleted as\n%s", text)
	}
	change("restore")
	it := parse[shown](d.bare("feed", "show", mine, "--json").is(cli.Done)).Items[0]
	if it.Title != "A title" || it.Updates != 7 || it.Deleted || len(it.History) != 7 {
		t.Errorf("%+v", it)
	}
	d.bare("feed", "new", mine, "--id", "two", "--title", "Two", "--endpoint", "desk").is(cli.Done)
	if text := read(t, mine); !strings.Contains(text, `id="two" version="1"`) {
		t.Errorf("added as\n%s", text)
	}
	d.bare("feed", "check", mine).is(cli.Done)
}

func TestFeedNewOfADialect(t *testing.T) {
	d := newDesk(t)
	for dialect, want := range map[string]string{
		"sse-0.91":     "http://www.microsoft.com/schemas/rss/sse",
		"sse-0.93":     "http://www.microsoft.com/schemas/sse",
		"feedsync-1.0": "http://feedsync.org/2007/feedsync",
	} {
		file := d.file(dialect + ".xml")
		d.bare("feed", "new", file, "--dialect", dialect, "--title", "One", "--endpoint", "desk", "--now", "2005-05-25T10:00:00Z").is(cli.Done)
		if text := read(t, file); !strings.Contains(text, `"`+want+`"`) {
			t.Errorf("%s is written as\n%s", dialect, text)
		}
		d.bare("feed", "check", file).is(cli.Done)
	}
}

// A flag without a list is shown, and a settling of what there is ends it.
func TestFeedResolveEndsAFlag(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", strings.Replace(won091, `version="4"`, `version="4" conflict="true"`, 1))
	if out := d.bare("feed", "show", mine).is(cli.Done).out; !strings.Contains(out, "marked to look at") {
		t.Errorf("shown as\n%s", out)
	}
	d.bare("feed", "merge", mine, d.put("same.xml", won091), "-o", mine).is(cli.Attention).mentions("1 to settle")
	d.bare("feed", "convert", mine, "--to", "atom").is(cli.Failed).mentions("settle it first")
	d.bare("feed", "resolve", mine, "--id", testItem, "--keep", "--endpoint", "desk", "--now", "2005-05-25T10:00:00Z", "-o", mine).is(cli.Done)
	it := d.document(mine).Items[0]
	if it.Conflict || it.Updates != 5 || it.Data == "" {
		t.Errorf("%+v", it)
	}
}

// What is taken from a file may be an RSS item that is not shared, or one of SSE 0.91.
func TestFeedResolveWithAnItemOfSSE091(t *testing.T) {
	d := newDesk(t)
	for name, with := range map[string]string{
		"plain.xml":  "<item><title>From a file</title></item>",
		"shared.xml": strings.Replace(won091, "<description>This is a test item</description>", "<title>From a file</title>", 1),
	} {
		mine := d.put("mine.xml", won091)
		d.bare("feed", "merge", mine, d.put("theirs.xml", lost091), "-o", mine).is(cli.Attention)
		d.bare("feed", "resolve", mine, "--id", testItem, "--with", d.put(name, with), "--endpoint", "desk", "--now", "2005-05-25T10:00:00Z", "-o", mine).is(cli.Done)
		if it := d.document(mine).Items[0]; it.Title != "From a file" || it.Conflict || it.Updates != 5 {
			t.Errorf("%s: %+v", name, it)
		}
	}
}

// SSE 0.91 has no noconflicts, and none is made up.
func TestFeedNewRefusesNoconflictsIn091(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", won091)
	d.bare("feed", "new", mine, "--title", "x", "--noconflicts", "--endpoint", "desk").is(cli.Failed).mentions("SSE 0.91 has no noconflicts")
	if read(t, mine) != won091 {
		t.Error("the document was changed")
	}
}

// Two items of one identifier are merged with each other by the rules of their family.
func TestFeedCheckOfTwinsIn091(t *testing.T) {
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

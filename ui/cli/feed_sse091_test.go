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
		d.bare("feed", "merge", way[0], way[1], "-o", out).is(cli.Attention).mentions("7 in conflict")
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

// A flag without a list is shown, and a resolution ends it.
func TestAResolutionEndsAFlag(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", strings.Replace(won091, `version="4"`, `version="4" conflict="true"`, 1))
	if out := d.bare("feed", "show", mine).is(cli.Done).out; !strings.Contains(out, "marked to look at") {
		t.Errorf("shown as\n%s", out)
	}
	d.bare("feed", "merge", mine, d.put("same.xml", won091), "-o", mine).is(cli.Attention).mentions("1 in conflict")
	d.bare("feed", "convert", mine, "--to", "atom").is(cli.Failed).mentions("settle it first")
	d.resolved(mine, testItem)
	it := d.document(mine).Items[0]
	if it.Conflict || it.Updates != 5 || it.Data == "" {
		t.Errorf("%+v", it)
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

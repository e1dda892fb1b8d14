package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// reading is an outline of a program that does not know positions, with a folder that does not
// take part and markup that Crossfeed does not know.
const reading = `<?xml version="1.0" encoding="utf-8"?>
<opml version="1.0" xmlns:sx="https://www.microsoft.com/schemas/rss/sse" xmlns:f="urn:f">
  <head><title>Reading</title><f:shop/></head>
  <body>
    <outline text="News" _note="one&#10;two">
      <sx:sync id="news" version="1"><sx:history when="Sat, 21 May 05 05:43:33 EDT" by="phone"/></sx:sync>
      <outline text="Paper" xmlUrl="http://example.com/paper"><sx:sync id="paper" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline>
    </outline>
    <outline text="Not shared"><!-- folder -->
      <outline text="Radio"><sx:sync id="radio" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline>
    </outline>
    <outline text="Blogs"><sx:sync id="blogs" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline>
  </body>
</opml>
`

// outlineOf returns the output of feed show for an outline: identifiers, indented by two spaces
// per level, with a dagger for deleted items and a mark for conflicts.
func (d *desk) outlineOf(path string) string {
	d.t.Helper()
	r := d.bare("feed", "show", path, "--json")
	depth := map[string]int{}
	var lines []string
	for _, i := range parse[placedItems](r).Items {
		at := 0
		if i.Parent != "" {
			at = depth[i.Parent] + 1
		}
		depth[i.ID] = at
		line := strings.Repeat("  ", at) + i.ID
		if i.Deleted {
			line += "†"
		}
		if i.Conflict {
			line += "!"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// placedItems are further fields of feed show --json.
type placedItems struct {
	Items []struct {
		ID, Parent        string
		Deleted, Conflict bool
		History           []map[string]any
	}
}

func TestAnOutlineIsShownInItsOrder(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	d.bare("feed", "show", path).is(cli.Done).stderr("").prints("Reading (opml, sse-0.91)\n\n" +
		"ID     TITLE    UPDATES  CHANGED\n" +
		"news   News     1        2005-05-21T09:43:33Z by phone\n" +
		"paper    Paper  1        2005-05-21T09:43:33Z by phone\n" +
		"radio  Radio    1        2005-05-21T09:43:33Z by phone\n" +
		"blogs  Blogs    1        2005-05-21T09:43:33Z by phone\n")
	got := parse[placedItems](d.bare("feed", "show", path, "--json").is(cli.Done)).Items
	if fmt.Sprint(got[1]) != "{paper news false false [map[by:phone when:2005-05-21T09:43:33Z]]}" {
		t.Errorf("got %v", got[1])
	}
}

// soundButForItsYears checks a document derived from reading: it has times with two-digit
// years, and nothing else is wrong with it.
func (d *desk) soundButForItsYears(path string) {
	d.t.Helper()
	found := parse[checked](d.ok("feed", "check", path, "--json"))[0].Problems
	for _, p := range found {
		if p.Rule != "lenient-when" || !strings.Contains(p.Text, " May 05 ") {
			d.t.Errorf("%+v", p)
		}
	}
}

// edited returns the outline as published by an endpoint that read it and made changes.
func (d *desk) edited(endpoint string, changes ...string) (path string) {
	d.t.Helper()
	o := d.at(endpoint)
	o.ok("list", "create", "Reading", "--kind", "outline")
	o.ok("subscription", "add", "Reading", d.put("read-by-"+endpoint+".opml", reading))
	o.ok("sync")
	for _, c := range changes {
		args := append([]string{"item"}, strings.Fields(c)...)
		o.ok(slices.Insert(args, 2, "Reading")...)
	}
	path = d.file(endpoint + ".opml")
	o.ok("publish", "Reading", path)
	return path
}

// Changes by an endpoint are merged into a document that contains more than items.
func TestOutlinesAreMerged(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	other := d.edited("laptop", "move paper --parent blogs", "edit radio --title Wireless", "add --id tv --title TV --after news", "delete news")
	d.bare("feed", "merge", path, other, "-o", path).is(cli.Done).prints("").stderr("")
	const want = "news†\ntv\nradio\nblogs\n  paper"
	if got := d.outlineOf(path); got != want {
		t.Errorf("got\n%s\nwant\n%s\nin\n%s", got, want, read(t, path))
	}
	if got := read(t, path); !strings.Contains(got, "Wireless") || !strings.Contains(got, "<f:shop/>") || !strings.Contains(got, "Not shared") {
		t.Errorf("the file holds\n%s", got)
	}
	d.soundButForItsYears(path)
	d.bare("feed", "merge", other, path, "-o", other).is(cli.Done)
	if got := d.outlineOf(other); got != want {
		t.Errorf("the other endpoint has\n%s\nwant\n%s", got, want)
	}
	d.bare("feed", "merge", path, other).is(cli.Done).prints(read(t, path))
	d.bare("feed", "merge", other, path).is(cli.Done).prints(read(t, other))
}

func TestOutlinesWithNothingNewChangeNoByte(t *testing.T) {
	d := newDesk(t)
	a, b := d.put("a.opml", reading), d.put("b.opml", reading)
	d.bare("feed", "merge", a, b).is(cli.Done).prints(reading)
	d.bare("feed", "merge", a, d.put("c.opml", "<opml><body/></opml>")).is(cli.Done).prints(reading)
}

// Two endpoints move two outlines into each other (SSE 0.91 §4.4.2).
func TestACycleIsOpenedWhenDocumentsAreMerged(t *testing.T) {
	d := newDesk(t)
	ours, theirs := d.edited("tablet", "move news --parent blogs"), d.edited("laptop", "move blogs --parent news")
	trees := map[string]bool{}
	for _, pair := range [][]string{{ours, theirs}, {theirs, ours}} {
		out := d.file("out.opml")
		r := d.bare("feed", "merge", pair[0], pair[1], "-o", out, "--overwrite").is(cli.Attention)
		if !strings.Contains(r.err, `it was its own ancestor, through "`) || !strings.Contains(r.err, "1 conflict.") {
			t.Errorf("said %q", r.err)
		}
		trees[d.outlineOf(out)] = true
	}
	for tree := range trees {
		if len(trees) != 1 || strings.Count(tree, "!") != 1 || strings.Count(tree, "\n") != 3 {
			t.Errorf("got %v", trees)
		}
	}
}

// One endpoint moves an outline into another one that somebody else has deleted.
func TestAnOutlineThatIsMovedIntoADeletedOneIsAConflict(t *testing.T) {
	d := newDesk(t)
	ours, theirs := d.edited("tablet", "move radio --parent blogs"), d.edited("laptop", "delete blogs")
	out := d.file("out.opml")
	for _, pair := range [][]string{{ours, theirs}, {theirs, ours}, {out, ours}} {
		r := d.bare("feed", "merge", pair[0], pair[1], "-o", out, "--overwrite").is(cli.Attention)
		if !strings.Contains(r.err, `its parent "Blogs" was deleted`) || !strings.Contains(r.err, "1 conflict.") {
			t.Errorf("said %q", r.err)
		}
	}
	d.resolved(out, "radio")
	d.bare("feed", "merge", out, out).is(cli.Done).stderr("")
}

// A conflict of both contents and positions: both versions have positions. A resolution by one
// endpoint ends it in every document.
func TestAnOutlineInConflictIsResolvedByAMerge(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	for _, other := range []string{d.edited("laptop", "move paper --parent blogs", "edit paper --title Gazette"), d.edited("tablet", "move paper --parent=", "edit paper --title Journal")} {
		d.bare("feed", "merge", path, other, "-o", path)
	}
	if got := d.outlineOf(path); strings.Count(got, "paper!") != 1 {
		t.Errorf("got\n%s\nin\n%s", got, read(t, path))
	}
	d.soundButForItsYears(path)
	d.resolved(path, "paper")
	if got := d.outlineOf(path); strings.Contains(got, "!") || strings.Contains(read(t, path), "Gazette") == strings.Contains(read(t, path), "Journal") {
		t.Errorf("resolved, it is\n%s\nin\n%s", got, read(t, path))
	}
}

// resolved makes a subscriber of a document keep the winner of an item, and merges the
// subscriber's feed into it.
func (d *desk) resolved(path, id string) {
	d.t.Helper()
	kind, own := "note", d.file("resolved.xml")
	if strings.HasSuffix(path, ".opml") {
		kind, own = "outline", d.file("resolved.opml")
	}
	o := d.at("reader")
	dialect := parse[shown](d.ok("feed", "show", path, "--json")).Dialect
	o.ok("list", "create", "List", "--kind", kind, "--dialect", dialect)
	o.ok("subscription", "add", "List", path)
	o.run("sync").is(cli.Attention)
	o.ok("conflict", "resolve", "List", id, "--keep")
	o.ok("publish", "List", own)
	d.bare("feed", "merge", path, own, "-o", path).is(cli.Done)
}

func TestDialectsAndOrderDoNotMix(t *testing.T) {
	d := newDesk(t)
	older := strings.NewReplacer("http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/rss/sse",
		`updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z"`, `version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT"`).Replace(eggs)
	outline, feed, old := d.put("a.opml", reading), d.put("a.xml", eggs), d.put("b.xml", older)
	nothing := d.put("c.xml", "<rss><channel/></rss>")
	for _, pair := range [][]string{{outline, feed}, {feed, outline}, {outline, old}, {old, outline}, {old, feed}, {feed, old}, {nothing, outline}, {outline, nothing}} {
		r := d.bare("feed", "merge", pair[0], pair[1], "-o", pair[0]).is(cli.Failed).prints("")
		if !strings.Contains(r.err, pair[0]) || !strings.Contains(r.err, pair[1]) || !strings.Contains(r.err, "crossfeed feed convert") {
			t.Errorf("%v said %q", pair, r.err)
		}
	}
	if read(t, outline) != reading || read(t, feed) != eggs {
		t.Error("a file changed")
	}
}

// All problems of an outline are reported, and nothing is lost or changed.
func TestBadOutlines(t *testing.T) {
	d := newDesk(t)
	good := d.put("good.opml", reading)
	deep := "<opml><body>" + strings.Repeat("<outline>", 100_000) + strings.Repeat("</outline>", 100_000) + "</body></opml>"
	for name, document := range map[string]string{"deep": deep, "cut": reading[:700], "no body": "<opml><head/></opml>", "empty": ""} {
		bad := d.put("bad.opml", document)
		d.bare("feed", "check", bad).is(cli.Attention)
		for _, args := range [][]string{{good, bad}, {bad, good}} {
			r := d.bare("feed", "merge", args[0], args[1], "-o", args[0]).is(cli.Failed)
			if !strings.Contains(r.err, "bad.opml") {
				t.Errorf("%s: said %q", name, r.err)
			}
		}
		if read(t, good) != reading || read(t, bad) != document {
			t.Errorf("%s: a file changed", name)
		}
	}
	for name, c := range map[string]struct{ old, new, rule string }{
		"no history":   {`<sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline>` + "\n    </outline>\n    <outline text=\"Not", `</sx:sync></outline>` + "\n    </outline>\n    <outline text=\"Not", "missing-history"},
		"version 0":    {`id="paper" version="1"`, `id="paper" version="0"`, "bad-version"},
		"twice one id": {`id="paper"`, `id="news"`, "repeated-id"},
	} {
		document := strings.Replace(reading, c.old, c.new, 1)
		bad := d.put("bad.opml", document)
		if r := d.bare("feed", "check", bad); !strings.Contains(r.out, c.rule) || document == reading {
			t.Errorf("%s: %s", name, r.out)
		}
		merged := d.bare("feed", "merge", bad, good).out
		for _, kept := range []string{"News", "Paper", "Radio", "Blogs", "Not shared"} {
			if strings.Count(merged, `text="`+kept+`"`) == 0 {
				t.Errorf("%s: %s is lost in\n%s", name, kept, merged)
			}
		}
	}
}

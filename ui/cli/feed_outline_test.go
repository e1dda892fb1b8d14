package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// reading is an outline of a program that knows no places, with a folder that takes no
// part and markup that Crossfeed does not know.
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

// standing is what feed show tells of an outline: identifiers, two spaces deeper for each
// that they stand in, a dagger for what is deleted, and a mark for what is to be settled.
func (d *desk) standing(path string) string {
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

// placedItems are what the tests look at of feed show --json besides.
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
	d.bare("feed", "show", path).is(cli.Done).says("").prints("Reading (opml, sse-0.91)\n\n" +
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

// soundButForItsYears checks a document that is made of reading: that has times with years
// of two digits, and nothing else is wrong in it.
func (d *desk) soundButForItsYears(path string) {
	d.t.Helper()
	found := parse[checked](d.ok("feed", "check", path, "--json"))[0].Problems
	for _, p := range found {
		if p.Rule != "lenient-when" || !strings.Contains(p.Text, " May 05 ") {
			d.t.Errorf("%+v", p)
		}
	}
}

func TestOutlinesAreMadeMovedAndDeletedInADocument(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	for _, step := range []struct{ args, want string }{
		{"edit a --id paper --after blogs", "news\nradio\nblogs\npaper"},
		{"edit a --id radio --parent news", "news\n  radio\nblogs\npaper"},
		{"edit a --id blogs --parent news --after=", "news\n  blogs\n  radio\npaper"},
		{"edit a --id news --after paper", "paper\nnews\n  blogs\n  radio"},
		{"new a --id tv --title TV --parent news --after blogs", "paper\nnews\n  blogs\n  tv\n  radio"},
		{"new a --id last --title Last", "paper\nnews\n  blogs\n  tv\n  radio\nlast"},
		{"delete a --id news", "paper\nnews†\n  blogs\n  tv\n  radio\nlast"},
		{"edit a --id tv --parent=", "paper\nnews†\n  blogs\n  radio\nlast\ntv"},
		{"restore a --id news", "paper\nnews\n  blogs\n  radio\nlast\ntv"},
		{"edit a --id paper --title Newspaper --parent tv", "news\n  blogs\n  radio\nlast\ntv\n  paper"},
	} {
		args := append([]string{"feed"}, strings.Fields(step.args)...)
		args[2] = path
		d.ok(args...).says("")
		if got := d.standing(path); got != step.want {
			t.Fatalf("%s: got\n%s\nwant\n%s\nin\n%s", step.args, got, step.want, read(t, path))
		}
	}
	got := read(t, path)
	for _, kept := range []string{`<f:shop/>`, `_note="one&#10;two"`, `<outline text="Not shared"><!-- folder -->`, `when="Sat, 21 May 05 05:43:33 EDT"`, ` xmlns:cf=`, "Newspaper"} {
		if strings.Count(got, kept) != 1 {
			t.Errorf("%s stands there %d times in\n%s", kept, strings.Count(got, kept), got)
		}
	}
	d.soundButForItsYears(path)
}

// What stands there already makes no update.
func TestAMoveToWhereItStandsLeavesEveryByte(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	for _, args := range []string{"--parent news", "--parent news --after=", "--title Paper"} {
		d.ok(append([]string{"feed", "edit", path, "--id", "paper"}, strings.Fields(args)...)...).prints("paper: update 1\n")
		if got := read(t, path); got != reading {
			t.Errorf("%s changed the file:\n%s", args, got)
		}
	}
}

func TestPlacesThatAnOutlineDoesNotHave(t *testing.T) {
	d := newDesk(t)
	path, feed := d.put("a.opml", reading), d.put("a.xml", eggs)
	for _, c := range []struct {
		args, want string
		state      int
	}{
		{"edit a --id news --parent paper", "into itself", cli.Failed},
		{"edit a --id news --parent news", "into itself", cli.Failed},
		{"edit a --id news --after news", "cannot stand after itself", cli.Failed},
		{"edit a --id news --after gone", `item "gone": there is no such item`, cli.Failed},
		{"edit a --id news --parent gone", `item "gone": there is no such item`, cli.Failed},
		{"edit a --id news --parent= --after paper", `item "paper" does not stand directly in ""`, cli.Failed},
		{"edit a --id gone --parent news", `item "gone": there is no such item`, cli.Failed},
		{"new a --id news --title News", "there is an item with this identifier already", cli.Failed},
		{"new a --id x --title X --kind todo", "OPML holds outlines only", cli.Misuse},
		{"new e --id x --title X --kind outline", "only OPML holds outlines", cli.Misuse},
		{"edit e --id eggs --after=", "only the items of outlines have places", cli.Failed},
		{"edit a --id news", "name at least one of", cli.Misuse},
	} {
		args := append([]string{"feed"}, strings.Fields(c.args)...)
		args[2] = map[string]string{"a": path, "e": feed}[args[2]]
		if r := d.run(args...).is(c.state).prints(""); !strings.Contains(r.err, c.want) {
			t.Errorf("%s said %q, want %q", c.args, r.err, c.want)
		}
	}
	if read(t, path) != reading || read(t, feed) != eggs {
		t.Error("a file changed")
	}
}

func TestAnOutlineIsMadeWhereThereIsNone(t *testing.T) {
	d := newDesk(t)
	for _, args := range [][]string{{d.file("a.opml")}, {d.file("b.xml"), "--kind", "outline"}} {
		d.ok(append([]string{"feed", "new", "--id", "first", "--title", "First", "--text", "a\nnote"}, args...)...).prints("first: update 1\n")
		d.ok("feed", "check", args[0]).says("no problems\n")
		got := parse[shown](d.ok("feed", "show", args[0], "--json"))
		if got.Format != "opml" || got.Dialect != "sse-0.91" || len(got.Items) != 1 || !strings.Contains(read(t, args[0]), `_note="a&#xA;note"`) {
			t.Errorf("got %+v of\n%s", got, read(t, args[0]))
		}
	}
	d.run("feed", "new", d.file("c.opml"), "--title", "X", "--parent", "first").is(cli.Misuse).prints("")
	d.run("feed", "new", d.file("c.opml"), "--title", "X", "--dialect", "feedsync-1.0").is(cli.Failed).prints("")
}

// laptops is the outline at another endpoint, with what it did.
func (d *desk) laptops(path string, changes ...string) string {
	d.t.Helper()
	other := d.put("laptop.opml", read(d.t, path))
	for _, c := range changes {
		args := append([]string{"feed"}, strings.Fields(c)...)
		d.bare(append(slices.Insert(args, 2, other), "--endpoint", "laptop", "--now", "2005-05-25T09:43:33Z")...).is(cli.Done)
	}
	return other
}

func TestOutlinesAreMerged(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	other := d.laptops(path, "edit --id paper --parent blogs", "edit --id radio --title Wireless", "new --id tv --title TV --after news", "delete --id news")
	d.ok("feed", "edit", path, "--id", "blogs", "--after=")
	d.bare("feed", "merge", path, other, "-o", path).is(cli.Done).prints("").says("")
	const want = "blogs\n  paper\nnews†\ntv\nradio"
	if got := d.standing(path); got != want {
		t.Errorf("got\n%s\nwant\n%s\nin\n%s", got, want, read(t, path))
	}
	if got := read(t, path); !strings.Contains(got, "Wireless") || !strings.Contains(got, "<f:shop/>") || !strings.Contains(got, "Not shared") {
		t.Errorf("the file holds\n%s", got)
	}
	d.bare("feed", "merge", other, path, "-o", other).is(cli.Done)
	if got := d.standing(other); got != want {
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
	path := d.put("a.opml", reading)
	other := d.laptops(path, "edit --id blogs --parent news")
	d.ok("feed", "edit", path, "--id", "news", "--parent", "blogs")
	trees := map[string]bool{}
	for _, pair := range [][]string{{path, other}, {other, path}} {
		out := d.file("out.opml")
		r := d.bare("feed", "merge", pair[0], pair[1], "-o", out).is(cli.Attention)
		if !strings.Contains(r.err, `item "blogs": it stood in itself, by way of "news"`) || !strings.Contains(r.err, "1 to settle") {
			t.Errorf("said %q", r.err)
		}
		trees[d.standing(out)] = true
	}
	if !trees["radio\nblogs!\n  news\n    paper"] || len(trees) != 1 {
		t.Errorf("got %v", trees)
	}
	d.ok("feed", "resolve", d.file("out.opml"), "--id", "blogs", "--keep", "-o", d.file("out.opml")).prints("blogs: update 3\n")
	if got := d.standing(d.file("out.opml")); got != "radio\nblogs\n  news\n    paper" {
		t.Errorf("settled, it is\n%s", got)
	}
}

// A conflict of contents and of places: both versions say where they stand.
func TestAnOutlineInConflictIsSettled(t *testing.T) {
	d := newDesk(t)
	path := d.put("a.opml", reading)
	other := d.laptops(path, "edit --id paper --parent blogs --title Gazette")
	d.ok("feed", "edit", path, "--id", "paper", "--parent=", "--title", "Journal")
	d.bare("feed", "merge", path, other, "-o", path).is(cli.Attention)
	if got := d.standing(path); got != "news\nradio\nblogs\n  paper!" {
		t.Errorf("got\n%s\nin\n%s", got, read(t, path))
	}
	d.soundButForItsYears(path)
	d.ok("feed", "resolve", path, "--id", "paper", "--take", "1", "-o", path).prints("paper: update 3\n")
	if got := d.standing(path); got != "news\nradio\nblogs\npaper" || !strings.Contains(read(t, path), "Journal") || strings.Contains(read(t, path), "Gazette") {
		t.Errorf("settled, it is\n%s\nin\n%s", got, read(t, path))
	}
	d.bare("feed", "merge", path, other).is(cli.Done).prints(read(t, path))
}

// What an outline in a file says can be taken, shared or not.
func TestAnOutlineIsSettledWithAnother(t *testing.T) {
	for _, with := range []string{
		`<outline text="Weekly" _note="a&#10;b"/>`, "<?xml version='1.0'?>\n<outline text=\"Weekly\" _note=\"a&#10;b\">\n</outline>\n",
		`<opml version="2.0"><head/><body><outline text="Weekly" _note="a&#10;b"></outline></body></opml>`,
	} {
		d := newDesk(t)
		path := d.put("a.opml", reading)
		other := d.laptops(path, "edit --id paper --title Gazette")
		d.ok("feed", "edit", path, "--id", "paper", "--title", "Journal")
		d.bare("feed", "merge", path, other, "-o", path).is(cli.Attention)
		d.ok("feed", "resolve", path, "--id", "paper", "--with", d.put("with.opml", with), "-o", path).prints("paper: update 3\n")
		if got := read(t, path); !strings.Contains(got, `<outline text="Weekly" _note="a&#xA;b">`) || strings.Contains(got, "Gazette") || d.standing(path) != "news\n  paper\nradio\nblogs" {
			t.Errorf("got\n%s", got)
		}
	}
}

func TestFamiliesAndOrderDoNotMix(t *testing.T) {
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

// Whatever is wrong with an outline is told, and nothing is lost or changed.
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

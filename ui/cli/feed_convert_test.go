package cli_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// plans is an outline with order and hierarchy.
const plans = `<?xml version="1.0" encoding="utf-8"?>
<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse">
<head><title>Plans</title><dateModified>Tue, 24 May 2005 09:43:33 GMT</dateModified></head>
<body>
<outline text="Home" _note="first&#10;second" myOwn="kept"><sx:sync id="home" version="2"><sx:history when="Sun, 22 May 2005 09:43:33 GMT" by="desk"><sx:update when="Sat, 21 May 2005 09:43:33 GMT" by="laptop"/></sx:history></sx:sync>
<outline text="Garden"><sx:sync id="garden" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="desk"/></sx:sync></outline>
</outline>
<outline text="Work"><sx:sync id="a-work" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="desk"/></sx:sync></outline>
</body>
</opml>
`

// convert runs feed convert with an output file, and returns the file.
func (d *desk) convert(state int, file string, args ...string) (result, string) {
	d.t.Helper()
	out := d.file("converted.xml")
	_ = os.Remove(out)
	r := d.bare(append([]string{"feed", "convert", file, "-o", out, "--now", "2005-05-25T10:00:00Z"}, args...)...).is(state)
	if state != cli.Done && state != cli.Attention {
		if _, err := os.Stat(out); err == nil {
			d.t.Error("something was written")
		}
	}
	return r, out
}

// document returns the output of feed show for a document.
func (d *desk) document(file string) shown {
	d.t.Helper()
	d.bare("feed", "check", file).is(cli.Done)
	return parse[shown](d.bare("feed", "show", file, "--json").is(cli.Done))
}

// The one-time upgrade: each update gets its sequence.
func TestFeedConvertUpgradesSSE091(t *testing.T) {
	d := newDesk(t)
	_, out := d.convert(cli.Done, d.put("mine.xml", won091), "--to", "rss", "--dialect", "feedsync-1.0")
	got := d.document(out)
	if got.Dialect != "feedsync-1.0" || got.Format != "rss" || got.Title != "Tests" || len(got.Items) != 1 {
		t.Fatalf("%+v", got)
	}
	it := got.Items[0]
	if it.ID != testItem || it.Updates != 4 || len(it.History) != 4 || it.History[0].When != "2005-05-24T09:43:33Z" {
		t.Errorf("%+v", it)
	}
	for k, h := range it.History {
		if h.Sequence != 4-k || h.By != "REO1750" {
			t.Errorf("entry %d is %+v", k, h)
		}
	}
}

func TestFeedConvertGoesThereAndBack(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", won091)
	before := d.document(mine)
	_, up := d.convert(cli.Done, mine, "--to", "atom")
	if got := d.document(up); got.Format != "atom" || got.Dialect != "feedsync-1.0" {
		t.Fatalf("%+v", got)
	}
	d.bare("feed", "convert", up, "--to", "rss", "--dialect", "sse-0.91", "-o", mine, "--overwrite").is(cli.Done)
	after := d.document(mine)
	if after.Dialect != "sse-0.91" || len(after.Items) != 1 || after.Items[0].Data != before.Items[0].Data ||
		after.Items[0].Updates != 4 || len(after.Items[0].History) != 4 {
		t.Errorf("%+v, was %+v", after, before)
	}
	d.bare("feed", "merge", mine, d.put("again.xml", won091), "-o", mine).is(cli.Done)
}

// An open conflict of SSE 0.91 must be resolved first, even with --lossy.
func TestFeedConvertRefusesAnOpenConflictOf091(t *testing.T) {
	d := newDesk(t)
	mine := d.put("mine.xml", won091)
	d.bare("feed", "merge", mine, d.put("theirs.xml", lost091), "-o", mine).is(cli.Attention)
	for _, more := range [][]string{nil, {"--lossy"}} {
		r, _ := d.convert(cli.Failed, mine, append([]string{"--to", "atom"}, more...)...)
		r.mentions(testItem, "resolve it first", "resolve it in a list that subscribes to")
	}
}

// FeedSync has neither order nor hierarchy, and RSS has none.
func TestFeedConvertTellsWhatWouldBeLostOfAnOutline(t *testing.T) {
	d := newDesk(t)
	file := d.put("plans.opml", plans)
	for _, to := range [][]string{{"--to", "rss"}, {"--to", "atom"}, {"--to", "rss", "--dialect", "feedsync-1.0"}} {
		r, _ := d.convert(cli.Failed, file, to...)
		r.mentions("the order and hierarchy", "--lossy")
	}
	_, out := d.convert(cli.Done, file, "--to", "rss", "--lossy")
	got := d.document(out)
	if got.Dialect != "sse-0.91" || len(got.Items) != 3 || got.Items[0].ID != "home" || got.Items[1].ID != "garden" {
		t.Fatalf("%+v", got)
	}
	if text := read(t, out); !strings.Contains(text, `myOwn="kept"`) || strings.Contains(text, "order=") {
		t.Errorf("written as\n%s", text)
	}
	_, back := d.convert(cli.Done, d.put("flat.xml", read(t, out)), "--to", "opml")
	for _, want := range []string{`<outline text="Home" _note="first&#xA;second" myOwn="kept">`, `text="Garden"`, `text="Work"`} {
		if text := read(t, back); !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	d.document(back)
}

// Items of RSS become outlines in document order, and data for which OPML has no attribute is
// preserved inside them.
func TestFeedConvertToOPML(t *testing.T) {
	d := newDesk(t)
	r, _ := d.convert(cli.Failed, d.put("eggs.xml", strings.Replace(eggs, `sequence="1"`, `sequence="2"`, 1)), "--to", "opml")
	r.mentions("histories that only FeedSync supports (eggs)")
	_, out := d.convert(cli.Done, d.put("eggs.xml", eggs), "--to", "opml")
	got := d.document(out)
	if got.Format != "opml" || got.Dialect != "sse-0.91" || len(got.Items) != 1 || got.Items[0].Title != "Eggs" {
		t.Fatalf("%+v", got)
	}
	if text := read(t, out); !strings.Contains(text, `_note="brown ones"`) || !strings.Contains(text, "price") {
		t.Errorf("written as\n%s", text)
	}
}

// Entries that are not shared, or break the rules, cannot be part of a newly written document.
func TestFeedConvertTellsOfWhatTakesNoPart(t *testing.T) {
	d := newDesk(t)
	plain := strings.Replace(eggs, "</channel>", "<item><title>Plain</title></item>\n<item><title>Bad</title><sx:sync id=\"bad\" updates=\"0\"/></item></channel>", 1)
	r, _ := d.convert(cli.Failed, d.put("plain.xml", plain), "--to", "atom")
	r.mentions("entries without sync information (line 11)", "invalid entries (line 12)")
	_, out := d.convert(cli.Attention, d.file("plain.xml"), "--to", "atom", "--lossy")
	if got := d.document(out); len(got.Items) != 1 {
		t.Errorf("%+v", got)
	}
}

// Publisher-specific data is specific to one format.
func TestFeedConvertTellsOfPublisherData(t *testing.T) {
	d := newDesk(t)
	theirs := strings.Replace(eggs, "<title>Eggs</title>", "<title>Eggs</title><author>a@example.com</author>", 1)
	r, _ := d.convert(cli.Failed, d.put("eggs.xml", theirs), "--to", "atom")
	r.mentions("publisher-specific data: author (eggs)")
}

// Data that another format cannot express is reported with its items.
func TestFeedConvertTellsOfDataOfOneFormat(t *testing.T) {
	d := newDesk(t)
	html := d.put("html.xml", strings.Replace(eggs, "brown ones", "&lt;b&gt;brown&lt;/b&gt; ones", 1))
	r, _ := d.convert(cli.Failed, html, "--to", "opml")
	r.mentions("data that opml does not support (eggs)")
	d.convert(cli.Done, html, "--to", "atom")
	_, atom := d.convert(cli.Done, d.put("eggs.xml", eggs), "--to", "atom")
	rich := d.put("rich.xml", strings.Replace(read(t, atom), "<title>Eggs</title>", `<title>Eggs</title><category term="x" label="X"/><contributor><name>x</name></contributor>`, 1))
	r, _ = d.convert(cli.Failed, rich, "--to", "rss")
	r.mentions("lose publisher-specific data: contributor (eggs); to convert")
	_, rss := d.convert(cli.Done, rich, "--to", "rss", "--lossy")
	if text := read(t, rss); !strings.Contains(text, `label="X"`) {
		t.Errorf("written as\n%s", text)
	}
}

// Conflicts are preserved between RSS and Atom, and between the dialects of FeedSync.
func TestFeedConvertKeepsConflictsOfFeedSync(t *testing.T) {
	d := newDesk(t)
	file := d.put("mine.xml", contested)
	before := d.document(file)
	r, _ := d.convert(cli.Failed, file, "--to", "atom", "--dialect", "sse-0.93")
	r.mentions("content of deleted items (eggs)")
	_, out := d.convert(cli.Attention, file, "--to", "atom", "--dialect", "sse-0.93", "--lossy")
	got := d.document(out)
	if got.Format != "atom" || got.Dialect != "sse-0.93" || len(got.Items) != 1 || got.Items[0].line(t) != before.Items[0].line(t) {
		t.Errorf("%+v, was %+v", got, before)
	}
}

// Feed-level data for which the new format has no element is reported, too.
func TestFeedConvertTellsWhatIsSaidOfTheFeed(t *testing.T) {
	d := newDesk(t)
	said := d.put("said.xml", strings.Replace(eggs, "<f:shop", "<language>de</language><copyright>c</copyright><f:shop", 1))
	for _, to := range []string{"atom", "opml"} {
		r, _ := d.convert(cli.Failed, said, "--to", to)
		r.mentions("metadata of the feed (language, copyright)", "--lossy")
		d.convert(cli.Done, said, "--to", to, "--lossy")
	}
}

// An RSS element named outline is not an OPML outline, and one whose attributes differ from
// the item keeps them inside the outline.
func TestFeedConvertKeepsOutlinesInItems(t *testing.T) {
	d := newDesk(t)
	item := `<title>Title</title><description>brown ones</description><outline text="other"><outline text="in"/></outline><outline text="second"/>`
	file := d.put("outlines.xml", strings.Replace(eggs, "<description>brown ones</description>", item, 1))
	r, _ := d.convert(cli.Failed, file, "--to", "opml")
	r.mentions("data that opml does not support (eggs)")
	_, out := d.convert(cli.Done, file, "--to", "opml", "--lossy")
	if got := d.document(out); len(got.Items) != 1 {
		t.Errorf("%+v", got)
	}
	for _, kept := range []string{`text="other"`, `<outline text="in"/>`, `<outline text="second"/>`, ">Title</title>", ">brown ones</content>"} {
		if text := read(t, out); strings.Count(text, kept) != 1 {
			t.Errorf("%d of %s in\n%s", strings.Count(text, kept), kept, text)
		}
	}
}

func TestFeedConvertIsWrongUse(t *testing.T) {
	d := newDesk(t)
	file := d.put("mine.xml", won091)
	for _, args := range [][]string{
		{"--to", "rss"},
		{"--to", "opml", "--dialect", "feedsync-1.0"},
		{"--to", "atom", "--dialect", "sse-0.91"},
		{"--to", "html"},
		{},
	} {
		d.convert(cli.Misuse, file, args...)
	}
}

// The order of a document becomes that of the outlines, however many there are.
func TestFeedConvertKeepsTheOrderOfADocument(t *testing.T) {
	d := newDesk(t)
	items, want := "", []string{}
	for _, id := range strings.Split("zqmbtwakxcfhepygn", "") {
		items += `<item><title>` + id + `</title><sx:sync id="` + id + `" version="1"><sx:history by="A"/></sx:sync></item>`
		want = append(want, id)
	}
	text := won091[:strings.Index(won091, "<item>")] + items + "</channel></rss>"
	_, out := d.convert(cli.Done, d.put("many.xml", text), "--to", "opml")
	var got []string
	for _, it := range d.document(out).Items {
		got = append(got, it.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if again := d.file("again.opml"); d.bare("feed", "merge", out, out, "-o", again).is(cli.Done).out != "" || read(t, again) != read(t, out) {
		t.Errorf("merged with itself it is\n%s", read(t, again))
	}
}

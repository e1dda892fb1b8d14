package cli_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// checked is the part of feed check --json that the tests read.
type checked []struct {
	File     string
	Problems []struct {
		Severity, Item, Rule, Section, Text string
		Line                                int
	}
}

func TestFeedsWithoutProblems(t *testing.T) {
	d := newDesk(t)
	a, b := d.put("a.xml", eggs), d.put("b.xml", contested)
	d.bare("feed", "check", a, b).is(cli.Done).prints("").stderr("No problems.\n")
	got := parse[checked](d.bare("feed", "check", "--json", a, b).is(cli.Done))
	if len(got) != 2 || got[0].File != a || got[1].File != b || got[0].Problems == nil || len(got[0].Problems)+len(got[1].Problems) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAnErrorInAFeedIsState1(t *testing.T) {
	d := newDesk(t)
	bad := d.put("bad.xml", strings.Replace(eggs, `<sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>`, "", 1))
	got := parse[checked](d.bare("feed", "check", "--json", d.put("a.xml", eggs), bad).is(cli.Attention))
	if len(got) != 2 || len(got[1].Problems) != 1 {
		t.Fatalf("got %+v", got)
	}
	p := got[1].Problems[0]
	if p.Severity != "error" || p.Line != 9 || p.Item != "eggs" || p.Rule != "missing-history" || p.Section != "SSE 0.93 §2.5" || p.Text == "" {
		t.Errorf("got %+v", p)
	}
	d.bare("feed", "check", bad).is(cli.Attention).stderr("").prints("" +
		"WHERE" + strings.Repeat(" ", len(bad)-3) + "  SEVERITY  ITEM  RULE             SECTION        PROBLEM\n" +
		bad + ":9  error     eggs  missing-history  SSE 0.93 §2.5  " + p.Text + "\n")
}

func TestAWarningIsState0(t *testing.T) {
	d := newDesk(t)
	odd := d.put("odd.xml", strings.Replace(eggs, `id="eggs"`, `id="fresh eggs"`, 1))
	got := parse[checked](d.bare("feed", "check", "--json", odd).is(cli.Done))
	if len(got[0].Problems) != 1 || got[0].Problems[0].Severity != "warning" {
		t.Errorf("got %+v", got)
	}
}

func TestADocumentThatIsNoFeedIsAnErrorFound(t *testing.T) {
	d := newDesk(t)
	broken := d.put("broken.xml", eggs[:200])
	got := parse[checked](d.bare("feed", "check", "--json", broken).is(cli.Attention))
	if len(got) != 1 || len(got[0].Problems) != 1 || got[0].Problems[0].Rule != "not-well-formed" {
		t.Errorf("got %+v", got)
	}
}

func TestOneFileOfSeveralThatCannotBeReadIsState1(t *testing.T) {
	d := newDesk(t)
	good := d.put("a.xml", eggs)
	r := d.bare("feed", "check", d.file("missing.xml"), good, "--json").is(cli.Attention)
	if got := parse[checked](r); len(got) != 1 || got[0].File != good || !strings.Contains(r.err, "missing.xml") {
		t.Errorf("got %+v, said %q", got, r.err)
	}
	d.bare("feed", "check", d.file("missing.xml")).is(cli.Failed).prints("")
}

// Skipped items are reported, and stay unchanged in the document.
func TestASkippedItemIsState1(t *testing.T) {
	d := newDesk(t)
	bad := d.put("bad.xml", feedOf(entry("eggs", "Eggs", "none", "phone"), entry("bread", "Bread", "1", "")))
	r := d.bare("feed", "show", bad, "--json").is(cli.Attention)
	got := parse[shown](r)
	if len(got.Items) != 1 || got.Items[0].ID != "bread" || len(got.Problems) == 0 || !strings.Contains(r.err, "bad.xml: line 2: error") {
		t.Errorf("got %+v, said %q", got, r.err)
	}
	d.bare("feed", "merge", bad, d.put("a.xml", feedOf())).is(cli.Attention).prints(read(t, bad))
	d.bare("feed", "merge", d.put("a.xml", feedOf()), bad).is(cli.Attention)
}

func TestAFeedIsShownInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	feed := strings.Replace(feedOf(), "<title>", `<sx:sharing since="a" until="b" expires="2005-06-01T00:00:00Z"><sx:related link="http://example.com/all.xml" type="complete"/></sx:sharing><title>`, 1)
	d.bare("feed", "show", "--json", d.put("a.xml", feed)).is(cli.Done).prints(`{
  "format": "rss",
  "dialect": "feedsync-1.0",
  "title": "t",
  "sharing": {
    "since": "a",
    "until": "b",
    "expires": "2005-06-01T00:00:00Z",
    "version": "",
    "window": 0,
    "related": [
      {
        "link": "http://example.com/all.xml",
        "title": "",
        "type": "complete",
        "since": "",
        "until": ""
      }
    ]
  },
  "items": [],
  "problems": []
}
`)
}

func TestAFeedWithoutSharingHasTheSameShape(t *testing.T) {
	d := newDesk(t)
	d.bare("feed", "show", "--json", d.put("a.xml", feedOf())).is(cli.Done).prints(`{
  "format": "rss",
  "dialect": "feedsync-1.0",
  "title": "t",
  "sharing": {
    "since": "",
    "until": "",
    "expires": "",
    "version": "",
    "window": 0,
    "related": []
  },
  "items": [],
  "problems": []
}
`)
}

// advised are documents that are readable but could be improved, with the message of feed
// check and its line.
var advised = []struct{ name, document, want string }{
	{"a namespace with https", channel(`xmlns:sx="https://feedsync.org/2007/feedsync"`, ""), "1 near-namespace"},
	{"a namespace with a slash", channel(`xmlns:sx="http://www.microsoft.com/schemas/sse/"`, ""), "1 near-namespace"},
	{"a namespace in another case, in an item", channel("", "<item>\n<title>t</title>\n<sx:sync xmlns:sx='http://FeedSync.org/2007/FeedSync' id='a' updates='1'/></item>"), "5 near-namespace"},
	{"SSE 0.91 with https is read", channel(`xmlns:sx="https://www.microsoft.com/schemas/rss/sse"`, ""), ""},
	{"since after until", channel(feedsync, `<sx:sharing since="3" until="2"/>`), "3 since-after-until"},
	{"an empty expires", channel(feedsync, `<sx:sharing expires=""/>`), "3 empty-expires"},
	{"a lenient expires", channel(feedsync, `<sx:sharing expires="2005-05-21 11:43"/>`), "3 lenient-expires"},
	{"an expires of RFC 822", channel(feedsync, `<sx:sharing expires="Sat, 21 May 2005 11:43:33 GMT"/>`), "3 lenient-expires"},
	{"related feeds", channel(feedsync, "<sx:sharing>\n<x><y/></x>\n<sx:related link='all.xml' type='complete'/>\n<sx:related link='' type='aggregated'/>\n<sx:related link='http://example.com/' type='' title=''/>\n</sx:sharing>"),
		"5 bad-related, 6 bad-related, 7 bad-related, 7 empty-title"},
	{"no when", channel(feedsync, synced(`<sx:history sequence="1" by="a"/>`)), "4 missing-when"},
	{"no by", channel(feedsync, synced(`<sx:history sequence="1" when="2005-05-21T11:43:33Z"/>`)), "4 missing-by"},
	{"a lenient time", channel(feedsync, synced(`<sx:history sequence="1" by="a" when="2005-05-21t11:43:33z"/>`)), "4 lenient-when"},
	{"times in zones", channel(feedsync, synced(`<sx:history sequence="1" by="a" when="2005-05-21T11:43:33.5+02:00"/>`)), ""},
	{"empty conflicts", channel(feedsync, synced("<sx:history sequence='1' by='a' when='2005-05-21T11:43:33Z'/>\n<sx:conflicts/>")), "5 empty-conflicts"},
	{"one endpoint at two places", channel(feedsync, "<item><sx:sync id='i' updates='2'>\n<sx:history sequence='2' by='a' when='2005-05-22T11:43:33Z'/>\n<sx:conflicts><item><sx:sync id='i' updates='2'>\n"+
		"<sx:history sequence='2' by='a' when='2005-05-21T11:43:33Z'/></sx:sync></item></sx:conflicts></sx:sync></item>"), "6 endpoint-twice"},
	{"SSE 0.91 without version", channel(sse091, "<sx:sharing since='Sun, 22 May 2005 11:43:33 GMT' until='Sat, 21 May 2005 11:43:33 GMT'/>"), "3 missing-sharing-version, 3 since-after-until"},
	{"lenient times of SSE 0.91", channel(sse091, "<sx:sharing version='0.91' until='2005-05-21T11:43:33Z'/>\n<item><sx:sync id='i' version='1'>\n<sx:history by='a' when='21 May 05 11:43 GMT'/></sx:sync></item>"), "3 lenient-until, 5 lenient-when"},
	{"SSE 0.91 recommends neither when nor by", channel(sse091, "<item><sx:sync id='i' version='1'><sx:history by='a'/></sx:sync></item>"), ""},
}

const (
	feedsync = `xmlns:sx="http://feedsync.org/2007/feedsync"`
	sse091   = `xmlns:sx="http://www.microsoft.com/schemas/rss/sse"`
)

// channel returns a feed with something in its third line.
func channel(declared, inside string) string {
	return `<rss version="2.0" ` + declared + "><channel>\n<title>t</title>\n" + inside + "\n</channel></rss>\n"
}

// synced returns an item with its history on a separate line.
func synced(history string) string {
	return "<item><sx:sync id='i' updates='1'>\n" + history + "\n</sx:sync></item>"
}

func TestFeedCheckSaysWhatShouldBeBetter(t *testing.T) {
	d := newDesk(t)
	for _, c := range advised {
		file := d.put("feed.xml", c.document)
		r := d.bare("feed", "check", file, "--json")
		var got []string
		failed := false
		for _, p := range parse[checked](r)[0].Problems {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.Rule))
			failed = failed || p.Severity == "error"
			if p.Section == "" || p.Text == "" {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if want := map[bool]int{true: cli.Attention, false: cli.Done}[failed]; r.state != want {
			t.Errorf("%s: the state is %d, want %d", c.name, r.state, want)
		}
	}
}

// Only feed check reports these: a sync would repeat them again and again.
func TestOnlyFeedCheckSaysWhatShouldBeBetter(t *testing.T) {
	d := newDesk(t)
	file := d.put("feed.xml", channel(feedsync, synced(`<sx:history sequence="1" by="a"/>`)))
	if r := d.bare("feed", "show", file).is(cli.Done); r.err != "" {
		t.Errorf("said %q", r.err)
	}
}

// TestCheckNamesAbsurdSizes checks that values which no person typed are read, stored and
// reported, with line and item.
func TestCheckNamesAbsurdSizes(t *testing.T) {
	d := newDesk(t)
	long := strings.Replace(eggs, "<item>", sharedItem("milk")+"\n<item>", 1)
	long = strings.Replace(long, "<title>milk</title>", "<title>"+strings.Repeat("é", 20_000)+"</title>", 1)
	file := d.put("long.xml", long)
	line := 1 + strings.Count(long[:strings.Index(long, "ééé")], "\n")
	checked := d.run("feed", "check", file).is(cli.Done).out
	for _, text := range []string{fmt.Sprintf("long.xml:%d ", line), "warning", "milk", "absurd-size", "its title has 20000 characters"} {
		if !strings.Contains(checked, text) {
			t.Errorf("%q is not in\n%s", text, checked)
		}
	}
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", file)
	d.run("sync").mentions("its title has 20000 characters")
	for range 2 { // it is also reported after a sync without news
		listed := d.ok("subscription", "list").mentions(file + ": item milk: its title has 20000 characters")
		if shapes := d.ok("subscription", "list", "--json").out; !strings.Contains(listed.out, "implausibly large items") ||
			!strings.Contains(shapes, `"field": "title"`) || !strings.Contains(shapes, `"characters": 20000`) {
			t.Errorf("listed is\n%s%s", listed.out, shapes)
		}
		d.ok("sync")
	}
	if listed := d.ok("item", "list", "Groceries").out; !strings.Contains(listed, "ééé") || len(listed) > 5_000 {
		t.Errorf("the list is of %d bytes", len(listed))
	}
	if shown := d.ok("--json", "item", "list", "Groceries").out; !strings.Contains(shown, strings.Repeat("é", 20_000)) {
		t.Error("something is lost")
	}
}

// Values that no person typed are shown cut, with the length of the rest.
func TestOfAbsurdValuesTheBeginningIsShown(t *testing.T) {
	d := newDesk(t)
	long := strings.Replace(eggs, "<item>", sharedItem("milk")+"\n<item>", 1)
	long = strings.Replace(long, "<title>milk</title>", "<title>"+strings.Repeat("é", 20_000)+"</title><description>"+strings.Repeat("milk\n", 4_000)+"</description>", 1)
	d.ok("list", "create", "Groceries")
	d.ok("subscription", "add", "Groceries", d.put("long.xml", long))
	d.run("sync")
	for command, more := range map[string]string{
		"show":    strings.Repeat("é", 10_000) + "… (10,000 more characters; use --json for all)",
		"history": strings.Repeat("é", 500) + "… (19,500 more characters; use --json for all) (current)",
	} {
		out := d.ok("item", command, "Groceries", "milk").out
		if !strings.Contains(out, " "+more+"\n") && !strings.Contains(out, " "+more+" ") {
			t.Errorf("item %s has %d bytes: %.3000s", command, len(out), out)
		}
		if command == "show" && strings.Count(out, "milk\n") < 4_000 {
			t.Error("a text that a person may have typed is not whole")
		}
		if whole := d.ok("--json", "item", command, "Groceries", "milk").out; !strings.Contains(whole, strings.Repeat("é", 20_000)) {
			t.Errorf("the JSON of item %s is not whole", command)
		}
	}
}

// The same applies to everything else of unlimited size: in the feed itself, in an item with
// few fields, and in a conflicting version.
func TestCheckNamesWhateverHasAnAbsurdSize(t *testing.T) {
	d := newDesk(t)
	long := strings.Repeat("é", 20_000)
	var entries strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&entries, `<sx:history sequence="%d" by="x%d"/>`, 20_000-n, n)
	}
	synced := func(id, content, history, more string) string {
		return `<item>` + content + `<sx:sync id="` + id + `" updates="20000">` + history + more + `</sx:sync></item>`
	}
	const once, title = `<sx:history sequence="20000" by="x"/>`, "<title>milk</title>"
	many := func(of string) string { return strings.Repeat(of, 2_000) }
	for name, c := range map[string]struct{ item, from, to, field, text string }{
		"feed":    {"-", "<title>Groceries</title>", "<title>" + long + "</title>", "title", "its title has 20000 characters"},
		"author":  {"milk", sharedItem("milk"), synced("milk", title, `<sx:history sequence="20000" by="`+long+`"/>`, ""), "author", "its author has 20000 characters"},
		"id":      {strings.Repeat("é", 60) + "…", sharedItem("milk"), synced(long, title, once, ""), "id", "its id has 20000 characters"},
		"history": {"milk", sharedItem("milk"), synced("milk", title, entries.String(), ""), "history", "its history entries are 20000"},
		"conflict": {"milk", sharedItem("milk"), synced("milk", title, once, "<sx:conflicts>"+synced("milk", "<title>"+long+"</title>", `<sx:history sequence="20000" by="y"/>`, "")+"</sx:conflicts>"),
			"title", "its title has 20000 characters"},
		"tags": {"milk", sharedItem("milk"), synced("milk", `<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><summary><text>milk</text></summary><categories>`+
			many("<text>tag</text>")+`</categories></properties></vtodo>`, once, ""), "tags", "its tags are 2000"},
		"phones": {"milk", sharedItem("milk"), synced("milk", `<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>milk</text></fn>`+
			many("<tel><uri>tel:+1</uri></tel>")+`</vcard>`, once, ""), "phones", "its phones are 2000"},
	} {
		file := d.put(name+".xml", strings.Replace(strings.Replace(eggs, "<item>", sharedItem("milk")+"\n<item>", 1), c.from, c.to, 1))
		checked := d.run("feed", "check", file).is(cli.Done).out
		if row := regexp.MustCompile(`warning +` + c.item + ` +absurd-size +limits of Crossfeed +` + c.text + "; "); len(row.FindAllString(checked, -1)) != 1 {
			t.Errorf("%s: %.2000s", name, checked)
		}
		d.ok("list", "create", name)
		d.ok("subscription", "add", name, file)
		d.run("sync", name)
		of := ""
		if c.item != "-" {
			of = "item " + c.item + ": "
		}
		d.ok("subscription", "list", name).mentions(file + ": " + of + c.text)
		if shapes := d.ok("subscription", "list", name, "--json").out; !strings.Contains(shapes, `"field": "`+c.field+`"`) {
			t.Errorf("%s: %.1000s", name, shapes)
		}
	}
}

// crowded returns the feed of eggs with conflicts by endpoints with that name.
func crowded(name string, conflicts int) string {
	var b strings.Builder
	for n := range conflicts {
		fmt.Fprintf(&b, `<item><title>Eggs</title><sx:sync id="eggs" updates="1"><sx:history sequence="1" by="%s%d"/></sx:sync></item>`, name, n)
	}
	return strings.Replace(eggs, "</sx:sync>", "<sx:conflicts>"+b.String()+"</sx:conflicts></sx:sync>", 1)
}

// TestMergeBeyondTheLimits skips what would create an item that nobody can read.
func TestMergeBeyondTheLimits(t *testing.T) {
	d := newDesk(t)
	ours, theirs := crowded("ours", 600), strings.Replace(crowded("theirs", 600), "<item>", sharedItem("milk")+"<item>", 1)
	out := d.file("out.xml")
	d.run("feed", "merge", d.put("ours.xml", ours), d.put("theirs.xml", theirs), "-o", out).is(cli.Attention).mentions("too-large", "1200 conflicts")
	merged := parse[shown](d.run("--json", "feed", "show", out).is(cli.Done))
	if len(merged.Items) != 2 || len(merged.Items[0].Conflicts) != 600 || merged.Items[1].ID != "milk" {
		t.Errorf("%d items, the first with %d conflicts", len(merged.Items), len(merged.Items[0].Conflicts))
	}
}

// sharedItem returns an item of an RSS feed.
func sharedItem(id string) string {
	return fmt.Sprintf(`<item><title>%s</title><sx:sync id="%s" updates="1"><sx:history sequence="1" by="phone"/></sx:sync></item>`, id, id)
}

// TestManyRivals checks that thousands of entries with one identifier are reported within
// seconds, and are neither merged into something unreadable nor discarded.
func TestManyRivals(t *testing.T) {
	d := newDesk(t)
	rivals := make([]string, 3000)
	for n := range rivals {
		rivals[n] = entry("eggs", "rival", "2", fmt.Sprintf("E%d", n))
	}
	many, other := d.put("many.xml", feedOf(rivals...)), d.put("other.xml", feedOf(sharedItem("milk")))
	d.bare("feed", "check", many).is(cli.Attention)
	d.bare("feed", "merge", other, many, "-o", d.file("out.xml")).is(cli.Attention).mentions("too-large", "more than 100 entries")
	if got := parse[shown](d.bare("--json", "feed", "show", d.file("out.xml")).is(cli.Done)); len(got.Items) != 2 || len(got.Items[1].Conflicts) != 100 {
		t.Errorf("%d items", len(got.Items))
	}
	d.bare("feed", "merge", many, other, "-o", many).is(cli.Failed).mentions("many.xml: line 104", "more than 100 entries")
	if read(t, many) != feedOf(rivals...) {
		t.Error("the feed was changed")
	}
}

// eggs is a feed with one item, and markup that Crossfeed does not know.
const eggs = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f"><channel>
<title>Groceries</title><link>http://example.com/</link><description>What to buy</description>
<f:shop open="8"/>
<item>
  <title>Eggs</title><!-- fresh -->
  <description>brown ones</description>
  <f:price>2</f:price>
  <sx:sync id="eggs" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/></sx:sync>
</item>
</channel></rss>
`

// contested is a feed whose item was changed by three endpoints.
const contested = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel>
<title>Groceries</title><link>http://example.com/</link><description>What to buy</description>
<item>
  <title>Eggs ×12</title>
  <description>from the market</description>
  <sx:sync id="eggs" updates="3">
    <sx:history sequence="3" when="2005-05-23T09:43:33Z" by="laptop"/>
    <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
    <sx:conflicts>
      <item>
        <title>Brown eggs</title>
        <description>from the farm</description>
        <sx:sync id="eggs" updates="2">
          <sx:history sequence="2" when="2005-05-22T09:43:33Z" by="desk"/>
          <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
        </sx:sync>
      </item>
      <item>
        <title>Eggs</title>
        <description>brown ones</description>
        <sx:sync id="eggs" updates="2" deleted="true">
          <sx:history sequence="2" when="2005-05-21T19:43:33Z" by="tablet"/>
          <sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>
        </sx:sync>
      </item>
    </sx:conflicts>
  </sx:sync>
</item>
</channel></rss>
`

package contentsync_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ns declares the prefix of the extensions.
const ns = `xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"`

// badly are feeds with one fault each. Each links to the file NAME.ok, which must be fetched,
// and not to NAME.no.
var badly = []struct{ name, fault, document, told string }{
	{"tags", "tags that do not match", `<rss ` + ns + `><channel><item><guid>1</gid><p><b>x</p></b><csx:link>tags.ok</csx:Link></item></channel></rss>`, "not-well-formed element-case"},
	{"quotes", "attributes without quotes", `<rss version=2.0 xmlns:csx=` + csx.Namespace + `><channel><item><guid>1</guid><csx:link>quotes.ok</csx:link><csx:link onDemand=true>quotes.no</csx:link></item></channel></rss>`, "not-well-formed unquoted-attribute"},
	{"dates", "dates with a dot and without a zone", `<rss ` + ns + `><channel><lastBuildDate>Mon, 2 Oct. 2006 12:35:12</lastBuildDate><item><guid>1</guid><csx:lastBuildDate>Mon, 2 Oct. 2006 1:35:12</csx:lastBuildDate><csx:link>dates.ok</csx:link></item></channel></rss>`, "lenient-date"},
	{"guids", "no guids", `<rss ` + ns + `><channel><item><csx:link>guids.ok</csx:link></item><item><title>t</title></item></channel></rss>`, "missing-guid"},
	{"yes", "a value that is none", `<rss ` + ns + `><channel><item><guid>1</guid><csx:link nestedFeed="yes">yes.ok</csx:link></item></channel></rss>`, "bad-value"},
	{"case", "names in another case", `<RSS ` + ns + `><Channel><ITEM><Guid>1</Guid><csx:LINK ondemand="false">case.ok</csx:LINK></ITEM></Channel></RSS>`, "element-case"},
	{"prefix", "a prefix that is declared nowhere", `<rss><channel><item><guid>1</guid><csx:link>prefix.ok</csx:link></item></channel></rss>`, "not-well-formed undeclared-prefix"},
	{"where", "links that lead nowhere", `<rss ` + ns + `><channel><item><guid>1</guid><csx:link>mailto:a@example.com</csx:link><csx:link/><csx:link>javascript:alert(1)</csx:link><csx:link>where.ok</csx:link></item></channel></rss>`, "bad-link"},
	{"twice", "one guid twice", `<rss ` + ns + `><channel><item><guid>1</guid><csx:link>twice.no</csx:link></item><item><guid>1</guid><csx:link>twice.ok</csx:link></item></channel></rss>`, "twice"},
	{"nested", "two nested feeds and a file in an item", `<rss ` + ns + `><channel><item><guid>1</guid><csx:link>nested.no</csx:link><csx:link nestedFeed="true">good.xml</csx:link><csx:link nestedFeed="true">nested.no</csx:link></item><item><guid>2</guid><csx:link>nested.ok</csx:link></item></channel></rss>`, "two-nested other-links-ignored"},
	{"entities", "entities that grow", `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss ` + ns + `><channel><title>&b;</title><item><guid>1</guid><csx:link>entities.ok</csx:link></item></channel></rss>`, "not-well-formed"},
	{"rdf", "RSS 1.0", `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ` + ns + `><channel><title>t</title></channel><item><guid>1</guid><csx:link>rdf.ok</csx:link></item></r:RDF>`, "no-channel"},
	{"atom", "an entry without an id", `<feed xmlns="http://www.w3.org/2005/Atom" ` + ns + `><entry><title>x</title><csx:link>atom.ok</csx:link><link rel="enclosure" href="atom.no"/></entry></feed>`, "missing-guid"},
}

// refusedOnes are documents that are not feeds, although a link says that they are nested
// feeds.
var refusedOnes = []struct {
	name, document string
	trouble        transport.Trouble
}{
	{"picture.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02<\x00>\x01\xff", transport.NotFeed},
	{"page.html", "<!DOCTYPE html><html><body>Hello</body></html>", transport.NotFeed},
	{"empty.xml", "", transport.NotFeed},
	{"cut.xml", `<rss ` + ns + `><channel><item><guid>1</guid><csx:link>cut.no</csx:link></item><item><gu`, transport.BrokenOff},
}

// badWorld returns a tree with every fault, and two feeds without any.
func badWorld(t *testing.T) *world {
	w := newWorld(t)
	var items []string
	for _, b := range badly {
		w.places.Serve(at+b.name+".xml", transporttest.Served{Text: b.document})
		w.file(b.name+".ok", b.name+".no")
		items = append(items, item(b.name, day1, "nested:"+b.name+".xml"))
	}
	for _, b := range refusedOnes {
		w.places.Serve(at+b.name, transporttest.Served{Text: b.document})
		items = append(items, item(b.name, day1, "nested:"+b.name))
	}
	w.places.Serve(at+"huge.iso", transporttest.Served{Text: "0123456789", Download: transporttest.Flow{Size: 10 << 30}})
	w.feed("asfile.xml", day1, item("1", day1, "asfile.no"))
	w.feed("good.xml", day1, item("1", day1, "good.ok"))
	w.feed("last.xml", day1, item("1", day1, "last.ok"))
	w.file("asfile.no", "good.ok", "last.ok")
	items = append(items, item("huge", day1, "huge.iso"), item("a feed as a file", day1, "asfile.xml"), item("gone", day1, "gone.jpg"), item("last", day1, "nested:last.xml"))
	w.feed("root.xml", day1, items...)
	return w
}

func TestATreeWithEveryFaultIsSyncedButForWhatCannotBe(t *testing.T) {
	w := badWorld(t)
	r := w.report()
	if r.Stopped != nil {
		t.Errorf("the run stopped: %v", r.Stopped)
	}
	here := []string{"asfile.xml", "good.ok", "last.ok"}
	for _, b := range badly {
		here = append(here, b.name+".ok")
		told := r.Problems[at+b.name+".xml"]
		for _, rule := range strings.Fields(b.told) {
			if !slices.ContainsFunc(told, func(p store.ContentProblem) bool { return p.Rule == rule && p.Line > 0 && p.Text != "" }) {
				t.Errorf("%s: %s is not told, but %+v", b.fault, rule, told)
			}
		}
		if kept := w.feedRow(b.name + ".xml"); kept.Wrong != len(told) || len(kept.Problems) != len(told) {
			t.Errorf("%s: %d problems are kept of %d", b.fault, len(kept.Problems), len(told))
		}
	}
	slices.Sort(here)
	want(t, "here", w.here(), strings.Join(here, " "))
	for _, name := range w.asked() {
		if strings.HasSuffix(name, ".no") {
			t.Errorf("%s was asked for", name)
		}
	}
	for _, address := range []string{"good.xml", "last.xml", "root.xml"} {
		if told := r.Problems[at+address]; len(told) > 0 {
			t.Errorf("%s has nothing wrong, but %+v", address, told)
		}
	}
}

func TestTheReportSaysWhyEachOfTheOthersCouldNot(t *testing.T) {
	w := badWorld(t)
	r := w.report()
	failed := map[string]transport.Trouble{"huge.iso": transport.TooLarge, "gone.jpg": transport.NotFound}
	for _, b := range refusedOnes {
		failed[b.name] = b.trouble
	}
	if len(r.Failed) != len(failed) || r.Waiting != len(failed) {
		t.Errorf("%d failed, %d wait, want %d", len(r.Failed), r.Waiting, len(failed))
	}
	for _, f := range r.Failed {
		name := strings.TrimPrefix(f.Address, at)
		if trouble, ok := failed[name]; !ok || f.Trouble != trouble || !strings.Contains(f.Error, ": ") || f.Tries != 1 {
			t.Errorf("%s: %v, %q", name, f.Trouble, f.Error)
		}
	}
	if came := w.places.Counts()[at+"huge.iso"].Bytes; came != 0 {
		t.Errorf("%d bytes came of a file of 10 GB", came)
	}
}

// A failed entry is tried once per run.
func TestASecondRunAsksForNothingThatIsHere(t *testing.T) {
	w := badWorld(t)
	w.report()
	w.report()
	asked := []string{"root.xml", "huge.iso", "gone.jpg"}
	for _, b := range refusedOnes {
		asked = append(asked, b.name)
	}
	slices.Sort(asked)
	want(t, "asked", w.asked(), strings.Join(asked, " "))
}

func TestWhatWasPutRightIsFetched(t *testing.T) {
	w := badWorld(t)
	w.report()
	for _, b := range refusedOnes {
		w.feed(b.name, day1, item("1", day1, b.name+".ok"))
		w.file(b.name + ".ok")
	}
	w.file("huge.iso", "gone.jpg")
	if r := w.report(); r.Waiting != 0 || len(r.Failed) != 0 {
		t.Errorf("%+v", r.Failed)
	}
	for _, b := range refusedOnes {
		if w.text(b.name+".ok") == "" {
			t.Errorf("%s.ok is not here", b.name)
		}
	}
}

func TestAFeedThatComesBrokenChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "nested:n.xml"))
	w.feed("n.xml", day1, item("a", day1, "a"), item("b", day1, "b"))
	w.file("a", "b")
	w.sync()
	w.feed("root.xml", day2, item("1", day2, "nested:n.xml"))
	whole := feedOf(day2, item("a", day2, "a"), item("b", day2, "b"))
	for _, cut := range []int{len(whole) - len("b</csx:link></item></channel></rss>"), len(whole) / 2} {
		w.places.Serve(at+"n.xml", transporttest.Served{Text: whole[:cut]})
		r := w.report()
		if len(r.Failed) != 1 || r.Failed[0].Trouble != transport.BrokenOff || !w.feedRow("n.xml").Built.Equal(day1) {
			t.Errorf("%+v, %+v", r.Failed, w.feedRow("n.xml"))
		}
		want(t, "here", w.here(), "a b")
	}
}

func TestDatesWithADotAndWithoutAZoneSayWhatIsNewer(t *testing.T) {
	w := newWorld(t)
	publish := func(feed, item string) {
		w.places.Serve(at+"root.xml", transporttest.Served{Text: fmt.Sprintf(
			`<rss %s><channel><lastBuildDate>%s</lastBuildDate><item><guid>1</guid><csx:lastBuildDate>%s</csx:lastBuildDate><csx:link>a</csx:link></item><item><guid>2</guid><pubDate>Sun, 1 Oct. 2006 06:00:00</pubDate><csx:link>b</csx:link></item></channel></rss>`, ns, feed, item)})
	}
	w.file("a", "b")
	publish("Mon, 2 Oct. 2006 12:35:12", "Mon, 2 Oct. 2006 1:35:12")
	want(t, "at first", w.sync(), "a b root.xml")
	publish("Mon, 2 Oct. 2006 12:35:13", "Mon, 2 Oct. 2006 12:35:13")
	want(t, "where an item is newer", w.sync(), "a root.xml")
	publish("Mon, 2 Oct. 2006 1:35:13", "Tue, 3 Oct. 2006 1:35:13")
	want(t, "where the feed is older", w.sync(), "root.xml")
}

func TestWhatAFeedWithoutTheExtensionsSaysDecidesWhereItsDateStays(t *testing.T) {
	rss := func(date string, posts ...string) string {
		text := "<rss><channel><title>Posts</title>" + date
		for _, p := range posts {
			text += "<item><guid>" + p + "</guid><enclosure url=\"" + p + "\"/></item>"
		}
		return text + "</channel></rss>"
	}
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title><updated>2026-11-01T08:00:00Z</updated><entry><id>a</id><link rel="enclosure" href="a"/></entry><entry><id>new</id><link rel="enclosure" href="new"/></entry></feed>`
	dated := func(t time.Time) string { return "<lastBuildDate>" + t.Format(time.RFC1123) + "</lastBuildDate>" }
	for _, c := range []struct {
		name, before, after string
		items               int
	}{
		{"it becomes an Atom feed", rss(dated(day1), "a"), atom, 2},
		{"it loses its date", rss(dated(day1), "a"), rss("", "a", "new"), 2},
		{"its date stays", rss(dated(day1), "a"), rss(dated(day1), "a", "new"), 2},
		{"its date is later", rss(dated(day1), "a"), rss(dated(day2), "a", "new"), 2},
		{"it has never had a date", rss("", "a"), rss("", "a", "new"), 2},
		{"an old copy is served", rss(dated(day2), "a"), rss(dated(day1), "a", "new"), 1},
		{"it uses the extensions and loses its date", feedOf(day1, item("a", day1, "a")), feedOf(time.Time{}, item("a", day1, "a"), item("new", day1, "new")), 1},
		{"it declares the extensions and is empty", feedOf(day1, item("a", day1, "a")), feedOf(day1), 1},
		{"its items use the extensions", rss(dated(day1), "a"), feedOf(day1, item("a", day1, "a"), item("new", day1, "new")), 1},
	} {
		w := newWorld(t)
		w.file("a", "new")
		for _, text := range []string{c.before, c.after} {
			w.places.Serve(at+"root.xml", transporttest.Served{Text: text})
			w.sync()
		}
		if got := w.feedRow("root.xml").Items; got != c.items {
			t.Errorf("%s: it has %d items, want %d", c.name, got, c.items)
		}
	}
}

func TestAnItemWithAHundredThousandLinksIsSyncedUpToTheLimit(t *testing.T) {
	const limit = 10_000
	fetched := testsize.Of(100, limit) // the last ones up to the limit; those before them are on demand
	w := newWorld(t)
	many := testsize.Of(12_000, 100_000)
	var links strings.Builder
	for n := range many {
		onDemand := ""
		if n < limit-fetched {
			onDemand = ` onDemand="true"`
		}
		fmt.Fprintf(&links, "<csx:link%s>f/%d</csx:link>", onDemand, n)
	}
	w.places.Serve(at+"root.xml", transporttest.Served{Text: feedOf(day1, "<item><guid>many</guid>"+links.String()+"</item>", item("2", day1, "other"))})
	for n := limit - fetched; n <= limit; n++ {
		w.file(fmt.Sprintf("f/%d", n))
	}
	w.file("other")
	r := w.report()
	told := r.Problems[at+"root.xml"]
	if len(told) != 1 || told[0].Rule != csx.TooManyLinks || !strings.Contains(told[0].Text, fmt.Sprint(many, " links; the first 10000 count")) || told[0].Item != "many" {
		t.Errorf("%+v", told)
	}
	if here := w.here(); len(here) != fetched+1 || w.text("f/9999") == "" || w.text("other") == "" || len(r.Failed) > 0 || r.Stopped != nil {
		t.Errorf("%d files are here, %d failed, %v", len(here), len(r.Failed), r.Stopped)
	}
}

func TestTheExampleOfTheTextIsSynced(t *testing.T) {
	example, err := os.ReadFile("../../../testdata/content/example.xml")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.places.Serve(at+"root.xml", transporttest.Served{Text: string(example)})
	w.feed("slideshow.xml", day1, item("1", day1, "slide.jpg"))
	w.file("slide.jpg", "profiles/1324123/thumbnail.jpg", "profiles/1324123/a.jpg", "profiles/1324123/b.jpg")
	const files = "profiles/1324123/a.jpg profiles/1324123/b.jpg profiles/1324123/thumbnail.jpg "
	want(t, "asked", w.sync(), files+"root.xml slide.jpg slideshow.xml")
	want(t, "here", w.here(), files+"slide.jpg")
	if err := contentsync.Want(t.Context(), w.parts(), w.key, at+"toplevel10012006.xml"); err != nil {
		t.Error("the nested feed on demand can be asked for:", err)
	}
	w.feed("toplevel10012006.xml", day1, item("1", day1, "slide.jpg"))
	w.sync()
	if w.feedRow("toplevel10012006.xml").Items != 1 {
		t.Error("what was asked for is read")
	}
}

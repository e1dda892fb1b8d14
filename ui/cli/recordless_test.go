package cli_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

// wrapper is the XML around the only item of a feed.
type wrapper struct{ name, dialect, before, after string }

var wrappers = []wrapper{
	{
		"FeedSync in RSS", "feedsync-1.0",
		`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Chores</title><link>http://example.org/</link><description>Chores</description><item>`,
		`</item></channel></rss>`,
	},
	{
		"FeedSync in Atom", "feedsync-1.0",
		`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:sx="http://feedsync.org/2007/feedsync"><title>Chores</title><id>urn:uuid:1</id><updated>2005-05-22T10:00:00Z</updated><author><name>A</name></author><entry><id>urn:uuid:2</id><updated>2005-05-22T10:00:00Z</updated>`,
		`</entry></feed>`,
	},
	{
		"SSE 0.91 in RSS", "sse-0.91",
		`<rss version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><channel><title>Chores</title><link>http://example.org/</link><description>Chores</description><sx:sharing version="0.91"/><item>`,
		`</item></channel></rss>`,
	},
}

// feed returns a feed whose item has that content, in terms of RSS, and was updated by these
// endpoints in order, one per day starting on May 21.
func (w wrapper) feed(says string, by ...string) string {
	if strings.Contains(w.name, "Atom") {
		says = rssText.ReplaceAllString(says, "<content>$1</content>")
		says = strings.Replace(says, `<enclosure url="`, `<link rel="enclosure" href="`, 1)
		if strings.Contains(says, "&lt;") {
			says = strings.Replace(says, "<content>", `<content type="html">`, 1)
		}
	}
	return w.before + says + w.sync(by) + w.after
}

var rssText = regexp.MustCompile(`<description>([^<]*)</description>`)

func (w wrapper) sync(by []string) string {
	n := len(by)
	if w.dialect == "sse-0.91" {
		at := func(i int) string { return fmt.Sprintf(`when="%d May 2005 10:00:00 GMT" by="%s"`, 21+i, by[i]) }
		earlier := ""
		for i := n - 2; i >= 0; i-- {
			earlier += "<sx:update " + at(i) + "/>"
		}
		return fmt.Sprintf(`<sx:sync id="bins" version="%d"><sx:history %s>%s</sx:history></sx:sync>`, n, at(n-1), earlier)
	}
	history := ""
	for i := n - 1; i >= 0; i-- {
		history += fmt.Sprintf(`<sx:history sequence="%d" when="2005-05-%dT10:00:00Z" by="%s"/>`, i+1, 21+i, by[i])
	}
	return fmt.Sprintf(`<sx:sync id="bins" updates="%d">%s</sx:sync>`, n, history)
}

const (
	binsTodo = `<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties><summary><text>Bins</text></summary>` +
		`<due><date>2005-05-27</date></due><priority><integer>1</integer></priority><categories><text>home</text></categories>` +
		`<description><text>both of them</text></description></properties><components><valarm><properties><action><text>DISPLAY</text></action>` +
		`<trigger><duration>-PT15M</duration></trigger></properties></valarm></components></vtodo>`
	binsFiles = `<attachment xmlns="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" name="plan.txt" size="6">` +
		`<csx:link xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions">files/5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03.txt</csx:link></attachment>`
	binsEnclosure = `<enclosure url="http://example.org/bins.mp3" length="12" type="audio/mpeg"/>`
	binsItem      = `<title>Bins</title><description>both of them</description>` + binsTodo + binsFiles + binsEnclosure
)

// recordless are edits of the todo by programs that do not know todos, and the resulting title
// and text.
var recordless = map[string]struct{ says, title, text string }{
	"elements dropped": {`<title>Bins out</title><description>both of them</description>`, "Bins out", "both of them"},
	"packed into CDATA": {
		`<title>Bins out</title><description>both of them</description><![CDATA[` + binsTodo + `]]><![CDATA[` + binsFiles + `]]>`, "Bins out", "both of them",
	},
	"packed inside": {
		`<title>Bins out</title><description>both of them</description>` + strings.Replace(strings.Replace(binsTodo, "<properties>", "<![CDATA[<properties>", 1), "</vtodo>", "]]></vtodo>", 1), "Bins out", "both of them",
	},
	"the text as HTML": {`<title>Bins out</title><description>&lt;p&gt;both &lt;b&gt;of&lt;/b&gt;&lt;br&gt;them&lt;/p&gt;</description>`, "Bins out", "both of them"},
	"another as HTML":  {`<title>Bins</title><description>&lt;p&gt;both of&lt;br&gt;those&lt;/p&gt;</description>`, "Bins", "both of\nthose"},
	"another text":     {`<title>Bins</title><description>the green one</description>`, "Bins", "the green one"},
	"the text cleared": {`<title>Bins out</title>`, "Bins out", ""},
}

// newChores returns a desk with a list of todos in that dialect.
func newChores(t *testing.T, dialect string) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("list", "create", "Chores", "--kind", "todo", "--dialect", dialect)
	if err := os.Mkdir(d.file("files"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.put("files/5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03.txt", "hello\n")
	return d
}

// lostBy returns a desk that read the todo, and then the edit.
func lostBy(t *testing.T, w wrapper, says string) *desk {
	t.Helper()
	d := newChores(t, w.dialect)
	d.reads("Chores", "tablet", w.feed(binsItem, "tablet")).is(cli.Done)
	d.reads("Chores", "reader", w.feed(says, "tablet", "reader")).is(cli.Done)
	return d
}

func TestAnEditByAProgramThatKnowsNoTodosLeavesATodo(t *testing.T) {
	for n, w := range wrappers {
		for i, name := range slices.Sorted(maps.Keys(recordless)) {
			if !testsize.Tries(n+i, len(wrappers)) {
				continue
			}
			edit := recordless[name]
			t.Run(w.name+", "+name, func(t *testing.T) {
				fresh := newChores(t, w.dialect)
				fresh.reads("Chores", "tablet", w.feed(binsItem, "tablet")).is(cli.Done)
				want := fresh.fieldsOf("Chores", "bins")
				want["title"], want["text"] = edit.title, edit.text
				d := lostBy(t, w, edit.says)
				if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
					t.Fatalf("shown are\n%v, want\n%v", got, want)
				}
				d.listsBins()
				d.ok("publish", "Chores", d.file("mine.xml"))
				if mine := read(t, d.file("mine.xml")); strings.Contains(mine, "<properties><summary>") && !strings.Contains(mine, "CDATA[") || strings.Contains(mine, "</attachment></") {
					t.Errorf("what the program wrote is published otherwise:\n%s", mine)
				}
				d.ok("item", "edit", "Chores", "bins", "--field", "due=2005-06-01")
				want["due"] = "2005-06-01"
				if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
					t.Errorf("after the edit there are\n%v, want\n%v", got, want)
				}
				d.ok("publish", "Chores")
				mine := read(t, d.file("mine.xml"))
				for _, part := range []string{"<due><date>2005-06-01</date></due>", "<integer>1</integer>", "plan.txt", "bins.mp3"} {
					if !strings.Contains(mine, part) {
						t.Errorf("the edit published no %s:\n%s", part, mine)
					}
				}
				if strings.Contains(mine, "CDATA") {
					t.Errorf("the edit published what was packed:\n%s", mine)
				}
			})
		}
	}
}

// listsBins checks that lists show the todo with its fields.
func (d *desk) listsBins() {
	d.t.Helper()
	for _, query := range [][]string{
		{"item", "list", "Chores", "--tag", "home", "--due-before", "2005-05-28", "--open"},
		{"item", "list", "Chores", "--search", "plan.txt"},
		{"smart", "upcoming"},
		{"smart", "tag", "home"},
	} {
		if r := d.ok(query...); !strings.Contains(r.out, "bins") {
			d.t.Errorf("%v lists\n%s", query, r.out)
		}
	}
}

func TestATodoIsExportedAfterAnEditByAProgramThatKnowsNone(t *testing.T) {
	d := lostBy(t, wrappers[0], recordless["elements dropped"].says)
	d.ok("export", "Chores", d.file("chores.ics"))
	file := read(t, d.file("chores.ics"))
	for _, line := range []string{"SUMMARY:Bins out", "DUE;VALUE=DATE:20050527", "PRIORITY:1", "CATEGORIES:home", "BEGIN:VALARM"} {
		if !strings.Contains(file, line) {
			t.Errorf("no %s in\n%s", line, file)
		}
	}
}

// Any further change of the todo writes the whole record.
func TestWhateverIsDoneAfterAnEditByAProgramThatKnowsNoTodosWritesTheRecord(t *testing.T) {
	deeds := map[string]struct {
		commands [][]string
		list     string
	}{
		"completed":            {[][]string{{"item", "edit", "Chores", "bins", "--field", "done=true"}}, "Chores"},
		"retitled":             {[][]string{{"item", "edit", "Chores", "bins", "--title", "Bins in"}}, "Chores"},
		"moved":                {[][]string{{"item", "move", "Chores", "bins", "--to", "Other"}}, "Other"},
		"copied":               {[][]string{{"item", "copy", "Chores", "bins", "--to", "Other"}}, "Other"},
		"deleted and restored": {[][]string{{"item", "delete", "Chores", "bins"}, {"item", "restore", "Chores", "bins"}}, "Chores"},
		"changed and undone":   {[][]string{{"item", "edit", "Chores", "bins", "--field", "due="}, {"undo"}}, "Chores"},
		"an earlier version":   {[][]string{{"item", "edit", "Chores", "bins", "--field", "due="}, {"item", "restore", "Chores", "bins", "--version", "2"}}, "Chores"},
	}
	for i, name := range slices.Sorted(maps.Keys(deeds)) {
		do := deeds[name]
		for n, w := range wrappers {
			if !testsize.Tries(n+i, len(wrappers)) {
				continue
			}
			t.Run(name+", "+w.name, func(t *testing.T) {
				d := lostBy(t, w, recordless["elements dropped"].says)
				d.ok("list", "create", "Other", "--kind", "todo", "--dialect", w.dialect)
				for _, command := range do.commands {
					d.ok(command...)
				}
				d.ok("publish", do.list, d.file("mine.xml"))
				feed := read(t, d.file("mine.xml"))
				for _, part := range []string{"<due><date>2005-05-27</date></due>", "<integer>1</integer>", "<text>home</text>", "plan.txt"} {
					if !strings.Contains(feed, part) {
						t.Errorf("no %s in\n%s", part, feed)
					}
				}
			})
		}
	}
}

// A program that does not know todos has only changed the title or the text.
func TestAnEditByAProgramThatKnowsNoTodosMergesWithAnother(t *testing.T) {
	later := strings.Replace(binsItem, "2005-05-27", "2005-06-03", 1)
	for n, w := range wrappers {
		for i, name := range slices.Sorted(maps.Keys(recordless)) {
			if !testsize.Tries(n+i, len(wrappers)) {
				continue
			}
			edit := recordless[name]
			t.Run(w.name+", "+name, func(t *testing.T) {
				d := newChores(t, w.dialect)
				d.reads("Chores", "tablet", w.feed(binsItem, "tablet")).is(cli.Done)
				feeds := []string{w.feed(edit.says, "tablet", "reader"), w.feed(later, "tablet", "laptop")}
				d.reads("Chores", "first", feeds[n%2])
				d.reads("Chores", "second", feeds[1-n%2])
				d.ok("conflict", "resolve", "Chores", "bins", "--merge")
				got := d.fieldsOf("Chores", "bins")
				if got["due"] != "2005-06-03" || got["title"] != edit.title || got["text"] != edit.text || got["priority"] != float64(1) || len(got["files"].([]any)) != 1 {
					t.Errorf("resolved: %v", got)
				}
			})
		}
	}
}

// The version that the edit is based on may arrive after it.
func TestTheRecordIsShownOnceItsVersionArrives(t *testing.T) {
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			d := newChores(t, w.dialect)
			d.reads("Chores", "reader", w.feed(recordless["elements dropped"].says, "tablet", "reader")).is(cli.Done)
			if got := d.fieldsOf("Chores", "bins"); got["due"] != nil {
				t.Fatalf("before: %v", got)
			}
			d.reads("Chores", "tablet", w.feed(binsItem, "tablet")).is(cli.Done)
			if got := d.fieldsOf("Chores", "bins"); got["due"] != "2005-05-27" || got["title"] != "Bins out" {
				t.Errorf("after: %v", got)
			}
			d.listsBins()
		})
	}
}

// Programs may edit the item several times, and more than one of them.
func TestTheRecordGoesThroughSeveralEdits(t *testing.T) {
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			d := lostBy(t, w, recordless["elements dropped"].says)
			d.reads("Chores", "other", w.feed(`<title>Bins in</title><description>x</description>`, "tablet", "reader", "other")).is(cli.Done)
			d.reads("Chores", "gap", w.feed(`<title>Bins up</title><description>x</description>`, "tablet", "reader", "other", "reader", "gap")).is(cli.Done)
			if got := d.fieldsOf("Chores", "bins"); got["due"] != "2005-05-27" || got["title"] != "Bins up" || got["text"] != "x" {
				t.Errorf("shown are %v", got)
			}
			d.listsBins()
		})
	}
}

func TestAnEditByAProgramThatKnowsNoContactsLeavesAContact(t *testing.T) {
	const ada = `<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Ada</text></fn><tel><uri>tel:+49301234</uri></tel></vcard>`
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			d := newDesk(t)
			d.ok("list", "create", "Friends", "--kind", "contact", "--dialect", w.dialect)
			d.reads("Friends", "tablet", w.feed(`<title>Ada</title>`+ada, "tablet")).is(cli.Done)
			d.reads("Friends", "reader", w.feed(`<title>Ada Example</title><description>met in May</description>`, "tablet", "reader")).is(cli.Done)
			d.ok("export", "Friends", d.file("friends.vcf"))
			if card := read(t, d.file("friends.vcf")); !strings.Contains(card, "FN:Ada Example") || !strings.Contains(card, "+49301234") || !strings.Contains(card, "met in May") {
				t.Errorf("exported is\n%s", card)
			}
			d.ok("item", "edit", "Friends", "bins", "--field", "emails=ada@example.org")
			if got := fmt.Sprint(d.fieldsOf("Friends", "bins")); !strings.Contains(got, "+49301234") || !strings.Contains(got, "Ada Example") {
				t.Errorf("after the edit: %s", got)
			}
		})
	}
}

// If the version that it is based on is unknown, the item says so, and is converted to a todo
// again on demand.
func TestANoteThatMayHaveBeenATodoIsMadeOne(t *testing.T) {
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			d := newChores(t, w.dialect)
			d.reads("Chores", "reader", w.feed(recordless["elements dropped"].says, "tablet", "reader")).is(cli.Done)
			if r := d.ok("item", "show", "Chores", "bins"); !strings.Contains(r.out, "This may have been a todo") || !strings.Contains(r.out, "crossfeed item make \"Chores\" bins") {
				t.Errorf("shown is\n%s", r.out)
			}
			if shown := d.ok("item", "show", "Chores", "bins", "--json").out; !strings.Contains(shown, `"lost": "todo"`) {
				t.Errorf("shown is %s", shown)
			}
			d.run("item", "edit", "Chores", "bins", "--field", "due=2005-06-01").is(cli.Misuse).mentions("crossfeed item make \"Chores\" bins")
			d.ok("item", "make", "Chores", "bins").prints("bins: update 3\n")
			d.ok("item", "make", "Chores", "bins").prints("bins: update 3\n")
			d.ok("item", "edit", "Chores", "bins", "--field", "due=2005-06-01")
			if got := d.fieldsOf("Chores", "bins"); got["due"] != "2005-06-01" || got["title"] != "Bins out" || got["text"] != "both of them" {
				t.Errorf("made is %v", got)
			}
			if shown := d.ok("item", "show", "Chores", "bins").out; strings.Contains(shown, "may have been") {
				t.Errorf("made is\n%s", shown)
			}
			d.ok("undo")
			d.ok("undo")
			if got := d.fieldsOf("Chores", "bins"); got["due"] != nil || got["title"] != "Bins out" {
				t.Errorf("undone, it is %v", got)
			}
			d.ok("item", "edit", "Chores", "bins", "--title", "Bins in")
			if got := d.fieldsOf("Chores", "bins"); got["due"] != nil || got["title"] != "Bins in" {
				t.Errorf("a note was made a todo by an edit: %v", got)
			}
		})
	}
}

// An outdated record is not shown, because the next edit would overwrite a later one that
// others see. It is used as the starting values when a person turns the item into a todo.
func TestAnOutdatedRecordIsTakenOnlyOnDemand(t *testing.T) {
	for _, w := range wrappers {
		t.Run(w.name, func(t *testing.T) {
			d := newChores(t, w.dialect)
			d.reads("Chores", "tablet", w.feed(binsItem, "tablet")).is(cli.Done)
			d.reads("Chores", "reader", w.feed(recordless["elements dropped"].says, "tablet", "laptop", "reader")).is(cli.Done)
			if got := d.fieldsOf("Chores", "bins"); got["due"] != nil {
				t.Fatalf("shown are %v", got)
			}
			if r := d.ok("item", "show", "Chores", "bins"); !strings.Contains(r.out, "This may have been a todo") {
				t.Errorf("shown is\n%s", r.out)
			}
			d.ok("item", "make", "Chores", "bins")
			if got := d.fieldsOf("Chores", "bins"); got["due"] != "2005-05-27" || got["title"] != "Bins out" || len(got["files"].([]any)) != 1 {
				t.Errorf("made is %v", got)
			}
		})
	}
}

// An ordinary note does not claim to have been something else.
func TestAnOrdinaryNoteIsMadeATodoAndDoesNotAskForIt(t *testing.T) {
	w := wrappers[0]
	d := newChores(t, w.dialect)
	d.reads("Chores", "reader", w.feed(`<title>News</title>`, "reader", "reader")).is(cli.Done)
	if r := d.ok("item", "show", "Chores", "bins"); strings.Contains(r.out, "may have been") {
		t.Errorf("shown is\n%s", r.out)
	}
	d.ok("item", "make", "Chores", "bins")
	d.ok("item", "edit", "Chores", "bins", "--field", "due=2005-06-01")
	d.run("item", "make", "Chores", "bins", "--kind", "contact").is(cli.Failed).mentions("only a note can be made")
	d.ok("list", "create", "Notes", "--kind", "note")
	d.ok("item", "add", "Notes", "--id", "n", "--title", "N")
	d.run("item", "make", "Notes", "n").is(cli.Misuse).mentions("--kind todo or --kind contact")
	d.ok("item", "make", "Notes", "n", "--kind", "contact")
	if got := d.fieldsOf("Notes", "n"); got["name"] != "N" {
		t.Errorf("made is %v", got)
	}
}

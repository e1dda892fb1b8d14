package cli_test

import (
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"crossfeed/engine/subscribe"
	"crossfeed/ui/cli"
)

// newsboat is a feed reader with separate files.
type newsboat struct {
	t   *testing.T
	dir string
}

func newNewsboat(t *testing.T) newsboat {
	t.Helper()
	n := newsboat{t, t.TempDir()}
	for _, name := range []string{"urls", "config"} {
		if err := os.WriteFile(filepath.Join(n.dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func (n newsboat) run(args ...string) string {
	n.t.Helper()
	in := func(name string) string { return filepath.Join(n.dir, name) }
	cmd := exec.Command("newsboat", append([]string{"-u", in("urls"), "-c", in("cache.db"), "-C", in("config")}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+n.dir, "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		n.t.Fatalf("newsboat %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// subscribed returns its feeds, with their folders as tags.
func (n newsboat) subscribed() []string {
	n.t.Helper()
	lines := strings.Split(strings.TrimSpace(read(n.t, filepath.Join(n.dir, "urls"))), "\n")
	slices.Sort(lines)
	return lines
}

// A list exported by one feed reader is imported into Crossfeed and from there into another
// reader, with every feed in its folders.
func TestAListOfLifereasGoesThroughCrossfeedIntoNewsboat(t *testing.T) {
	const exported = "../../testdata/opml/liferea.opml"
	d := newDesk(t)
	d.ok("list", "create", "Reading", "--kind", "outline")
	d.ok("import", "Reading", exported)
	ours := d.file("ours.opml")
	d.ok("export", "Reading", ours)
	direct, through := newNewsboat(t), newNewsboat(t)
	direct.run("-i", exported)
	through.run("-i", ours)
	got, want := through.subscribed(), direct.subscribed()
	if !slices.Equal(got, want) || len(got) != 10 {
		t.Errorf("through Crossfeed newsboat has\n%s\nand without it\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// newsboat's export is imported, and a second import changes nothing.
func TestAListOfNewsboatsIsImportedOnce(t *testing.T) {
	n := newNewsboat(t)
	n.run("-i", "../../testdata/opml/liferea.opml")
	d := newDesk(t)
	list := d.put("newsboat.opml", n.run("-e"))
	d.ok("list", "create", "Reading", "--kind", "outline")
	d.ok("import", "Reading", list)
	before := d.ok("item", "list", "Reading", "--json").out
	if items := parse[[]shownItem](d.ok("item", "list", "Reading", "--json")); len(items) != 10 {
		t.Errorf("%d items, want 10", len(items))
	}
	d.ok("import", "Reading", list)
	if after := d.ok("item", "list", "Reading", "--json").out; after != before {
		t.Errorf("the second import made\n%s\nof\n%s", after, before)
	}
}

// A shared list can be read by any reader as it is: deleted feeds are not in it, and sync
// metadata does not interfere.
func TestASharedListIsReadByAReaderThatKnowsNoSync(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Reading", "--kind", "outline")
	d.ok("import", "Reading", "../../testdata/opml/liferea.opml")
	for _, it := range parse[[]shownItem](d.ok("item", "list", "Reading", "--json")) {
		if it.Title == "Comics" {
			d.ok("item", "delete", "Reading", it.ID)
		}
	}
	shared := d.file("shared.opml")
	d.ok("publish", "Reading", shared)
	if text := read(t, shared); !strings.Contains(text, `deleted="true"`) {
		t.Fatalf("there is no tombstone in\n%s", text)
	}
	n := newNewsboat(t)
	n.run("-i", shared)
	if got := n.subscribed(); len(got) != 9 || strings.Contains(strings.Join(got, "\n"), "comics") {
		t.Errorf("newsboat has\n%s\nwant the 9 that are not deleted", strings.Join(got, "\n"))
	}
}

// has returns the titles of the items that newsboat read at an address, each with its text.
func (n newsboat) has(address string) (items []string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, "urls"), []byte(address+"\n"), 0o600); err != nil {
		n.t.Fatal(err)
	}
	n.run("-x", "reload")
	db, err := sql.Open("sqlite", filepath.Join(n.dir, "cache.db"))
	if err != nil {
		n.t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT title, content FROM rss_item ORDER BY title")
	if err != nil {
		n.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var title, text string
		if err := rows.Scan(&title, &text); err != nil {
			n.t.Fatal(err)
		}
		items = append(items, strings.TrimSpace(title+" "+text))
	}
	if err := rows.Err(); err != nil {
		n.t.Fatal(err)
	}
	return items
}

// "Forking the concept of the <csx:link> from <enclosure> allows standard RSS readers to
// continue to display and process CSE extended RSS feeds" (Content Sync Extensions,
// "csx:link element(s) within RSS item").
func TestAPublishedFolderIsReadByAReaderThatKnowsNoContentSync(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	d.ok("content", "publish", from, to, "--on-demand", "raw/**", "--hidden", "raw")
	feed := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(to, "crossfeed-content.xml"))}
	if got := newNewsboat(t).has(feed.String()); !slices.Equal(got, []string{"beach The first day", "raw"}) {
		t.Errorf("newsboat has %q", got)
	}
}

// The same for a list whose items have both sync metadata and files.
func TestAListWithFilesIsReadByAReaderThatKnowsNeither(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Household", "--kind", "todo", "--format", "rss")
	d.ok("item", "add", "Household", "--title", "Pay", "--id", "pay")
	d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", "pay 12"))
	shared := d.file("household.xml")
	d.ok("publish", "Household", shared)
	if text := read(t, shared); !strings.Contains(text, "<sx:sync ") || !strings.Contains(text, ">files/") {
		t.Fatalf("there is not both in\n%s", text)
	}
	feed := url.URL{Scheme: "file", Path: filepath.ToSlash(shared)}
	if got := newNewsboat(t).has(feed.String()); !slices.Equal(got, []string{"Pay"}) {
		t.Errorf("newsboat has %q", got)
	}
}

// RFC 4287 §4.1.2 requires an author for every entry, unless its feed has one. For validators,
// an entry in sx:conflicts is not part of a feed.
func TestAnAtomEntryThatConflictsHasAnAuthor(t *testing.T) {
	d := newDesk(t)
	_, out := d.convert(cli.Attention, d.put("a.xml", contested), "--to", "atom", "--lossy")
	_, conflicts, _ := strings.Cut(read(t, out), "<sx:conflicts>")
	for _, by := range []string{"desk", "tablet"} {
		if author := "<author><name>" + by + "</name></author>"; strings.Count(conflicts, author) != 1 {
			t.Errorf("there is no %s in\n%s", author, conflicts)
		}
	}
}

func TestAPublishedNoteWithoutATitleGetsOneFromItsFirstLine(t *testing.T) {
	for _, format := range []string{"rss", "atom"} {
		for _, dialect := range []string{"feedsync-1.0", "sse-0.91"} {
			if format == "atom" && dialect == "sse-0.91" {
				continue
			}
			t.Run(format+" "+dialect, func(t *testing.T) {
				d := newDesk(t)
				d.ok("list", "create", "Notes", "--format", format, "--dialect", dialect)
				d.ok("item", "add", "Notes", "--id", "a", "--field", "text=Buy brown eggs\nfrom the market")
				d.ok("item", "add", "Notes", "--id", "b", "--title", "Bread", "--field", "text=of rye")
				path := d.file("notes.xml")
				d.ok("publish", "Notes", path)
				text := read(t, path)
				if !strings.Contains(text, `>Buy brown eggs</title>`) || strings.Count(text, "cf:made") != 1 {
					t.Errorf("got\n%s", text)
				}
				other := newDesk(t)
				other.args[3] = "laptop"
				other.ok("list", "create", "Notes", "--format", format, "--dialect", dialect)
				other.ok("subscription", "add", "Notes", path)
				other.ok("sync")
				got, want := parse[map[string]any](other.ok("item", "show", "Notes", "a", "--json")), parse[map[string]any](d.ok("item", "show", "Notes", "a", "--json"))
				if got["title"] != "" || got["data"] != want["data"] {
					t.Errorf("got %v, want %v", got, want)
				}
			})
		}
	}
}

// If another program changes a generated title, it becomes a real one.
func TestAMadeTitleThatWasChangedIsATitle(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Notes")
	d.ok("item", "add", "Notes", "--id", "a", "--field", "text=Eggs")
	path := d.file("notes.xml")
	d.ok("publish", "Notes", path)
	changed := d.put("changed.xml", strings.Replace(read(t, path), ">Eggs</title>", ">Brown eggs</title>", 1))
	got := parse[shown](d.bare("feed", "show", changed, "--json").is(cli.Done))
	if len(got.Items) != 1 || got.Items[0].Title != "Brown eggs" || strings.Contains(got.Items[0].Data, "made") {
		t.Errorf("got %+v", got.Items)
	}
}

// A title that is longer than a line is cut at the end of a word.
func TestAMadeTitleIsShort(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Notes")
	d.ok("item", "add", "Notes", "--id", "a", "--field", "text=\n\n  <p>Eggs &amp; bread "+strings.Repeat("word ", 40)+"</p>")
	d.ok("publish", "Notes", d.file("notes.xml"))
	if text := read(t, d.file("notes.xml")); !strings.Contains(text, ">Eggs &amp; bread "+strings.Repeat("word ", 12)+"word…</title>") {
		t.Errorf("got\n%s", text)
	}
}

// Old programs write times in the format of SSE 0.91 under a FeedSync namespace.
func TestRFC822TimesInFeedSyncAreReadWithAWarning(t *testing.T) {
	d := newDesk(t)
	odd := d.put("odd.xml", strings.Replace(eggs, "2005-05-21T09:43:33Z", "Sat, 21 May 2005 09:43:33 GMT", 1))
	got := parse[checked](d.bare("feed", "check", odd, "--json").is(cli.Done))[0].Problems
	if len(got) != 1 || got[0].Rule != "lenient-when" || got[0].Severity != "warning" || got[0].Line != 9 {
		t.Errorf("got %+v", got)
	}
	show := parse[shown](d.bare("feed", "show", odd, "--json").is(cli.Done))
	if len(show.Items) != 1 || show.Items[0].History[0].When != "2005-05-21T09:43:33Z" {
		t.Errorf("got %+v", show.Items)
	}
}

// A feed without shared items leaves its list empty. Each sync and the feed's health report
// that, until something in it is shared.
func TestAnOrdinaryFeedIsSaidToBeOne(t *testing.T) {
	const remedy = "it is an ordinary feed without sync information, so nothing was merged: follow it in the library, or import its items"
	for name, c := range map[string]struct {
		kind, ordinary, shared, empty string
		follows                       bool
	}{
		"posts.xml": {
			"note", `<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description><item><title>One</title></item></channel></rss>`,
			feedOf(entry("eggs", "Eggs", "1", "")), feedOf(""), true,
		},
		"feeds.opml": {
			"outline", `<opml version="2.0"><head><title>Feeds</title></head><body><outline text="A" type="rss" xmlUrl="http://example.org/a"/></body></opml>`,
			`<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Feeds</title></head><body><outline text="A"><sx:sync id="a" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline></body></opml>`,
			`<opml version="2.0"><head><title>Feeds</title></head><body/></opml>`, false,
		},
		"news.atom": {
			"note", `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:a</id><updated>2005-05-21T09:43:33Z</updated><entry><id>urn:b</id><title>One</title><updated>2005-05-21T09:43:33Z</updated></entry></feed>`,
			feedOf(entry("eggs", "Eggs", "1", "")), feedOf(""), true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.ok("list", "create", "List", "--kind", c.kind)
			feed := d.put(name, c.ordinary)
			why, trouble := remedy, "not-shared"
			if c.kind == "outline" {
				why, trouble = "it is an outline without sync information, so nothing was merged: import it as a file", "plain-outline"
			}
			said := []string{
				feed + " is an ordinary feed: its items have no sync information (sx:sync), so they are not merged, and a list that subscribes to it stays empty.",
				"To copy its items into a list: crossfeed import LIST " + feed + "\n", "its publisher must add sync information",
			}
			follow := "To follow it, add it to the library: crossfeed content add " + feed + "\n"
			if c.follows {
				said = append(said, follow)
				d.ok("content", "add", feed)
			} else if r := d.run("subscription", "probe", feed); strings.Contains(r.err, "library") {
				t.Errorf("the library cannot follow it, but it says %s", r.err)
			}
			d.ok("list", "create", "Todos", "--kind", "todo")
			for _, list := range []string{"List", "Todos"} {
				if r := d.run("subscription", "probe", feed, list).is(cli.Attention).mentions(said...); strings.Contains(r.out+r.err, "SSE") || strings.Contains(r.err, "Matches") {
					t.Errorf("got %s%s", r.out, r.err)
				}
			}
			if c.kind == "outline" {
				d.run("subscription", "add", "Todos", feed).is(cli.Failed).mentions(feed +
					` is an outline without sync information, and the list "Todos" is kept as RSS: an ordinary OPML file is not merged. Import it into a list for outlines (crossfeed import)`)
			}
			if r := d.ok("subscription", "add", "List", feed).mentions(said...); strings.Contains(r.err, "items: 0") {
				t.Errorf("got %s", r.err)
			}
			for range 2 {
				if r := d.run("sync").is(cli.Failed).mentions(feed+": "+why, "; for the commands: crossfeed subscription probe "+feed+"\n"); strings.Contains(r.err, "To find out") {
					t.Errorf("a second hint: %s", r.err)
				}
			}
			if got := d.subscription(); got.Trouble != trouble || got.Failures != 2 {
				t.Errorf("got %+v", got)
			}
			d.put(name, c.shared)
			if got := parse[[]subscribe.Report](d.ok("sync", "--json")); got[0].New != 1 || got[0].Error != "" {
				t.Errorf("got %+v", got)
			}
			d.put(name, c.empty)
			d.ok("sync")
			d.put(name, strings.Replace(c.ordinary, "One", "Two", 1))
			d.run("sync").is(cli.Failed).mentions(why)
		})
	}
}

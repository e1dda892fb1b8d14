package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// RFC 4287 §4.1.2 asks every entry for an author, unless its feed has one. An entry in
// sx:conflicts has no feed around it that validators see.
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
				d.ok("set", "new", "Notes", "--format", format, "--dialect", dialect)
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
				other.ok("set", "new", "Notes", "--format", format, "--dialect", dialect)
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

// Another program may change the title that was made: then it is one.
func TestAMadeTitleThatWasChangedIsATitle(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Notes")
	d.ok("item", "add", "Notes", "--id", "a", "--field", "text=Eggs")
	path := d.file("notes.xml")
	d.ok("publish", "Notes", path)
	changed := d.put("changed.xml", strings.Replace(read(t, path), ">Eggs</title>", ">Brown eggs</title>", 1))
	got := parse[shown](d.bare("feed", "show", changed, "--json").is(cli.Done))
	if len(got.Items) != 1 || got.Items[0].Title != "Brown eggs" || strings.Contains(got.Items[0].Data, "made") {
		t.Errorf("got %+v", got.Items)
	}
}

// A title that is longer than a line is cut where a word ends.
func TestAMadeTitleIsShort(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Notes")
	d.ok("item", "add", "Notes", "--id", "a", "--field", "text=\n\n  <p>Eggs &amp; bread "+strings.Repeat("word ", 40)+"</p>")
	d.ok("publish", "Notes", d.file("notes.xml"))
	if text := read(t, d.file("notes.xml")); !strings.Contains(text, ">Eggs &amp; bread "+strings.Repeat("word ", 12)+"word…</title>") {
		t.Errorf("got\n%s", text)
	}
}

// Old programs write times as SSE 0.91 has them under a namespace of FeedSync.
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

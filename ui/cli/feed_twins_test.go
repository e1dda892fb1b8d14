package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/ui/cli"
)

// entry is an item of a feed.
func entry(id, title string, updates, by string) string {
	history := `<sx:history sequence="1" by="phone"/>`
	if updates != "1" {
		history = `<sx:history sequence="` + updates + `" by="` + by + `"/>` + history
	}
	return "<item><title>" + title + `</title><sx:sync id="` + id + `" updates="` + updates + `">` + history + "</sx:sync></item>\n"
}

func feedOf(entries ...string) string {
	return `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>` + "\n" +
		strings.Join(entries, "") + "</channel></rss>\n"
}

func TestTwoEntriesWithOneIdAreMergedWithEachOther(t *testing.T) {
	old, newer := entry("eggs", "old", "1", ""), entry("eggs", "newer", "2", "laptop")
	bread, empty := entry("bread", "bread", "1", ""), feedOf()
	for name, c := range map[string]struct{ local, incoming, want string }{
		"older first":       {feedOf(old, bread, newer), empty, feedOf(newer, bread, "")},
		"newer first":       {feedOf(newer, bread, old), empty, feedOf(newer, bread, "")},
		"three of them":     {feedOf(old, newer, old), empty, feedOf(newer)},
		"in what comes in":  {feedOf(bread), feedOf(old, newer), feedOf(bread, newer)},
		"in both documents": {feedOf(old, old), feedOf(newer, old), feedOf(newer)},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			out := d.bare("feed", "merge", d.put("a.xml", c.local), d.put("b.xml", c.incoming), "-o", d.file("out.xml")).is(cli.Done)
			if !strings.Contains(out.err, "repeated-id") {
				t.Errorf("said %q", out.err)
			}
			got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done))
			want := parse[shown](d.bare("feed", "show", "--json", d.put("want.xml", c.want)).is(cli.Done))
			if lines(t, got) != lines(t, want) {
				t.Errorf("got\n%s\nwant\n%s", lines(t, got), lines(t, want))
			}
		})
	}
}

func lines(t *testing.T, s shown) string {
	var all []string
	for _, i := range s.Items {
		all = append(all, i.line(t))
	}
	return strings.Join(all, "\n")
}

func TestTwoEntriesOfWhichNeitherIsNewerAreAnErrorOfThePublisher(t *testing.T) {
	d := newDesk(t)
	twice := feedOf(entry("eggs", "a", "2", "desk"), entry("eggs", "b", "2", "laptop"))
	r := d.bare("feed", "merge", d.put("a.xml", twice), d.put("b.xml", feedOf()), "-o", d.file("out.xml")).is(cli.Attention)
	if !strings.Contains(r.err, "a.xml: line 2: error:") || !strings.Contains(r.err, "tell the publisher") {
		t.Errorf("said %q", r.err)
	}
	got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done))
	if len(got.Items) != 1 || len(got.Items[0].Conflicts) != 1 {
		t.Errorf("got %+v, want one item with a conflict", got.Items)
	}
}

// Both documents are read at the same time, and the second entry comes long after
// the first was merged.
func TestAnEntryThatComesLateCountsAsWell(t *testing.T) {
	d := newDesk(t)
	all := []string{entry("eggs", "old", "2", "laptop")}
	for i := range 500 {
		all = append(all, entry(fmt.Sprintf("item-%d", i), "same", "1", ""))
	}
	local := d.put("a.xml", feedOf(append(all, entry("local", "l", "1", ""))...))
	incoming := d.put("b.xml", feedOf(append(all, entry("eggs", "newer", "3", "laptop"), entry("bread", "b", "1", ""))...))
	d.bare("feed", "merge", local, incoming, "-o", d.file("out.xml")).is(cli.Done)
	got := parse[shown](d.bare("feed", "show", "--json", d.file("out.xml")).is(cli.Done)).Items
	if len(got) != 503 || got[0].Title != "newer" || got[501].ID != "local" || got[502].ID != "bread" {
		t.Errorf("got %d items, the first %+v, the last %+v", len(got), got[0], got[len(got)-1])
	}
}

func TestProblemsAreToldOnceThoughTheDocumentIsReadTwice(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(entry("eggs", "a", "1", ""), entry("two words", "s", "1", ""), entry("eggs", "b", "2", "laptop"))
	r := d.bare("feed", "merge", d.put("a.xml", feed), d.put("b.xml", feedOf())).is(cli.Done)
	for _, rule := range []string{"nss-id", "repeated-id"} {
		if n := strings.Count(r.err, rule); n != 1 {
			t.Errorf("%s was told %d times in\n%s", rule, n, r.err)
		}
	}
}

// TestCheckTwins: that a publisher erred needs attention, that one entry is the
// newer one does not.
func TestCheckTwins(t *testing.T) {
	d := newDesk(t)
	newer := d.put("newer.xml", feedOf(entry("eggs", "a", "1", ""), entry("bread", "x", "1", ""), entry("eggs", "b", "2", "desk"), entry("eggs", "b", "2", "desk")))
	d.bare("feed", "check", newer).is(cli.Done)
	d.bare("feed", "check", d.put("cut.xml", strings.TrimSuffix(read(t, newer), "</rss>\n"))).is(cli.Attention)
	rivals := d.put("rivals.xml", feedOf(entry("bread", "x", "1", ""), entry("bread", "x", "1", ""), entry("eggs", "a", "2", "desk"), entry("eggs", "b", "2", "laptop")))
	got := parse[[]struct{ Problems []feed.Problem }](d.bare("--json", "feed", "check", rivals).is(cli.Attention))
	p := slices.DeleteFunc(got[0].Problems, func(p feed.Problem) bool { return p.Rule == "missing-when" })
	if len(p) != 2 || p[0].Severity != feed.Warning || p[0].Line != 3 || p[1].Severity != feed.Error || p[1].Line != 5 || p[1].Rule != "repeated-id" {
		t.Errorf("%+v", p)
	}
}

// What one of two entries says that are the same version would be gone: a document has no
// archive.
func TestNothingIsLostOfTwoEntriesThatAreOneVersion(t *testing.T) {
	d := newDesk(t)
	eggs := won091[strings.Index(won091, "<item>"):strings.Index(won091, "</channel>")]
	document := strings.Replace(won091, eggs, eggs+strings.Replace(eggs, "<item>", "<item><title>Another</title>", 1), 1)
	mine := d.put("mine.xml", document)
	d.run("feed", "merge", mine, d.put("theirs.xml", won091), "-o", mine).is(cli.Failed).mentions("mine.xml:", testItem, "it stands there twice")
	if read(t, mine) != document {
		t.Errorf("it is now\n%s", read(t, mine))
	}
	r, _ := d.convert(cli.Failed, mine, "--to", "atom")
	r.mentions("what one of several entries of an identifier says (" + testItem + ")")
}

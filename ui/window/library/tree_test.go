package library_test

import (
	"fmt"
	"strings"
	"testing"

	lib "crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/ui/window/library"
)

// entry returns an item with files; "feed:x" is a nested feed.
func entry(id string, files ...string) lib.Entry {
	e := lib.Entry{ContentItem: store.ContentItem{ID: id, Title: strings.ToUpper(id)}}
	for _, name := range files {
		address, nested := strings.CutPrefix(name, "feed:")
		e.Files = append(e.Files, lib.File{ContentLink: store.ContentLink{Address: address, Name: address, Nested: nested}})
	}
	return e
}

// drawn returns the rows as a text, indented and one per line, with + for closed and - for
// open branches.
func drawn(p library.Pages, missing *[]string, open ...string) string {
	rows := library.Rows(p, func(key string) bool {
		for _, o := range open {
			if strings.HasSuffix(key, "\n"+o) {
				return true
			}
		}
		return false
	}, func(feed string) { *missing = append(*missing, feed) })
	var lines []string
	for _, r := range rows {
		sign := " "
		if r.Branch {
			sign = map[bool]string{false: "+", true: "-"}[r.Open]
		}
		lines = append(lines, strings.Repeat(" ", r.Depth)+sign+r.Title())
	}
	return strings.Join(lines, "\n")
}

// Feeds and items with several files are branches; an item with one file is a single row.
func TestWhatTheTreeShows(t *testing.T) {
	p := library.Pages{
		"":  {Items: []lib.Entry{entry("day", "feed:a"), entry("one", "x.jpg"), entry("show", "1.jpg", "2.jpg"), entry("word")}},
		"a": {Items: []lib.Entry{entry("deep", "feed:b"), entry("two", "y.jpg")}},
	}
	var missing []string
	for _, c := range []struct {
		open []string
		want string
	}{
		{nil, "+DAY\n ONE\n+SHOW\n WORD"},
		{[]string{"day"}, "-DAY\n +DEEP\n  TWO\n ONE\n+SHOW\n WORD"},
		{[]string{"show"}, "+DAY\n ONE\n-SHOW\n  1.jpg\n  2.jpg\n WORD"},
	} {
		if got := drawn(p, &missing, c.open...); got != c.want {
			t.Errorf("open %v:\n%s\nwant\n%s", c.open, got, c.want)
		}
	}
	if len(missing) != 0 {
		t.Errorf("missing %v", missing)
	}
	drawn(p, &missing, "day", "deep")
	if fmt.Sprint(missing) != "[b]" {
		t.Errorf("missing %v, want the feed that is open and was not read", missing)
	}
}

// A feed that refers to itself is a branch of itself, as deep as a person opens it.
func TestAFeedThatLeadsToItself(t *testing.T) {
	p := library.Pages{"": {Items: []lib.Entry{entry("again", "feed:a")}}, "a": {Items: []lib.Entry{entry("again", "feed:a")}}}
	depth := 0
	rows := library.Rows(p, func(key string) bool { depth = strings.Count(key, "\n"); return depth < 3 }, func(string) {})
	if len(rows) != 3 || rows[2].Open || library.Above(rows, 2) != 1 || library.Above(rows, 0) != -1 {
		t.Errorf("%d rows, of which the last is %+v", len(rows), rows[len(rows)-1])
	}
	if rows[0].Key == rows[1].Key {
		t.Error("two rows have one key")
	}
}

package library

import (
	"context"
	"maps"
	"slices"
	"strings"

	lib "crossfeed/engine/library"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// reading is the state of reading feeds. One read runs at a time. Feeds requested in the
// meantime are read after it.
type reading struct {
	running bool
	asked   map[string]bool
	// turn changes when the result of the running read is no longer needed.
	turn int
}

func (r *reading) forget() {
	r.turn++
	r.running, r.asked = false, map[string]bool{}
}

// reload reads everything that is shown again.
func (p *Page) reload() { p.read(append(slices.Collect(maps.Keys(p.pages)), "")...) }

func (p *Page) read(feeds ...string) {
	for _, f := range feeds {
		p.reading.asked[f] = true
	}
	if p.reading.running || len(p.reading.asked) == 0 {
		return
	}
	asked := slices.Sorted(maps.Keys(p.reading.asked))
	p.reading.running, p.reading.asked = true, map[string]bool{}
	turn, key, hidden := p.reading.turn, p.shown.Key, p.hidden
	p.seam.Aside(func(ctx context.Context) {
		pages, err := readAll(ctx, p.source, key, hidden, asked)
		p.seam.UI(func() {
			if turn == p.reading.turn {
				p.read1(pages, err)
			}
		})
	})
}

// read1 shows what was read, and reads the feeds requested in the meantime.
func (p *Page) read1(pages Pages, err error) {
	p.reading.running = false
	if err != nil {
		p.events.Warn(err)
		return
	}
	maps.Copy(p.pages, pages)
	p.head.show()
	p.fill()
	p.read()
}

func readAll(ctx context.Context, s Source, library int64, hidden bool, feeds []string) (Pages, error) {
	pages := Pages{}
	for _, f := range feeds {
		page, err := s.Content(ctx, library, f, hidden)
		if err != nil {
			return nil, err
		}
		pages[f] = page
	}
	return pages, nil
}

// fill updates the rows: the search results, or the tree.
func (p *Page) fill() {
	if p.finding.active() {
		p.showResults()
		return
	}
	var missing []string
	rows := Rows(p.pages, func(key string) bool { return p.open[key] }, func(feed string) { missing = append(missing, feed) })
	p.put(rows)
	p.hint.SetText(p.emptiness())
	p.read(missing...)
}

// put shows rows. The same rows stay selected.
func (p *Page) put(rows []Row) {
	var chosen []string
	for _, r := range p.chosen() {
		chosen = append(chosen, r.Key)
	}
	p.rows = rows
	at, again := widget.Nothing, []int{}
	for i := range rows {
		if rows[i].Key == p.at {
			at = i
		}
		if slices.Contains(chosen, rows[i].Key) {
			again = append(again, i)
		}
	}
	p.list.SetRows(len(rows), at)
	if len(again) > 1 {
		p.list.Choose(again)
	}
	p.aside.show()
}

// searchState is the state of the search: a text, or the files that could not be fetched.
type searchState struct {
	text   string
	failed bool
	asking work.Last
}

func (f *searchState) forget() {
	f.text, f.failed = "", false
	f.asking.Cancel()
}

// active reports whether a search is active.
func (f *searchState) active() bool { return f.failed || f.text != "" }

// Limits of a search: the items that it shows, and the feeds that it searches.
const (
	mostFound = 500
	mostFeeds = 10_000
)

// find shows the items of all feeds whose title or file names contain a text; with "" it shows
// the tree.
func (p *Page) find(text string) {
	p.finding.text, p.finding.failed = strings.TrimSpace(text), false
	p.showResults()
}

// showFailed switches between the items that could not be fetched and the tree.
func (p *Page) showFailed() {
	failed := !p.finding.failed
	p.search.Put("")
	p.finding.text, p.finding.failed = "", failed
	p.head.show()
	p.showResults()
	widget.Focus(p.list, p.list)
}

// showResults shows the results of the search, or the tree.
func (p *Page) showResults() {
	if !p.finding.active() {
		p.finding.forget()
		p.fill()
		return
	}
	key, hidden, wanted := p.shown.Key, p.hidden, strings.ToLower(p.finding.text)
	is, nothing := func(r Row) bool { return contains(r, wanted) }, wording.L("no-matches-for-text", "No matches for {{.Text}}", wording.Data{"Text": p.finding.text})
	if p.finding.failed {
		is, nothing, hidden = failedIn, wording.L("no-failed-files-the-problem-with", "No failed files. The problem with the library is described above."), true
	}
	work.AskBeside(&p.finding.asking, p.seam, func(ctx context.Context) ([]Row, error) {
		return search(ctx, p.source, key, hidden, is)
	}, func(rows []Row, err error) {
		if err != nil {
			p.events.Warn(err)
			return
		}
		p.put(rows)
		p.hint.SetText("")
		switch len(rows) {
		case 0:
			p.hint.SetText(nothing)
		case mostFound:
			p.events.ShowMessage(wording.L("the-first-n-are-shown-type", "The first {{.N}} are shown. Type more of the name to find the others.", wording.Data{"N": wording.Number(mostFound)}))
		}
	})
}

// failedIn reports whether a file of a row could not be fetched.
func failedIn(r Row) bool { return len(filesOf([]Row{r}, failed)) > 0 }

func failed(f lib.File) bool { return gravity(f) == failedGravity }

// search returns the matching items of all feeds.
func search(ctx context.Context, s Source, library int64, hidden bool, is func(Row) bool) ([]Row, error) {
	var found []Row
	err := walk(ctx, s, library, "", hidden, func(feed string, page lib.Page, rows []Row) {
		for _, r := range rows {
			if len(found) < mostFound && is(r) {
				r.In, r.Where, r.Key, r.Branch = feed, page.Title, feed+r.Key, false
				found = append(found, r)
			}
		}
	})
	return found, err
}

func contains(r Row, text string) bool {
	return strings.Contains(strings.ToLower(r.Title()), text) ||
		slices.ContainsFunc(r.Entry.Files, func(f lib.File) bool { return strings.Contains(strings.ToLower(f.Name), text) })
}

// emptiness explains why the tree is empty, or returns "".
func (p *Page) emptiness() string {
	root, read := p.pages[""]
	switch {
	case !read || len(p.rows) > 0:
		return ""
	case p.shown.Running:
		return wording.L("syncing", "Syncing…")
	case p.shown.Health.LastSuccess.IsZero() && root.Processed.IsZero():
		return wording.L("nothing-downloaded-yet-choose-sync-now", "Nothing downloaded yet. Choose “Sync now”.")
	case root.HiddenItems > 0:
		return wording.N("n-items-are-hidden-check-show", "{{.N}} items are hidden. Check “Show hidden” to see them.", root.HiddenItems, wording.Data{"N": wording.Number(root.HiddenItems)})
	}
	return wording.L("the-library-is-empty", "The library is empty.")
}

// filesOf returns the addresses of the matching files of rows.
func filesOf(rows []Row, counts func(lib.File) bool) (addresses []string) {
	seen := map[string]bool{}
	for i := range rows {
		for _, f := range rows[i].Files() {
			if counts(f) && !seen[f.Address] {
				seen[f.Address] = true
				addresses = append(addresses, f.Address)
			}
		}
	}
	return addresses
}

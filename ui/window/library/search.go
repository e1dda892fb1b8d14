package library

import (
	"context"
	"slices"
	"strings"

	lib "crossfeed/engine/library"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

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

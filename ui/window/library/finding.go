package library

import (
	"context"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// finding is what is searched for.
type finding struct {
	text   string
	asking work.Last
}

func (f *finding) forget() {
	f.text = ""
	f.asking.Cancel()
}

// Limits of a search: what it shows, and how many feeds it looks into.
const (
	mostFound = 500
	mostFeeds = 10_000
)

// find shows the items of all feeds whose title, or the name of a file of theirs, contains
// a text; with "" it shows the tree.
func (p *Page) find(text string) {
	p.finding.text = strings.TrimSpace(text)
	if p.finding.text == "" {
		p.finding.forget()
		p.fill()
		return
	}
	key, hidden, wanted := p.shown.Key, p.hidden, p.finding.text
	work.AskBeside(&p.finding.asking, p.seam, func(ctx context.Context) ([]Row, error) {
		return search(ctx, p.source, key, hidden, wanted)
	}, func(rows []Row, err error) {
		if err != nil {
			p.events.Warn(err)
			return
		}
		p.put(rows)
		p.hint.Say("")
		if len(rows) == 0 {
			p.hint.Say(lang.L("Nothing is called so: {{.Text}}", say.Data{"Text": wanted}))
		}
	})
}

// search finds what a text is in among the items of all feeds.
func search(ctx context.Context, s Source, library int64, hidden bool, text string) ([]Row, error) {
	text = strings.ToLower(text)
	var found []Row
	err := walk(ctx, s, library, "", hidden, func(feed string, page engine.ContentPage, rows []Row) {
		for _, r := range rows {
			if len(found) < mostFound && contains(r, text) {
				r.In, r.Where, r.Key, r.Branch = feed, page.Title, feed+r.Key, false
				found = append(found, r)
			}
		}
	})
	return found, err
}

// walk goes through the feeds of a library that are here, from one on, each once.
func walk(ctx context.Context, s Source, library int64, from string, hidden bool, see func(feed string, page engine.ContentPage, rows []Row)) error {
	feeds, seen := []string{from}, map[string]bool{from: true}
	for i := 0; i < len(feeds) && i < mostFeeds; i++ {
		page, err := s.Content(ctx, library, feeds[i], hidden)
		if err != nil {
			return err
		}
		rows := Rows(Pages{"": page}, func(string) bool { return false }, func(string) {})
		for _, r := range rows {
			if next := r.Feed(); next != "" && !seen[next] && isHere(*r.File) {
				seen[next] = true
				feeds = append(feeds, next)
			}
		}
		see(feeds[i], page, rows)
	}
	return nil
}

func contains(r Row, text string) bool {
	if strings.Contains(strings.ToLower(r.Title()), text) {
		return true
	}
	for _, f := range r.Entry.Files {
		if strings.Contains(strings.ToLower(f.Name), text) {
			return true
		}
	}
	return false
}

// emptiness says why the tree is empty, or "".
func (p *Page) emptiness() string {
	root, read := p.pages[""]
	switch {
	case !read || len(p.rows) > 0:
		return ""
	case p.shown.Running:
		return lang.L("Syncing…")
	case p.shown.Health.LastSuccess.IsZero() && root.Processed.IsZero():
		return lang.L("Nothing is here yet. “Sync now” fetches it.")
	case root.HiddenItems > 0:
		return lang.N("{{.N}} items are hidden. Tick “Show hidden” to see them.", root.HiddenItems, say.Data{"N": say.Number(root.HiddenItems)})
	}
	return lang.L("The library is empty.")
}

// filesOf are the addresses of files of rows, of those that count.
func filesOf(rows []Row, counts func(engine.ContentEntryFile) bool) (addresses []string) {
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

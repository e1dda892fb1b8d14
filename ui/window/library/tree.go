package library

import (
	"context"

	lib "crossfeed/engine/library"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Row is a row of the tree: an item, or one of several files of an item.
type Row struct {
	// Key is the path from the root, which does not change between reads.
	Key string
	// Depth is the number of ancestors.
	Depth int
	// In is the feed of the item, "" for the root.
	In    string
	Entry lib.Entry
	// File is the file of the row: the only file of its item, or one of several; nil for an
	// item with several files or none.
	File *lib.File
	// Where is the title of the feed, for a search result.
	Where string
	// Part is set if the row is one of several files of an item.
	Part bool
	// Branch is set if the row can be opened, Open if it is open.
	Branch, Open bool
}

// Feed returns the address of the feed that the row refers to, or "".
func (r *Row) Feed() string {
	if r.File != nil && r.File.Nested {
		return r.File.Address
	}
	return ""
}

// Title returns the title of the row.
func (r *Row) Title() string {
	switch {
	case r.Part:
		return r.File.Name
	case r.Entry.Title != "":
		return r.Entry.Title
	case len(r.Entry.Files) > 0:
		return r.Entry.Files[0].Name
	}
	return r.Entry.ID
}

// Files returns the files of the row, including nested feeds.
func (r *Row) Files() []lib.File {
	if r.File != nil {
		return []lib.File{*r.File}
	}
	return r.Entry.Files
}

// Pages holds the feeds read so far, by their addresses, "" for the root.
type Pages map[string]lib.Page

// Rows returns the visible rows: those of the root feed, and those below open rows. missing is
// called for an open feed that was not read yet, which has no rows.
func Rows(p Pages, open func(key string) bool, missing func(feed string)) []Row {
	t := &tree{pages: p, open: open, missing: missing}
	t.feed("", "", 0)
	return t.rows
}

// tree is the state of Rows.
type tree struct {
	pages   Pages
	open    func(key string) bool
	missing func(feed string)
	rows    []Row
}

// feed adds the items of a feed at a depth. key is the key of the feed's row.
func (t *tree) feed(address, key string, depth int) {
	page, read := t.pages[address]
	if !read {
		t.missing(address)
		return
	}
	for i := range page.Items {
		t.entry(Row{Key: key + "\n" + page.Items[i].ID, Depth: depth, In: address, Entry: page.Items[i]})
	}
}

// entry adds an item, and what is below it if it is open.
func (t *tree) entry(r Row) {
	switch len(r.Entry.Files) {
	case 0:
	case 1:
		r.File = &r.Entry.Files[0]
		r.Branch = r.File.Nested
	default:
		r.Branch = true
	}
	r.Open = r.Branch && t.open(r.Key)
	t.rows = append(t.rows, r)
	switch {
	case !r.Open:
	case r.File != nil:
		t.feed(r.File.Address, r.Key, r.Depth+1)
	default:
		t.parts(r)
	}
}

// parts adds the files of an item that has several.
func (t *tree) parts(of Row) {
	for i := range of.Entry.Files {
		f := &of.Entry.Files[i]
		t.rows = append(t.rows, Row{Key: of.Key + "\n" + f.Address, Depth: of.Depth + 1, In: of.In, Entry: of.Entry, File: f, Part: true})
	}
}

// Above returns the parent of a row, or -1.
func Above(rows []Row, at int) int {
	for i := at - 1; i >= 0; i-- {
		if rows[i].Depth < rows[at].Depth {
			return i
		}
	}
	return -1
}

// walk visits the feeds of a library that are on this computer, starting with one of them,
// each once.
func walk(ctx context.Context, s Source, library int64, from string, hidden bool, see func(feed string, page lib.Page, rows []Row)) error {
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

// absent holds the missing files in the selected feed and the feeds below it: those that are
// on demand or that a person removed. They are counted in the background.
type absent struct {
	counting work.Last
	// feed is the feed that is counted, addresses are the addresses of its missing files.
	feed      string
	addresses []string
}

// forget clears the result.
func (a *absent) forget() {
	a.counting.Cancel()
	a.feed, a.addresses = "", nil
}

// count counts the missing files below the selected row, if that is a feed on this computer.
func (p *Page) count() {
	r, there := p.marked()
	feed := r.Feed()
	if !there || feed == "" || !isHere(*r.File) || len(p.chosen()) > 1 {
		p.absent.forget()
		return
	}
	switch {
	case feed != p.absent.feed:
		p.absent.forget()
		p.absent.feed = feed
	case p.shown.Running:
		return // the number changes many times a second, and is counted at the end
	}
	key := p.shown.Key
	work.AskBeside(&p.absent.counting, p.seam, func(ctx context.Context) ([]string, error) {
		return absentBelow(ctx, p.source, key, feed)
	}, func(addresses []string, err error) {
		if err != nil {
			return // without a number, nothing is offered
		}
		p.absent.addresses = addresses
		p.aside.offer()
		p.aside.layOut()
	})
}

// absentBelow returns the addresses of files on demand or removed in a feed and the feeds
// below it that are on this computer, including those of hidden items.
func absentBelow(ctx context.Context, s Source, library int64, feed string) (addresses []string, err error) {
	err = walk(ctx, s, library, feed, true, func(_ string, _ lib.Page, rows []Row) {
		addresses = append(addresses, filesOf(rows, isAbsent)...)
	})
	return addresses, err
}

// isAbsent reports whether a file is downloaded only on request.
func isAbsent(f lib.File) bool {
	return f.State == lib.OnDemand || f.State == lib.Removed
}

// getBelow returns the action that fetches all missing files in the selected feed. Their size
// is not known in advance.
func (p *Page) getBelow(r Row) []action {
	n := len(p.absent.addresses)
	if n == 0 || r.Feed() == "" || r.Feed() != p.absent.feed {
		return nil
	}
	return []action{{
		wording.L("download-all-missing-files-n", "Download all missing files ({{.N}})", wording.Data{"N": wording.Number(n)}),
		func() { p.events.Get(p.shown.Key, p.absent.addresses...) },
	}}
}

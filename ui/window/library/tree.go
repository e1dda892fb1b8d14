package library

import (
	"context"

	lib "crossfeed/engine/library"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Row is a row of the tree: an item, or one of several files of an item.
type Row struct {
	// Key is the same at every reading: the way from the root.
	Key string
	// Depth is how many rows it stands in.
	Depth int
	// In is the feed that the item is in, "" for the root.
	In    string
	Entry lib.Entry
	// File is the file that the row is about: the one of its item, or one of several; nil of
	// an item with several or none.
	File *lib.File
	// Where is what the feed is called, of a row that was found.
	Where string
	// Part tells that it is one of several files of an item.
	Part bool
	// Branch tells that it can be opened, Open that it is.
	Branch, Open bool
}

// Feed is the address of the feed that the row leads to, or "".
func (r *Row) Feed() string {
	if r.File != nil && r.File.Nested {
		return r.File.Address
	}
	return ""
}

// Title is what the row is called.
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

// Files are those that the row stands for, nested feeds among them.
func (r *Row) Files() []lib.File {
	if r.File != nil {
		return []lib.File{*r.File}
	}
	return r.Entry.Files
}

// Pages are the feeds that were read, by their addresses, "" for the root.
type Pages map[string]lib.Page

// Rows are the rows in sight: of the root feed, and of what is open below it. A feed that
// is open and was not read yet has none, and is told to missing.
func Rows(p Pages, open func(key string) bool, missing func(feed string)) []Row {
	t := &tree{pages: p, open: open, missing: missing}
	t.feed("", "", 0)
	return t.rows
}

// tree is what Rows works with.
type tree struct {
	pages   Pages
	open    func(key string) bool
	missing func(feed string)
	rows    []Row
}

// feed adds the items of a feed, whose row has a key and is at a depth less by one.
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

// entry adds an item, and what is open in it.
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

// Above is the row that a row stands in, or -1.
func Above(rows []Row, at int) int {
	for i := at - 1; i >= 0; i-- {
		if rows[i].Depth < rows[at].Depth {
			return i
		}
	}
	return -1
}

// walk goes through the feeds of a library that are here, from one on, each once.
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

// absent is what is not here of the feed that is marked and of those in it, because it is on
// demand or a person removed it. It is counted beside the window.
type absent struct {
	counting work.Last
	// feed is the one that is counted, addresses are those of what is not here of it.
	feed      string
	addresses []string
}

// forget takes back what was counted.
func (a *absent) forget() {
	a.counting.Cancel()
	a.feed, a.addresses = "", nil
}

// count counts anew what is not here below the row that is marked, where that is a feed
// that is here.
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
		return // it changes many times in a second, and is counted at the end
	}
	key := p.shown.Key
	work.AskBeside(&p.absent.counting, p.seam, func(ctx context.Context) ([]string, error) {
		return absentBelow(ctx, p.source, key, feed)
	}, func(addresses []string, err error) {
		if err != nil {
			return // what cannot be counted is not offered
		}
		p.absent.addresses = addresses
		p.aside.offer()
		p.aside.layOut()
	})
}

// absentBelow are the addresses of what is on demand or removed in a feed that is here, and in
// the feeds in it that are, hidden items too.
func absentBelow(ctx context.Context, s Source, library int64, feed string) (addresses []string, err error) {
	err = walk(ctx, s, library, feed, true, func(_ string, _ lib.Page, rows []Row) {
		addresses = append(addresses, filesOf(rows, isAbsent)...)
	})
	return addresses, err
}

// isAbsent tells whether a file comes only when a person asks for it.
func isAbsent(f lib.File) bool {
	return f.State == lib.OnDemand || f.State == lib.Removed
}

// getBelow offers to fetch all that is not here of the feed that is marked. How large it is
// nobody knows before.
func (p *Page) getBelow(r Row) []action {
	n := len(p.absent.addresses)
	if n == 0 || r.Feed() == "" || r.Feed() != p.absent.feed {
		return nil
	}
	return []action{{
		wording.L("Download all that is not here ({{.N}})", wording.Data{"N": wording.Number(n)}),
		func() { p.events.Get(p.shown.Key, p.absent.addresses...) },
	}}
}

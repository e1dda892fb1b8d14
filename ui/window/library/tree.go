package library

import (
	"crossfeed/engine"
)

// Row is a row of the tree: an item, or one of several files of an item.
type Row struct {
	// Key is the same at every reading: the way from the root.
	Key string
	// Depth is how many rows it stands in.
	Depth int
	// In is the feed that the item is in, "" for the root.
	In    string
	Entry engine.ContentEntry
	// File is the file that the row is about: the one of its item, or one of several; nil of
	// an item with several or none.
	File *engine.ContentEntryFile
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
func (r *Row) Files() []engine.ContentEntryFile {
	if r.File != nil {
		return []engine.ContentEntryFile{*r.File}
	}
	return r.Entry.Files
}

// Pages are the feeds that were read, by their addresses, "" for the root.
type Pages map[string]engine.ContentPage

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

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

type contentList struct {
	Name   string `arg:"" optional:"" help:"Name, address or number of the library to list. Default: list all libraries."`
	Hidden bool   `help:"Also list items that the publisher hides."`
}

// Run lists the libraries, or the content of one.
func (c contentList) Run(r *run) error {
	if c.Name == "" {
		return r.with(func(e *engine.Engine) error {
			all, err := e.Library.All(r.ctx)
			if err != nil {
				return err
			}
			if r.flags.JSON {
				return r.json(each(all, describeLibrary))
			}
			if err := r.table("No libraries. To add one: crossfeed content add LOCATION", libraryHeading, each(all, libraryCells)); err != nil {
				return err
			}
			for _, l := range all {
				if l.Health.Error != "" {
					r.message("%s: %s", l.Name, inOneLine(l.Health.Error))
				}
			}
			return nil
		})
	}
	return r.inLibrary(c.Name, func(e *engine.Engine, l library.Library) error {
		if r.flags.JSON {
			return c.json(r, e, l)
		}
		return c.tree(r, e, l)
	})
}

// tree writes the content of a library. Items of a nested feed are below the item that links
// to it.
func (c contentList) tree(r *run, e *engine.Engine, l library.Library) error {
	var rows [][]string
	var failed []library.File
	var pages []library.Page
	hidden := 0
	t := contentTree{run: r, engine: e, library: l, page: func(p library.Page) { pages = append(pages, p) }}
	t.entry = func(i library.Entry, depth int) bool {
		_, leads := nestedIn(i)
		if i.Hidden && !c.Hidden && !leads {
			hidden++
			return false
		}
		rows = append(rows, entryRows(i, depth)...)
		for _, f := range i.Files {
			if f.Error != "" {
				failed = append(failed, f)
			}
		}
		return true
	}
	if err := t.walk(""); err != nil {
		return err
	}
	if err := r.table(fmt.Sprintf("Nothing of %q is downloaded yet. To download it: crossfeed content sync %s", l.Name, quotedName(l.Name)), []string{"TITLE", "STATE", "SIZE", "ADDRESS"}, rows); err != nil {
		return err
	}
	for _, p := range pages {
		r.reportProblems(p.Address, p.Wrong, p.Problems)
	}
	for _, f := range failed {
		r.message("%s", named(f.Address, inOneLine(f.Error)))
	}
	if hidden > 0 {
		r.message("%d hidden. To list them, add --hidden.", hidden)
	}
	return nil
}

// entryRows returns the rows of an item: a single one, or with several files an additional one
// for each.
func entryRows(i library.Entry, depth int) (rows [][]string) {
	indent := strings.Repeat("  ", depth)
	title := inOneLine(i.Title)
	switch len(i.Files) {
	case 0:
		return [][]string{{indent + titleOr(title, i.ID), "", "", ""}}
	case 1:
		return [][]string{fileCells(indent+titleOr(title, i.Files[0].Name), i.Files[0])}
	}
	rows = append(rows, []string{indent + titleOr(title, i.ID), "", "", ""})
	for _, f := range i.Files {
		rows = append(rows, fileCells(indent+"  "+inOneLine(f.Name), f))
	}
	return rows
}

func titleOr(title, other string) string { return cmp.Or(title, inOneLine(other)) }

// pageShape describes a feed of a library in machine-readable output.
type pageShape struct {
	Address   string                 `json:"address"`
	Title     string                 `json:"title"`
	Text      string                 `json:"text"`
	Link      string                 `json:"link"`
	Built     string                 `json:"built"`
	Processed string                 `json:"processed"`
	Wrong     int                    `json:"wrong"`
	Problems  []store.ContentProblem `json:"problems"`
	Items     []entryShape           `json:"items"`
}

// entryShape describes an item of such a feed.
type entryShape struct {
	ID        string             `json:"id"`
	Title     string             `json:"title"`
	Text      string             `json:"text"`
	Link      string             `json:"link"`
	Published string             `json:"published"`
	Built     string             `json:"built"`
	Hidden    bool               `json:"hidden"`
	Files     []contentFileShape `json:"files"`
}

// contentFileShape describes the target of a link of an item. Size is the number of bytes
// downloaded, even if the download is incomplete; Whole is the full size, or -1 if it is
// unknown.
type contentFileShape struct {
	Address  string `json:"address"`
	Name     string `json:"name"`
	Nested   bool   `json:"nested"`
	OnDemand bool   `json:"on_demand"`
	State    string `json:"state"`
	Waits    bool   `json:"waits"`
	Size     int64  `json:"size"`
	Whole    int64  `json:"whole"`
	Type     string `json:"type"`
	Since    string `json:"since"`
	Error    string `json:"error"`
	Trouble  string `json:"trouble"`
	Tried    string `json:"tried"`
	// Feed is the content of a downloaded nested feed. It appears only once, at its first
	// occurrence.
	Feed *pageShape `json:"feed,omitempty"`
}

// json writes the content of a library as one tree.
func (c contentList) json(r *run, e *engine.Engine, l library.Library) error {
	root, err := c.pageOf(r, e, l, "", map[string]bool{})
	if err != nil {
		return err
	}
	return r.json(struct {
		libraryShape
		Feed *pageShape `json:"feed"`
	}{describeLibrary(l), root})
}

// pageOf returns a feed with its nested feeds, or nil if it occurred before.
func (c contentList) pageOf(r *run, e *engine.Engine, l library.Library, feed string, seen map[string]bool) (*pageShape, error) {
	page, err := e.Library.Page(r.ctx, l.Key, feed, true)
	if err != nil || seen[page.Address] {
		return nil, err
	}
	seen[page.Address] = true
	shape := describePage(page)
	for _, i := range page.Items {
		nested, leads := nestedIn(i)
		if i.Hidden && !c.Hidden && !leads {
			continue
		}
		entry := describeEntry(i)
		if leads {
			if entry.Files[0].Feed, err = c.pageOf(r, e, l, nested, seen); err != nil {
				return nil, err
			}
		}
		shape.Items = append(shape.Items, entry)
	}
	return shape, nil
}

func describePage(p library.Page) *pageShape {
	return &pageShape{
		Address: p.Address, Title: p.Title, Text: p.Text, Link: p.Link, Built: instant(p.Built), Processed: instant(p.Processed),
		Wrong: p.Wrong, Problems: append([]store.ContentProblem{}, p.Problems...), Items: []entryShape{},
	}
}

func describeEntry(i library.Entry) entryShape {
	return entryShape{
		ID: i.ID, Title: i.Title, Text: i.Text, Link: i.Link, Published: instant(i.Published), Built: instant(i.Built),
		Hidden: i.Hidden, Files: each(i.Files, describeFile),
	}
}

func describeFile(f library.File) contentFileShape {
	return contentFileShape{
		Address: f.Address, Name: f.Name, Nested: f.Nested, OnDemand: f.OnDemand, State: string(f.State), Waits: f.Waits,
		Size: f.Size, Whole: f.Whole, Type: f.Type, Since: instant(f.Since),
		Error: f.Error, Trouble: troubles[f.Trouble], Tried: instant(f.Tried),
	}
}

// contentTree walks a library feed by feed. A feed that is nested in several others is visited
// once.
type contentTree struct {
	run     *run
	engine  *engine.Engine
	library library.Library
	// page is called for each feed, before its items. entry is called for each item with its
	// depth, and reports whether to visit the feed nested there.
	page  func(library.Page)
	entry func(i library.Entry, depth int) bool
}

// walk visits a feed ("" is the root) and the feeds nested in it.
func (t contentTree) walk(feed string) error { return t.into(feed, 0, map[string]bool{}) }

func (t contentTree) into(feed string, depth int, seen map[string]bool) error {
	page, err := t.engine.Library.Page(t.run.ctx, t.library.Key, feed, true)
	if err != nil || seen[page.Address] {
		return err
	}
	seen[page.Address] = true
	if t.page != nil {
		t.page(page)
	}
	for _, i := range page.Items {
		if !t.entry(i, depth) {
			continue
		}
		if feed, is := nestedIn(i); is {
			if err := t.into(feed, depth+1, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// nestedIn returns the nested feed of an item, if it has been downloaded.
func nestedIn(i library.Entry) (feed string, is bool) {
	for _, f := range i.Files {
		if f.Nested && isHere(f) {
			return f.Address, true
		}
	}
	return "", false
}

func isHere(f library.File) bool {
	return f.State == library.Here || f.State == library.Stale
}

// contentFound is a matching item with its files.
type contentFound struct {
	item  string
	files []library.File
}

// named finds the files meant by addresses, file names, and titles or identifiers of items.
// Addresses take precedence.
func (t contentTree) named(names []string) (files []library.File, err error) {
	found := make([][2][]contentFound, len(names))
	addresses := each(names, addressOf)
	t.entry = func(i library.Entry, _ int) bool {
		for n, name := range names {
			byAddress, byName := meant(i, name, addresses[n])
			found[n][0] = append(found[n][0], byAddress...)
			found[n][1] = append(found[n][1], byName...)
		}
		return true
	}
	if err := t.walk(""); err != nil {
		return nil, err
	}
	for n, name := range names {
		one, err := t.one(name, found[n][0], found[n][1])
		if err != nil {
			return nil, err
		}
		files = append(files, one...)
	}
	return files, nil
}

// addressOf returns the canonical form of a name that is an address, or else the name.
func addressOf(name string) string {
	if address, err := transport.Parse(name); err == nil {
		return address
	}
	return name
}

// meant returns the files of an item that match a name: by address, and by file name or the
// item's title.
func meant(i library.Entry, name, address string) (byAddress, byName []contentFound) {
	whole := i.ID == name || transport.SameName(inOneLine(i.Title), inOneLine(name))
	if whole && len(i.Files) > 0 {
		byName = []contentFound{{i.Title, i.Files}}
	}
	for _, f := range i.Files {
		if f.Address == name || f.Address == address {
			byAddress = append(byAddress, contentFound{i.Title, []library.File{f}})
		}
		if !whole && transport.SameName(f.Name, name) {
			byName = append(byName, contentFound{i.Title, []library.File{f}})
		}
	}
	return byAddress, byName
}

// errNothingNamed reports that nothing in a library matches a name.
var errNothingNamed = errors.New("no file or item has this name or address")

// one returns the files that match one name. Items with equal names can only be distinguished
// by address.
func (t contentTree) one(name string, byAddress, byName []contentFound) ([]library.File, error) {
	switch {
	case len(byAddress) > 0:
		return byAddress[0].files, nil
	case len(byName) == 0:
		return nil, fmt.Errorf("%s: %q: %w; to list its content: crossfeed content list %s", t.library.Name, name, errNothingNamed, quotedName(t.library.Name))
	}
	addresses := map[string]bool{}
	var all []string
	for _, f := range byName {
		if a := f.files[0].Address; !addresses[a] {
			addresses[a] = true
			all = append(all, a)
		}
	}
	if len(all) > 1 {
		return nil, fmt.Errorf("%s: %q is the name of %d items; give the address of one: %s", t.library.Name, name, len(all), strings.Join(all[:min(len(all), 5)], " or "))
	}
	return byName[0].files, nil
}

// fileCells returns the cells of a file in a table.
func fileCells(title string, f library.File) []string {
	return []string{title, string(f.State), fileSize(f), f.Address}
}

// fileSize formats the size of a file, or how much of it has been downloaded.
func fileSize(f library.File) string {
	switch {
	case f.Nested, f.Size == 0 && !isHere(f):
		return ""
	case isHere(f):
		return inBytes(f.Size)
	case f.Whole >= 0:
		return inBytes(f.Size) + " of " + inBytes(f.Whole)
	}
	return inBytes(f.Size)
}

// reportProblems reports the first problem of a feed and the number of the others.
func (r *run) reportProblems(address string, wrong int, all []store.ContentProblem) {
	if len(all) == 0 {
		return
	}
	more := ""
	if wrong = max(wrong, len(all)); wrong > 1 {
		more = fmt.Sprintf(" (and %d more; to list them, use --json)", wrong-1)
	}
	r.message("%s: line %d: %s%s", transport.Redact(address), all[0].Line, all[0].Text, more)
}

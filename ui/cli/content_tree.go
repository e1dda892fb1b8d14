package cli

import (
	"errors"
	"fmt"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// contentTree is what is in a library, feed by feed. A feed that is nested in several is
// gone through at the first.
type contentTree struct {
	run     *run
	engine  *engine.Engine
	library engine.Library
	// page is called for each feed, before what is in it. entry is called for each item,
	// with how deep it stands; it tells whether to go into a feed that is nested there.
	page  func(engine.ContentPage)
	entry func(i engine.ContentEntry, depth int) bool
}

// walk goes through a feed ("" is the root) and those that are nested in it.
func (t contentTree) walk(feed string) error { return t.into(feed, 0, map[string]bool{}) }

func (t contentTree) into(feed string, depth int, seen map[string]bool) error {
	page, err := t.engine.Content(t.run.ctx, t.library.Key, feed, true)
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

// nestedIn is the feed that an item leads to, where it is here.
func nestedIn(i engine.ContentEntry) (feed string, is bool) {
	for _, f := range i.Files {
		if f.Nested && isHere(f) {
			return f.Address, true
		}
	}
	return "", false
}

func isHere(f engine.ContentEntryFile) bool {
	return f.State == engine.ContentHere || f.State == engine.ContentStale
}

// contentFound is an item that a person named, and its files.
type contentFound struct {
	item  string
	files []engine.ContentEntryFile
}

// named finds what a person means by addresses, names of files, and titles or identifiers
// of items. An address is the surest.
func (t contentTree) named(names []string) (files []engine.ContentEntryFile, err error) {
	found := make([][2][]contentFound, len(names))
	addresses := each(names, addressOf)
	t.entry = func(i engine.ContentEntry, _ int) bool {
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

// addressOf is the canonical address that a name may be, or the name.
func addressOf(name string) string {
	if address, err := location.Parse(name); err == nil {
		return address
	}
	return name
}

// meant are the files of an item that a name means: by their address, and by their name
// or that of the item.
func meant(i engine.ContentEntry, name, address string) (byAddress, byName []contentFound) {
	whole := i.ID == name || location.SameName(inOneLine(i.Title), inOneLine(name))
	if whole && len(i.Files) > 0 {
		byName = []contentFound{{i.Title, i.Files}}
	}
	for _, f := range i.Files {
		if f.Address == name || f.Address == address {
			byAddress = append(byAddress, contentFound{i.Title, []engine.ContentEntryFile{f}})
		}
		if !whole && location.SameName(f.Name, name) {
			byName = append(byName, contentFound{i.Title, []engine.ContentEntryFile{f}})
		}
	}
	return byAddress, byName
}

// errNothingNamed tells that a library has nothing of a name.
var errNothingNamed = errors.New("nothing there is called so, and it is no address of anything there")

// one are the files of one name. Several items of one name are to be told apart by an
// address.
func (t contentTree) one(name string, byAddress, byName []contentFound) ([]engine.ContentEntryFile, error) {
	switch {
	case len(byAddress) > 0:
		return byAddress[0].files, nil
	case len(byName) == 0:
		return nil, fmt.Errorf("%s: %q: %w: %s", t.library.Name, name, errNothingNamed, "crossfeed content list "+quotedName(t.library.Name))
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
		return nil, fmt.Errorf("%s: %q is the name of %d things: say which by its address, %s", t.library.Name, name, len(all), strings.Join(all[:min(len(all), 5)], " or "))
	}
	return byName[0].files, nil
}

// fileCells is a file in a table: its state, its size and its address.
func fileCells(title string, f engine.ContentEntryFile) []string {
	return []string{title, string(f.State), fileSize(f), f.Address}
}

// fileSize is the size of what is here, or how much of it came.
func fileSize(f engine.ContentEntryFile) string {
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

// sayProblems tells what is wrong in a feed: the first, and how many there are.
func (r *run) sayProblems(address string, wrong int, all []store.ContentProblem) {
	if len(all) == 0 {
		return
	}
	more := ""
	if wrong = max(wrong, len(all)); wrong > 1 {
		more = fmt.Sprintf(" (and %d more: --json shows them)", wrong-1)
	}
	r.say("%s: line %d: %s%s", location.Redact(address), all[0].Line, all[0].Text, more)
}

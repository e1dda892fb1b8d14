package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// ErrNoContent means that this engine keeps no files of libraries.
var ErrNoContent = errors.New("files of libraries are not kept here")

// Library is a tree of feeds and files of others that is kept here, and what it takes.
type Library struct {
	store.Library
	// Name is what it is called: by a person, else by its root feed, else its address.
	Name string
	Use  store.ContentUse
	// Running tells that it is synced now by this program.
	Running bool
	// Plain is set by AddLibrary alone: nothing in the root feed links to files, as in any
	// feed of news.
	Plain bool
}

// LibraryOptions are what a person decides about a library.
type LibraryOptions struct {
	Title  string
	Access location.Access
	// Password is kept (Parts.Secrets) for Access.User, where it is not "".
	Password string
	Paused   bool
	Every    time.Duration
	// Room is the greatest number of bytes that its files may take, or 0 for the usual
	// limit.
	Room int64
	// Follows tells AddLibrary that whoever adds the library syncs it at once, to follow that
	// run and to stop it: Keep leaves it alone for a minute.
	Follows bool
}

// Libraries lists the libraries in the order in which they were added.
func (e *Engine) Libraries(ctx context.Context) (all []Library, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		rows, err := libraryRows(r)
		for _, row := range rows {
			l, err := e.libraryOf(r, row)
			if err != nil {
				return err
			}
			all = append(all, l)
		}
		return err
	})
	return all, err
}

// library is one by its key, or store.ErrNoLibrary.
func (e *Engine) library(ctx context.Context, key int64) (l Library, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		row, err := contentsync.Library(r, key)
		if err != nil {
			return err
		}
		l, err = e.libraryOf(r, row)
		return err
	})
	return l, err
}

// libraryRows are those of libraries that nobody removed.
func libraryRows(r store.Reader) ([]store.Library, error) {
	all, err := r.Libraries()
	return slices.DeleteFunc(all, func(l store.Library) bool { return l.Gone }), err
}

// libraryOf tells what is known of a library.
func (e *Engine) libraryOf(r store.Reader, row store.Library) (Library, error) {
	root, _, err := r.ContentFeed(row.Key, row.Address)
	if err != nil {
		return Library{}, err
	}
	use, err := r.ContentUse(row.Key)
	name := cmp.Or(strings.TrimSpace(row.Title), strings.TrimSpace(root.Title), row.Address)
	return Library{Library: row, Name: name, Use: use, Running: e.libraryRuns.is(row.Key)}, err
}

// LibraryNamed finds a library by its name, its address or its key in digits. It returns
// an error that wraps store.ErrNoLibrary, or one that tells of several.
func (e *Engine) LibraryNamed(ctx context.Context, name string) (Library, error) {
	all, err := e.Libraries(ctx)
	if err != nil {
		return Library{}, err
	}
	var found []Library
	for _, is := range namings(name) {
		for _, l := range all {
			if is(l) {
				found = append(found, l)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	switch len(found) {
	case 0:
		return Library{}, fmt.Errorf("%q: %w", name, store.ErrNoLibrary)
	case 1:
		return found[0], nil
	}
	return Library{}, severalLibraries(name, found)
}

// namings are the ways in which a text names a library, the surest first.
func namings(name string) []func(Library) bool {
	address, invalid := location.Parse(name)
	return []func(Library) bool{
		func(l Library) bool { return l.Name == name },
		func(l Library) bool { return location.SameName(l.Name, name) },
		func(l Library) bool { return invalid == nil && (l.Address == address || l.Address == rootIn(address)) },
		func(l Library) bool { return strconv.FormatInt(l.Key, 10) == name },
	}
}

// severalLibraries tells how to say which one is meant.
func severalLibraries(name string, found []Library) error {
	var numbers []string
	for _, l := range found {
		numbers = append(numbers, fmt.Sprintf("%d (%s)", l.Key, l.Address))
	}
	return fmt.Errorf("%q is the name of several libraries: say which by its number, %s", name, strings.Join(numbers, " or "))
}

// contentParts are what libraries are synced with, or ErrNoContent.
func (e *Engine) contentParts() (contentsync.Parts, error) {
	if e.parts.Content == nil {
		return contentsync.Parts{}, ErrNoContent
	}
	return contentsync.Parts{Store: e.store, Places: e.parts.Places, Cache: e.parts.Content, Clock: e.parts.Clock, Others: &e.gate}, nil
}

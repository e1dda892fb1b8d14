package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// NewSet says what a new item set shall be. Empty fields take the defaults:
// kind "note", format "rss", dialect "feedsync-1.0"; for kind "outline" format
// "opml" and dialect "sse-0.91".
type NewSet struct{ Name, Kind, Format, Dialect string }

// set is the item set asked for, checked.
func (n NewSet) set() (store.Set, error) {
	if err := checkName(n.Name); err != nil {
		return store.Set{}, err
	}
	kind, err := oneOf("kind", n.Kind, "note", "todo", "contact", "outline")
	if err != nil {
		return store.Set{}, err
	}
	formats, dialects := []string{"rss", "atom", "opml"}, []string{"feedsync-1.0", "sse-0.93", "sse-0.91"}
	if kind == "outline" {
		slices.Reverse(formats)
		slices.Reverse(dialects)
	}
	format, err := oneOf("format", n.Format, formats...)
	if err != nil {
		return store.Set{}, err
	}
	dialect, err := oneOf("dialect", n.Dialect, dialects...)
	if err != nil {
		return store.Set{}, err
	}
	return store.Set{Name: n.Name, Kind: kind, Format: format, Dialect: dialect}, together(kind, format, dialect)
}

// together tells why a kind, a format and a dialect, each known, do not go together.
func together(kind, format, dialect string) error {
	f, d := feed.Format(format), feed.Dialect(dialect)
	switch {
	case kind == "outline" && f != feed.OPML:
		return errors.New("a list of outlines is OPML: leave the format out, or choose another kind")
	case kind != "outline" && f == feed.OPML:
		return errors.New("OPML is the format of outlines alone: choose the kind outline, or the format rss or atom")
	case f == feed.OPML && d != feed.SSE091:
		return errors.New("outlines are shared by SSE 0.91, which alone has order and hierarchy: leave the dialect out, or choose another kind")
	case f == feed.Atom && d == feed.SSE091:
		return errors.New("SSE 0.91 has no Atom: choose the format rss, or another dialect")
	}
	return nil
}

// oneOf is the value, or the first of those known where it is "".
func oneOf(what, value string, known ...string) (string, error) {
	switch {
	case value == "":
		return known[0], nil
	case slices.Contains(known, value):
		return value, nil
	}
	return "", fmt.Errorf("the %s %q is not known: choose one of %s", what, value, strings.Join(known, ", "))
}

// FreeName is a name, or the first of "name (2)", "name (3)" and so on that is not taken.
func FreeName(name string, taken []string) string {
	free := name
	for n := 2; slices.ContainsFunc(taken, func(t string) bool { return location.SameName(t, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// checkName tells why a set cannot have a name.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("a list needs a name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q holds characters that cannot be shown: leave them out", name)
	case name != strings.TrimSpace(name):
		return fmt.Errorf("the name %q begins or ends with a space: leave it out", name)
	case len(location.Escape(name)) > location.MaxName:
		return fmt.Errorf("the name %q is too long for a file name: choose a shorter one", name)
	}
	return nil
}

package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// NewSet says what a new item set shall be. Empty fields take the defaults:
// kind "note", format "rss", dialect "feedsync-1.0".
type NewSet struct{ Name, Kind, Format, Dialect string }

// set is the item set asked for, checked.
func (n NewSet) set() (store.Set, error) {
	if err := checkName(n.Name); err != nil {
		return store.Set{}, err
	}
	kind, err := oneOf("kind", n.Kind, "note", "todo", "contact")
	if err != nil {
		return store.Set{}, err
	}
	format, err := oneOf("format", n.Format, "rss", "atom")
	if err != nil {
		return store.Set{}, err
	}
	dialect, err := oneOf("dialect", n.Dialect, "feedsync-1.0", "sse-0.93")
	if err != nil {
		return store.Set{}, err
	}
	return store.Set{Name: n.Name, Kind: kind, Format: format, Dialect: dialect}, nil
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

package folder

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/store"
)

// The rules by which files become items.
const (
	// ByStem makes one item of the files of a folder whose names are alike up to the last
	// dot, without regard to case.
	ByStem = "stem"
	// ByFile makes an item of each file.
	ByFile = "file"
	// ByFolder makes one item of all files of a folder.
	ByFolder = "folder"
)

// ErrGroup means that there is no such rule of grouping.
var ErrGroup = errors.New("files are grouped by stem, file or folder")

// rules say what is published of a folder, and how.
type rules struct {
	group                     string
	onDemand, hidden, ignored patterns
}

// rulesOf reads the rules of a publication.
func rulesOf(p store.PublishedFolder) (rules, error) {
	r := rules{p.Group, p.OnDemand, p.Hidden, p.Ignored}
	switch r.group {
	case ByStem, ByFile, ByFolder:
	default:
		return r, fmt.Errorf("grouping by %q: %w", p.Group, ErrGroup)
	}
	return r, errors.Join(r.onDemand.check(), r.hidden.check(), r.ignored.check())
}

// patterns match paths with slashes. One without a slash matches a name at any depth, one
// with a slash the whole path; ** stands for any number of folders.
type patterns []string

func (all patterns) check() error {
	for _, p := range all {
		if p == "" || !doublestar.ValidatePattern(p) {
			return fmt.Errorf("the pattern %q cannot be read: write *.jpg for names, raw/** for all in a folder", p)
		}
	}
	return nil
}

// match tells whether one of them matches a path.
func (all patterns) match(name string) bool {
	name = norm.NFC.String(name) // an accent is written in two ways, and looks the same
	for _, p := range all {
		to := name
		if p = strings.TrimPrefix(strings.TrimSuffix(norm.NFC.String(p), "/"), "./"); !strings.Contains(p, "/") {
			to = path.Base(name)
		}
		if doublestar.MatchUnvalidated(strings.TrimPrefix(p, "/"), to) {
			return true
		}
	}
	return false
}

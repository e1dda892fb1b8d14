// Package folder publishes a folder of files as a tree of feeds (Content Sync Extensions):
// every folder a nested feed, files grouped into items, and the dates of what changed
// carried up to the root.
package folder

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Clock tells the time.
type Clock interface{ Now() time.Time }

// Parts are what a folder is published with.
type Parts struct {
	Store  store.Store
	Places transport.Places
	// Files reads the folder.
	Files transport.Files
	Spool transport.Spool
	Clock Clock
	// Here is where the user is: what the day of a file means. nil is UTC.
	Here *time.Location
	// AtOnce is how many files are sent beside each other; 0 is three.
	AtOnce int
}

// Options say what a run does.
type Options struct {
	// Folder and Address are those of the publication. An address of a folder gets the
	// root feed RootName in it.
	// An Address that is "" is where Folder is published already. An Access that says
	// nothing keeps what it was.
	Folder, Address string
	Access          transport.Access
	// Title is that of the root feed; "" keeps what it is, at first the folder's name.
	Title string
	// Group, OnDemand, Hidden and Ignored replace what was said before where they are not
	// nil.
	Group                     *string
	OnDemand, Hidden, Ignored []string
	// Whole looks at all that was published, and sends again what is not there as it was.
	// Without it that is done for what a look at the folders there shows to be gone.
	Whole bool
	// TakeOver writes over what somebody else wrote at the addresses of the tree, and
	// publishes from Folder what was published from another folder there.
	TakeOver bool
	// Progress is told now and then, from several goroutines, one at a time; nil is nobody.
	Progress func(Progress)
	// Dry changes nothing, and reports what would be.
	Dry bool
}

// RootName is what the feed of a folder is called, in a folder of the publication.
const RootName = "crossfeed-content.xml"

// Progress is how far a run is.
type Progress struct {
	// Looked at and written are files and feeds.
	Looked, Written, ToWrite int
	// Bytes were sent of BytesToWrite, as far as those are known.
	Bytes, BytesToWrite int64
	Now                 string
}

// Report is what a run came to.
type Report struct {
	// Address is that of the root feed, which subscribers are given.
	Address string
	// Key is that of the publication in the store.
	Key int64
	// Added, Changed, Removed and Same count items.
	Added, Changed, Removed, Same int
	// Feeds and Files count what was written, and Bytes how much that was.
	Feeds, Files int
	Bytes        int64
	// Passed are files that were not published, and why, in their order.
	Passed []Passed
	// Built is the lastBuildDate of the root feed.
	Built time.Time
}

// Passed is a file that was passed over.
type Passed struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

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

// Count is the number of files that publishing a folder would make readable.
func Count(ctx context.Context, files transport.Files, o Options) (n int, err error) {
	s := &scanner{files: files, told: &teller{}}
	if s.where, err = whereOf(files, o.Folder, o.Address); err != nil {
		return 0, err
	}
	if s.rules, err = rulesOf(store.PublishedFolder{Group: ByFile, Ignored: o.Ignored}); err != nil {
		return 0, err
	}
	found, err := s.scan(ctx, "", 0)
	if err != nil {
		return 0, err
	}
	return n, found.each(func(*file) error { n++; return nil })
}

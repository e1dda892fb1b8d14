// Package folder publishes a folder of files as a tree of feeds (Content Sync Extensions):
// each subfolder becomes a nested feed, files are grouped into items, and the dates of changes
// propagate up to the root.
package folder

import (
	"context"
	"encoding/json"
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

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Parts are the dependencies of a publication.
type Parts struct {
	Store  store.Store
	Places transport.Places
	// Files reads the folder.
	Files     transport.Files
	TempFiles transport.TempFiles
	Clock     Clock
	// Here is the user's time zone, which defines the day of a file. nil means UTC.
	Here *time.Location
	// AtOnce is how many files are sent concurrently; 0 means three.
	AtOnce int
}

// Options configure a run.
type Options struct {
	// Folder and Address identify the publication. If Address is a folder, the root feed is
	// RootName in it. If Address is "", it is where Folder is already published. An empty
	// Access leaves the access unchanged.
	Folder, Address string
	Access          transport.Access
	// Title is the title of the root feed; "" leaves it unchanged, initially the folder's
	// name.
	Title string
	// Group, OnDemand, Hidden and Ignored replace the previous values unless they are nil.
	Group                     *string
	OnDemand, Hidden, Ignored []string
	// Whole checks everything that was published, sends again what is missing, and reports
	// what somebody else has changed. Otherwise, only what is missing from the listings of the
	// folders there is checked.
	Whole bool
	// TakeOver overwrites what somebody else wrote at the tree's addresses, and publishes
	// Folder where another folder was published.
	TakeOver bool
	// Progress is called now and then, from several goroutines, but never concurrently; it may
	// be nil.
	Progress func(Progress)
	// Exposes is called with the number of files that were not published so far, if there are
	// any, before any of them is. If it returns an error, the run ends with that error and
	// leaves everything as it was. It may be nil.
	Exposes func(files int, address string) error
	// Dry changes nothing, and reports what would change.
	Dry bool
}

// RootName is the file name of a folder's feed, in each folder of the publication.
const RootName = "crossfeed-content.xml"

// Progress is the state of a run in progress.
type Progress struct {
	// Checked counts the files inspected, Written the files and feeds written.
	Checked, Written, ToWrite int
	// Bytes were sent out of BytesToWrite, as far as known.
	Bytes, BytesToWrite int64
	Now                 string
}

// Report is the outcome of a run.
type Report struct {
	// Address is the address of the root feed, for subscribers.
	Address string
	// Key is the key of the publication in the store.
	Key int64
	// Added, Changed, Removed and Same count items.
	Added, Changed, Removed, Same int
	// Feeds and Files count what was written, with Bytes in total.
	Feeds, Files int
	Bytes        int64
	// Passed lists the files that were skipped, with reasons, in order.
	Passed []Passed
	// Built is the lastBuildDate of the root feed.
	Built time.Time
}

// Passed is a skipped file.
type Passed struct {
	Path string
	// Err is the reason.
	Err error
}

// MarshalJSON writes the path, and the text of the reason.
func (p Passed) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Path string `json:"path"`
		Why  string `json:"why"`
	}{p.Path, p.Err.Error()})
}

// Reasons for skipping a file.
var (
	// ErrOthersWrote means that somebody else wrote the published file.
	ErrOthersWrote = errors.New("someone else has overwritten it since it was published")
	ErrPermission  = errors.New("it cannot be read: check its permissions")
	ErrGone        = errors.New("it is no longer there")
	ErrRootName    = errors.New("it has the name of the root feed: rename it, or publish at another address")
	ErrNotUTF8     = errors.New("its name is not written in UTF-8: rename it")
	ErrTooDeep     = errors.New("it is more than 30 folders deep, where subscribers do not follow")
	ErrLink        = errors.New("it is a link: put the file itself there")
	ErrNotAFile    = errors.New("it is not a file that can be copied")
	// ErrChanged means that a file changed while it was being sent.
	ErrChanged = errors.New("it changed while it was read: it will be published once it stops changing")
)

// StaysError is the reason why a removed file stays published: somebody else wrote it.
type StaysError struct{ At string }

func (e *StaysError) Error() string {
	return fmt.Sprintf("it stays at %s: somebody else wrote it there", e.At)
}

// The rules for grouping files into items.
const (
	// ByStem makes one item of the files of a folder whose names are equal up to the last dot,
	// ignoring case.
	ByStem = "stem"
	// ByFile makes an item of each file.
	ByFile = "file"
	// ByFolder makes one item of all files of a folder.
	ByFolder = "folder"
)

// ErrGroup means that the grouping rule does not exist.
var ErrGroup = errors.New("files are grouped by stem, file or folder")

// rules define what is published from a folder, and how.
type rules struct {
	group                     string
	onDemand, hidden, ignored patterns
}

// rulesOf returns the rules of a publication, and an error if they are invalid.
func rulesOf(p store.PublishedFolder) (rules, error) {
	r := rules{p.Group, p.OnDemand, p.Hidden, p.Ignored}
	switch r.group {
	case ByStem, ByFile, ByFolder:
	default:
		return r, fmt.Errorf("grouping by %q: %w", p.Group, ErrGroup)
	}
	return r, errors.Join(r.onDemand.check(), r.hidden.check(), r.ignored.check())
}

// patterns match slash-separated paths. A pattern without a slash matches a name at any depth,
// a pattern with a slash the whole path; ** matches any number of folders.
type patterns []string

// PatternError is a pattern that cannot be read.
type PatternError string

func (e PatternError) Error() string {
	return fmt.Sprintf("the pattern %q cannot be read: write *.jpg for names, raw/** for all in a folder", string(e))
}

func (all patterns) check() error {
	for _, p := range all {
		if p == "" || !doublestar.ValidatePattern(p) {
			return PatternError(p)
		}
	}
	return nil
}

// match reports whether a pattern matches a path.
func (all patterns) match(name string) bool {
	name = norm.NFC.String(name) // accents have two encodings that look the same
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

// Count returns the number of files that publishing a folder would make readable.
func Count(ctx context.Context, files transport.Files, o Options) (n int, err error) {
	s := &scanner{files: files, reporter: &reporter{}}
	if s.location, err = locationOf(files, o.Folder, o.Address); err != nil {
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

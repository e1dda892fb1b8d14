package contentsync

import (
	"fmt"
	"slices"

	"crossfeed/engine/store"
)

// few is the number of files below which a removal is never delayed.
const few = 50

// mostGone is the rule of the problem about files that have lost all links but stay for now.
const mostGone = "most-gone"

// leaveLater delays the removal of files until another run comes to the same result, if they
// are more than half of all files here. Losing that many links may be a mistake of the
// publisher, and the specification only says that they "MAY be removed from the cache" ("Item
// deletion and cache clean up").
func (r *run) leaveLater(files []store.ContentFile) (wait bool, err error) {
	leaving := 0
	for _, f := range files {
		if f.State == store.FileHere {
			leaving++
		}
	}
	most, err := r.isMost(leaving)
	if err != nil {
		return false, err
	}
	// Only a run that fetched the root feed can confirm the result.
	wait = most && !(r.library.Leaving && r.Root)
	if !r.Root || wait == r.library.Leaving {
		return wait, nil
	}
	return wait, r.noteRemoval(wait, leaving)
}

// isMost reports whether this number of files is most of those that are here.
func (r *run) isMost(files int) (most bool, err error) {
	if files < few {
		return false, nil
	}
	err = r.Store.View(r.ctx, func(s store.Reader) error {
		use, err := s.ContentUse(r.Library)
		most = 2*files > use.Files
		return err
	})
	return most, err
}

// noteRemoval records whether files wait for their removal, and reports that as a problem of
// the root feed.
func (r *run) noteRemoval(most bool, files int) error {
	return r.update(r.ctx, func(w store.Writer) error {
		l, err := w.Library(r.Library)
		if err != nil {
			return err
		}
		l.Leaving, r.library.Leaving = most, most
		if _, err := w.PutLibrary(l); err != nil {
			return err
		}
		root, there, err := w.ContentFeed(r.Library, l.Address)
		if err != nil || !there {
			return err
		}
		return w.TouchContentFeed(r.Library, r.withRemovalProblem(root, most, files))
	})
}

// withRemovalProblem returns the root feed with or without the problem about files awaiting
// removal.
func (r *run) withRemovalProblem(root store.ContentFeed, most bool, files int) store.ContentFeed {
	n := len(root.Problems)
	root.Problems = slices.DeleteFunc(root.Problems, func(p store.ContentProblem) bool { return p.Rule == mostGone })
	root.Wrong -= n - len(root.Problems)
	if !most {
		return root
	}
	told := store.ContentProblem{Line: 1, Rule: mostGone, Text: fmt.Sprintf(
		"no item links to %d files now, which are most of the files on this computer: they stay until another sync finds the same", files)}
	root.Problems, root.Wrong = append([]store.ContentProblem{told}, root.Problems...), root.Wrong+1
	r.report.Problems[root.Address] = root.Problems
	return root
}

// reach returns the cached feeds that can be reached from a feed over nested links, starting
// with the feed itself. It follows only links for which along returns true.
func reach(s store.Reader, library int64, from string, along func(store.ContentLink) bool) (feeds []store.ContentFeed, err error) {
	found := map[string]bool{from: true}
	for next := []string{from}; len(next) > 0; next = next[1:] {
		feed, there, err := s.ContentFeed(library, next[0])
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		feeds = append(feeds, feed)
		err = eachLink(s, library, feed.Address, func(l store.ContentLink) error {
			if l.Nested && !found[l.Address] && along(l) {
				found[l.Address] = true
				next = append(next, l.Address)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return feeds, nil
}

// eachLink calls each for the links of all items of a cached feed.
func eachLink(s store.Reader, library int64, feed string, each func(store.ContentLink) error) error {
	return s.ContentItems(library, feed, func(i store.ContentItem) error {
		for _, l := range i.Links {
			if err := each(l); err != nil {
				return err
			}
		}
		return nil
	})
}

// mostReferrers is how many of the items that link to an address are fetched at first. Nearly
// always there are fewer.
const mostReferrers = 100

// referrers returns all items that link to an address.
func referrers(s store.Reader, library int64, address string) ([]store.ContentReferrer, error) {
	for most := mostReferrers; ; most *= 10 {
		by, err := s.ContentReferrers(library, address, most)
		if err != nil || len(by) < most {
			return by, err
		}
	}
}

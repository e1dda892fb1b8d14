package publish

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// ErrNotOurs means that something else lies where a set is to be published.
// Nothing was written.
var ErrNotOurs = location.ErrNotOurs

// checkOurs refuses to write over a document that is none of the feeds of those
// identifiers. An empty one is nobody's.
func checkOurs(there io.Reader, address string, ids ...string) error {
	in := bufio.NewReader(there)
	if _, err := in.Peek(1); err == io.EOF {
		return nil
	}
	r := feed.NewReader(in, address)
	if _, err := r.Next(); err != nil && err != io.EOF {
		return fmt.Errorf("%s holds something that is no feed (%w): %w", address, err, ErrNotOurs)
	}
	d := r.Document()
	if slices.Contains(ids, d.ID) {
		return nil
	}
	return fmt.Errorf("%s holds another feed, %q%s: %w", address, d.Title, by(d), ErrNotOurs)
}

// by names the author of a feed, where it has one.
func by(d feed.Document) string {
	if d.Author == "" {
		return ""
	}
	return " by " + d.Author
}

// feedIDs are the identifiers of a set's feed, and of those of deleted sets.
func feedIDs(r store.SetReader, set store.Set) ([]string, error) {
	gone, err := r.DeletedSets()
	ids := []string{set.FeedID}
	for _, s := range gone {
		if s.FeedID != "" {
			ids = append(ids, s.FeedID)
		}
	}
	return ids, err
}

package publish

import (
	"bufio"
	"fmt"
	"io"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
)

// ErrNotOurs means that something else lies where a set is to be published.
// Nothing was written.
var ErrNotOurs = location.ErrNotOurs

// checkOurs refuses to write over a document that is not the feed of that identifier. An
// empty one is nobody's.
func checkOurs(there io.Reader, address, id string) error {
	in := bufio.NewReader(there)
	if _, err := in.Peek(1); err == io.EOF {
		return nil
	}
	r := feed.NewReader(in, address)
	if _, err := r.Next(); err != nil && err != io.EOF {
		return fmt.Errorf("%s holds something that is no feed (%w): %w", address, err, ErrNotOurs)
	}
	d := r.Document()
	if d.ID == id {
		return nil
	}
	return fmt.Errorf("%s holds another feed, %q%s; delete it there first if nobody reads it: %w", address, d.Title, by(d), ErrNotOurs)
}

// by names the author of a feed, where it has one.
func by(d feed.Document) string {
	if d.Author == "" {
		return ""
	}
	return " by " + d.Author
}

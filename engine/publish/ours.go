package publish

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
)

// ErrNotOurs means that something else lies where a set is to be published.
// Nothing was written.
var ErrNotOurs = location.ErrNotOurs

// checkOurs refuses to write over a file that is not the set's own feed. An
// empty file is nobody's.
func checkOurs(files location.Files, t Target) error {
	f, err := files.Open(t.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if _, err := in.Peek(1); err == io.EOF {
		return nil
	}
	r := feed.NewReader(in, t.Path)
	if _, err := r.Next(); err != nil && err != io.EOF {
		return fmt.Errorf("%s holds something that is no feed (%w): %w", t.Path, err, ErrNotOurs)
	}
	d := r.Document()
	if d.ID == t.Set.FeedID {
		return nil
	}
	return fmt.Errorf("%s holds another feed, %q%s: %w", t.Path, d.Title, by(d), ErrNotOurs)
}

// by names the author of a feed, where it has one.
func by(d feed.Document) string {
	if d.Author == "" {
		return ""
	}
	return " by " + d.Author
}

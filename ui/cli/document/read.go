package document

import (
	"errors"
	"fmt"
	"io"

	"crossfeed/engine/feed"
)

// Read calls visit with each entry of a document, and gives what stands at the
// level of the feed. A document that breaks half-way is an error.
func Read(s Source, visit func(*feed.Entry)) (feed.Document, error) {
	f, err := s.Open()
	if err != nil {
		return feed.Document{}, err
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	for {
		e, err := in.Next()
		if errors.Is(err, io.EOF) {
			return in.Document(), nil
		}
		if err != nil {
			return feed.Document{}, fmt.Errorf("reading: %w", err)
		}
		visit(e)
	}
}

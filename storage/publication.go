package storage

import (
	"fmt"
	"time"

	"crossfeed/engine/store"
)

// encodePublication is the JSON of how a set is published, or "" where it says nothing.
func encodePublication(p store.Publication) (string, error) {
	if p == (store.Publication{}) {
		return "", nil
	}
	p.LastTry, p.LastSuccess, p.ErrorSince = writable(p.LastTry), writable(p.LastSuccess), writable(p.ErrorSince)
	p.Begun = writable(p.Begun)
	text, err := marshal(p)
	if err != nil {
		return "", fmt.Errorf("writing how a list is published: %w", err)
	}
	return string(text), nil
}

func decodePublication(text string) (store.Publication, error) {
	if text == "" {
		return store.Publication{}, nil
	}
	var p store.Publication
	if err := unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("reading how a list is published: %w", err)
	}
	return p, nil
}

// Times that JSON can hold.
var (
	earliest = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
)

// writable is a time as JSON can hold it: in UTC, and within the years of four digits.
// A feed can say that it expires later than any of them.
func writable(t time.Time) time.Time {
	switch {
	case t.IsZero():
		return time.Time{}
	case t.Before(earliest):
		return earliest
	case t.After(latest):
		return latest
	}
	return t.UTC()
}

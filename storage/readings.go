package storage

import (
	"fmt"
	"reflect"
	"time"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// readings is the JSON of a subscription: what nothing asks for by itself.
type readings struct {
	Every    time.Duration         `json:"every,omitempty"`
	Access   location.Access       `json:"access,omitzero"`
	Unnamed  bool                  `json:"unnamed,omitempty"`
	List     string                `json:"list,omitempty"`
	Feeds    map[string]store.Feed `json:"feeds,omitempty"`
	Next     time.Time             `json:"next,omitzero"`
	Stopped  bool                  `json:"stopped,omitempty"`
	Failures int                   `json:"failures,omitempty"`
	Trouble  location.Trouble      `json:"trouble,omitempty"`
	Bytes    int64                 `json:"bytes,omitempty"`
	Agreed   time.Time             `json:"agreed,omitzero"`
	Deleted  int                   `json:"deleted,omitempty"`
}

// encodeReadings gives "" where there is nothing to say.
func encodeReadings(s store.Subscription) (string, error) {
	all := readings{s.Every, s.Access, s.Unnamed, s.List, writableFeeds(s.Feeds), writable(s.Next), s.Stopped,
		s.Health.Failures, s.Health.Trouble, s.Health.Bytes, writable(s.Agreed), s.Health.Deleted}
	if reflect.ValueOf(all).IsZero() {
		return "", nil
	}
	text, err := marshal(all)
	if err != nil {
		return "", fmt.Errorf("writing how the feeds were read: %w", err)
	}
	return string(text), nil
}

// writableFeeds is a copy with the times as JSON can hold them, nil where it is empty.
func writableFeeds(feeds map[string]store.Feed) map[string]store.Feed {
	if len(feeds) == 0 {
		return nil
	}
	all := make(map[string]store.Feed, len(feeds))
	for address, f := range feeds {
		f.Known.Whole, f.Expires = writable(f.Known.Whole), writable(f.Expires)
		f.MovedSince, f.Gap = writable(f.MovedSince), writable(f.Gap)
		all[address] = f
	}
	return all
}

func decodeReadings(text string, s *store.Subscription) error {
	if text == "" {
		return nil
	}
	var all readings
	if err := unmarshal(text, &all); err != nil {
		return fmt.Errorf("reading how the feeds were read: %w", err)
	}
	s.Every, s.Access, s.Unnamed, s.List, s.Feeds = all.Every, all.Access, all.Unnamed, all.List, all.Feeds
	s.Next, s.Stopped, s.Agreed = all.Next, all.Stopped, all.Agreed
	s.Health.Failures, s.Health.Trouble, s.Health.Bytes, s.Health.Deleted = all.Failures, all.Trouble, all.Bytes, all.Deleted
	return nil
}

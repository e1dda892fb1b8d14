package publish

import (
	"maps"
	"slices"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// devices are the names that a feed gives to devices: that of this one, where a person
// agreed to that, and those that the publishers of the feeds merged into the set give to
// themselves there. What this device's address book says is nobody else's, and hearsay is
// not passed on: nobody could take it back.
func devices(r store.Reader, set int64, own string) (all []feed.Device, err error) {
	consent, err := r.Consent(own)
	if err != nil {
		return nil, err
	}
	if consent == store.Public {
		given, err := r.Names()
		if err != nil {
			return nil, err
		}
		if name := item.CleanName(given[own]); name != "" {
			all = append(all, feed.Device{ID: own, Name: name})
		}
	}
	subscriptions, err := r.Subscriptions(set)
	heard := map[string]string{}
	for _, s := range subscriptions {
		if s.Mode != store.BothWays || s.Unnamed {
			continue
		}
		for _, address := range slices.Sorted(maps.Keys(s.Feeds)) {
			for _, n := range s.Feeds[address].Names {
				if n.By == s.Feeds[address].Author && n.By != own {
					heard[n.By] = n.Name
				}
			}
		}
	}
	for _, by := range slices.Sorted(maps.Keys(heard)) {
		all = append(all, feed.Device{ID: by, Name: heard[by]})
	}
	return all, err
}

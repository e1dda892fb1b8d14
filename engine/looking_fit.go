package engine

import (
	"cmp"
	"path"
	"strings"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// newList is the list that would be made for what was found.
func (v *visit) newList() NewSet {
	kinds, older, dialects := map[record.Kind]int{}, 0, 0
	for _, f := range v.found.Feeds {
		for k, n := range f.kinds {
			kinds[k] += n
		}
		if f.Dialect != "" {
			dialects++
		}
		if f.Dialect == string(feed.SSE091) {
			older++
		}
	}
	n := NewSet{Name: v.name(), Kind: string(mostly(kinds))}
	if older > 0 && older == dialects {
		n.Dialect = string(feed.SSE091)
	}
	return n
}

// name is what a new list is called: as the person says, as the files in a shared folder
// say, as the feed does, or as the file is called.
func (v *visit) name() string {
	names := []string{v.set}
	for _, f := range v.found.Feeds {
		names = append(names, f.List)
	}
	for _, f := range v.found.Feeds {
		names = append(names, f.Title, fileName(f.Address))
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if checkName(name) == nil {
			return name
		}
	}
	return ""
}

// fileName is the first part of a file's name: the list's where Crossfeed gave it.
func fileName(address string) string {
	name, _, _ := strings.Cut(path.Base(location.Name(address)), ".")
	return name
}

// compare holds what was found against the lists and the subscriptions that there are.
func (v *visit) compare(r store.Reader) error {
	sets, err := r.Sets()
	if err != nil {
		return err
	}
	for _, set := range sets {
		v.found.Lists = append(v.found.Lists, Fit{List: set.Name, Why: v.why(set)})
		v.found.Own = v.found.Own || v.isOwn(set)
		subscriptions, err := r.Subscriptions(set.Key)
		if err != nil {
			return err
		}
		for _, s := range subscriptions {
			v.already(set, s)
		}
	}
	v.found.Lists = append(v.found.Lists, Fit{})
	v.found.Lists[v.best(sets)].Best = true
	return nil
}

// why a list cannot read any of what was found, or would mix kinds.
func (v *visit) why(set store.Set) (refused error) {
	for _, f := range v.found.Feeds {
		if f.Err != nil {
			continue
		}
		d := feed.Document{Format: feed.Format(f.Format), Dialect: feed.Dialect(f.Dialect)}
		err := feed.CheckDialect(f.Address, d, set.Name, feed.Dialect(set.Dialect), feed.Format(set.Format))
		if err == nil && len(f.kinds) > 0 && f.Valid > 0 && f.Kind != set.Kind {
			err = &KindError{Document: f.Address, Kind: record.Kind(f.Kind), Set: set.Name, Into: record.Kind(set.Kind)}
		}
		if err == nil {
			return nil
		}
		refused = cmp.Or(refused, err)
	}
	return refused
}

// isOwn tells whether a set publishes what was found.
func (v *visit) isOwn(set store.Set) bool {
	for _, f := range v.found.Feeds {
		if publishes(set, f.Address) || set.FeedID != "" && f.ID == set.FeedID {
			return true
		}
	}
	return false
}

// publishes tells whether an address is one at which a set is published.
func publishes(set store.Set, address string) bool {
	if set.Location == "" {
		return false
	}
	p := set.Publication
	for _, own := range []string{set.Location, p.Address, p.Complete, p.Public} {
		if own == address && !location.IsFolder(own) {
			return true
		}
	}
	return false
}

// already notes that a list is subscribed to what was found. The same location says more
// than the same feed at another one.
func (v *visit) already(set store.Set, s store.Subscription) {
	if s.Location == v.found.Location {
		v.found.Already, v.found.AlreadyAt = set.Name, s.Location
		return
	}
	if v.found.Already != "" {
		return
	}
	for address, known := range s.Feeds {
		for _, f := range v.found.Feeds {
			if known.ID != "" && known.ID == f.ID || address == f.Address {
				v.found.Already, v.found.AlreadyAt = set.Name, address
			}
		}
	}
}

// best is the list to propose: the one that the person has in mind, the one that is named
// as what was found, and else a new one.
func (v *visit) best(sets []store.Set) int {
	for _, name := range []string{v.set, v.found.New.Name} {
		for i, set := range sets {
			if v.found.Lists[i].Why == nil && set.Name == name {
				return i
			}
		}
	}
	return len(sets)
}

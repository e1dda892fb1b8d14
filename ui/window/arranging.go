package window

import (
	"encoding/json"
	"maps"
	"strings"

	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// arrange shows the place in another order from now on.
func (w *Window) arrange(a snapshot.Arrangement) {
	w.arrangements = with(w.arrangements, w.at, a)
	w.Kept.SetString(arrangedKey, formatArranged(w.arrangements))
	w.Reload()
}

// fold shows the subtasks of a todo, or does not.
func (w *Window) fold(it place.Item, folded bool) {
	w.folded = with(w.folded, it, folded)
	w.readRows()
}

// with is a copy of a map with one more value.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	changed := maps.Clone(m)
	if changed == nil {
		changed = map[K]V{}
	}
	changed[k] = v
	return changed
}

// arrangedKey is where it is kept how places are arranged.
const arrangedKey = "arranged"

// Marks of places in the text that keeps their arrangements.
const (
	listMark  = "list:"
	tagMark   = "tag:"
	smartMark = "smart:"
)

var smartNames = map[place.Kind]string{place.Today: "today", place.Upcoming: "upcoming", place.Overdue: "overdue"}

// placeName names a place that can be arranged, for keeping.
func placeName(at place.Place) string {
	switch at.Kind {
	case place.List:
		return listMark + at.Set
	case place.Tag:
		return tagMark + at.Tag
	}
	return smartMark + smartNames[at.Kind]
}

// placeNamed is the place of a name; Nowhere for one that is not known.
func placeNamed(name string) place.Place {
	if set, is := strings.CutPrefix(name, listMark); is {
		return place.Place{Kind: place.List, Set: set}
	}
	if tag, is := strings.CutPrefix(name, tagMark); is {
		return place.Place{Kind: place.Tag, Tag: tag}
	}
	for kind, smart := range smartNames {
		if name == smartMark+smart {
			return place.Place{Kind: kind}
		}
	}
	return place.Place{}
}

func formatArranged(all map[place.Place]snapshot.Arrangement) string {
	kept := map[string]string{}
	for at, a := range all {
		kept[placeName(at)] = a.String()
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic("arrangements: " + err.Error()) // texts alone
	}
	return string(text)
}

// parseArranged reads what was kept. What cannot be read is forgotten: it is no
// more than an order.
func parseArranged(text string) map[place.Place]snapshot.Arrangement {
	kept, all := map[string]string{}, map[place.Place]snapshot.Arrangement{}
	if json.Unmarshal([]byte(text), &kept) != nil {
		return all
	}
	for name, a := range kept {
		if at := placeNamed(name); at.Kind != place.Nowhere {
			all[at] = snapshot.ParseArrangement(a)
		}
	}
	return all
}

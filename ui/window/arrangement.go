package window

import (
	"encoding/json"
	"maps"
	"strings"

	"crossfeed/ui/window/snapshot"
)

// arrange changes how the current place is sorted, grouped and filtered.
func (w *Window) arrange(a snapshot.Arrangement) {
	w.arrangements = with(w.arrangements, w.at, a)
	w.Settings.SetString(arrangedKey, formatArranged(w.arrangements))
	w.Reload()
}

// fold hides or shows the subtasks of a todo.
func (w *Window) fold(it snapshot.Item, folded bool) {
	w.folded = with(w.folded, it, folded)
	w.readRows()
}

// with returns a copy of a map with one more value.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	changed := maps.Clone(m)
	if changed == nil {
		changed = map[K]V{}
	}
	changed[k] = v
	return changed
}

// arrangedKey is the key under which arrangements are saved.
const arrangedKey = "arranged"

// Prefixes of the names of places in the saved arrangements.
const (
	listMark  = "list:"
	tagMark   = "tag:"
	smartMark = "smart:"
)

var smartNames = map[snapshot.Kind]string{
	snapshot.KindToday: "today", snapshot.KindUpcoming: "upcoming", snapshot.KindOverdue: "overdue",
	snapshot.KindAllTodos: "all", snapshot.KindNoDate: "no-date", snapshot.KindCompleted: "completed",
}

// placeName returns the name under which the arrangement of a place is saved.
func placeName(at snapshot.Place) string {
	switch at.Kind {
	case snapshot.KindList:
		return listMark + at.Set
	case snapshot.KindTag:
		return tagMark + at.Tag
	}
	return smartMark + smartNames[at.Kind]
}

// placeNamed returns the place with a saved name, or the zero Place if the name is unknown.
func placeNamed(name string) snapshot.Place {
	if set, is := strings.CutPrefix(name, listMark); is {
		return snapshot.Place{Kind: snapshot.KindList, Set: set}
	}
	if tag, is := strings.CutPrefix(name, tagMark); is {
		return snapshot.Place{Kind: snapshot.KindTag, Tag: tag}
	}
	for kind, smart := range smartNames {
		if name == smartMark+smart {
			return snapshot.Place{Kind: kind}
		}
	}
	return snapshot.Place{}
}

func formatArranged(all map[snapshot.Place]snapshot.Arrangement) string {
	kept := map[string]string{}
	for at, a := range all {
		kept[placeName(at)] = a.String()
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic("arrangements: " + err.Error()) // strings always marshal
	}
	return string(text)
}

// parseArranged parses saved arrangements. Unreadable ones are dropped: only a sort order is
// lost.
func parseArranged(text string) map[snapshot.Place]snapshot.Arrangement {
	kept, all := map[string]string{}, map[snapshot.Place]snapshot.Arrangement{}
	if json.Unmarshal([]byte(text), &kept) != nil {
		return all
	}
	for name, a := range kept {
		if at := placeNamed(name); at.Kind != snapshot.KindNone {
			all[at] = snapshot.ParseArrangement(a)
		}
	}
	return all
}

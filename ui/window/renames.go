package window

import (
	"encoding/json"
	"maps"
	"slices"

	"crossfeed/ui/window/snapshot"
)

// listsKey is the key under which the names of the lists are saved. Settings are saved by
// these names.
const listsKey = "lists"

// renames maps the old names of renamed lists to the new ones.
type renames map[string]string

// renamesOf compares the names of lists by their keys.
func renamesOf(before, now map[int64]string) renames {
	all := renames{}
	for key, name := range now {
		if was, there := before[key]; there && was != name {
			all[was] = name
		}
	}
	return all
}

// renamed returns a map whose keys refer to lists, with the new names. If a list takes the
// name of one that no longer exists, entries left over from that one are dropped.
func renamed[K comparable, V any](all map[K]V, r renames, list func(*K) *string) map[K]V {
	taken := slices.Collect(maps.Values(r))
	now := make(map[K]V, len(all))
	for k, v := range all {
		name := list(&k)
		if to, is := r[*name]; is {
			*name = to
		} else if slices.Contains(taken, *name) {
			continue
		}
		now[k] = v
	}
	return now
}

func itself(name *string) *string            { return name }
func listOfItem(it *snapshot.Item) *string   { return &it.Set }
func listOfPlace(at *snapshot.Place) *string { return &at.Set }

// followLists applies the new names of lists to the state of the window.
func (w *Window) followLists(r renames) {
	w.folded = renamed(w.folded, r, listOfItem)
	w.duplicates.lists = renamed(w.duplicates.lists, r, itself)
	w.publishing = renamed(w.publishing, r, itself)
	for list, p := range w.publishing {
		p.list = list
	}
	if w.waiting.lists != nil {
		w.waiting.lists = renamed(w.waiting.lists, r, itself)
		w.held.Set(slices.Collect(maps.Keys(w.waiting.lists)))
	}
}

// followSettings applies the new names of lists to their settings, also if they were renamed
// while the window was closed. It reports whether that changes how the place is shown.
func (w *Window) followSettings(now map[int64]string) (shown bool) {
	r := renamesOf(w.named, now)
	if len(r) > 0 {
		w.arrangements = renamed(w.arrangements, r, listOfPlace)
		w.branches = renamed(w.branches, r, itself)
		w.Settings.SetString(arrangedKey, formatArranged(w.arrangements))
		w.Settings.SetString(branchesKey, snapshot.FormatBranches(w.branches))
	}
	if !maps.Equal(w.named, now) {
		text, err := json.Marshal(now)
		if err != nil {
			panic("names of lists: " + err.Error()) // strings always marshal
		}
		w.Settings.SetString(listsKey, string(text))
	}
	w.named, w.follows = now, true
	return slices.Contains(slices.Collect(maps.Values(r)), w.at.Set)
}

// parseNames parses the saved names of the lists. Without them, settings cannot follow a
// renamed list.
func parseNames(text string) map[int64]string {
	names := map[int64]string{}
	if json.Unmarshal([]byte(text), &names) != nil {
		return map[int64]string{}
	}
	return names
}

package window

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// arrange changes how the current place is sorted, grouped and filtered.
func (w *Window) arrange(a snapshot.Arrangement) {
	w.arrangements = with(w.arrangements, w.at, a)
	w.Settings.SetString(arrangedKey, formatArranged(w.arrangements))
	w.Reload()
}

// foldedKey is the key under which the todos are saved whose subtasks are hidden.
const foldedKey = "folded"

// fold hides or shows the subtasks of a todo, and saves which are hidden, for todos that still
// exist.
func (w *Window) fold(it snapshot.Item, folded bool) {
	w.folded = with(w.folded, it, folded)
	w.readRows()
	hidden := w.folded
	ask(w.shell, func(ctx context.Context) (gone []snapshot.Item, err error) {
		err = w.Engine.View(ctx, func(v engine.View) error {
			for it := range hidden {
				row, err := v.Row(ctx, it.Set, it.ID)
				switch {
				case row.Deleted, errors.Is(err, store.ErrNoItem), errors.Is(err, store.ErrNoSet):
					gone = append(gone, it)
				case err != nil:
					return err
				}
			}
			return nil
		})
		return gone, err
	}, func(gone []snapshot.Item) {
		w.folded = maps.Clone(w.folded)
		maps.DeleteFunc(w.folded, func(it snapshot.Item, folded bool) bool { return !folded || slices.Contains(gone, it) })
		w.saveFolded()
	})
}

func (w *Window) saveFolded() {
	text, err := json.Marshal(slices.SortedFunc(maps.Keys(w.folded), func(a, b snapshot.Item) int {
		return cmp.Or(strings.Compare(a.Set, b.Set), strings.Compare(a.ID, b.ID))
	}))
	if err != nil {
		panic("folded todos: " + err.Error()) // strings always marshal
	}
	w.Settings.SetString(foldedKey, string(text))
}

// parseFoldedTodos parses the saved todos. Unreadable ones show their subtasks again.
func parseFoldedTodos(text string) map[snapshot.Item]bool {
	var all []snapshot.Item
	if json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	folded := map[snapshot.Item]bool{}
	for _, it := range all {
		folded[it] = true
	}
	return folded
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

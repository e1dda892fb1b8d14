package store

import "slices"

// Display is how this device shows a list. It is not shared.
type Display struct {
	// Position is the position in the manual order, counted from 1, or 0 if the list was created
	// after lists were last moved.
	Position int `json:"position,omitempty"`
	// Color and Icon are names of a color and an icon, or "" for those of the list's kind.
	Color string `json:"color,omitempty"`
	Icon  string `json:"icon,omitempty"`
}

// SortSets sorts lists as they are shown: in the manual order, and then those without a
// position by name.
func SortSets[T any](all []T, set func(*T) *Set) {
	SortByName(all, func(one T) string { return set(&one).Name })
	placed := func(one T) int {
		if p := set(&one).Display.Position; p > 0 {
			return p - len(all) - 1
		}
		return 0
	}
	byPosition := func(a, b T) int { return placed(a) - placed(b) }
	if !slices.IsSortedFunc(all, byPosition) {
		slices.SortStableFunc(all, byPosition)
	}
}

// Moved returns lists in another order: a list moved before another one, or to the end if before
// is "". Names that do not exist change nothing.
func Moved(all []Set, list, before string) []Set {
	from := slices.IndexFunc(all, func(s Set) bool { return s.Name == list })
	if from < 0 || list == before {
		return all
	}
	rest := slices.Delete(slices.Clone(all), from, from+1)
	to := slices.IndexFunc(rest, func(s Set) bool { return s.Name == before })
	if before == "" {
		to = len(rest)
	}
	if to < 0 {
		return all
	}
	return slices.Insert(rest, to, all[from])
}

// Shifted returns lists in another order: a list moved down by a number of rows, or up if it is
// negative.
func Shifted(all []Set, list string, rows int) []Set {
	from := slices.IndexFunc(all, func(s Set) bool { return s.Name == list })
	if from < 0 {
		return all
	}
	to := min(max(from+rows, 0), len(all)-1)
	return slices.Insert(slices.Delete(slices.Clone(all), from, from+1), to, all[from])
}

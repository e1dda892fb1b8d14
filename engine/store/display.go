package store

import (
	"cmp"
	"math"
	"slices"
)

// Display is how this device shows a list. It is not shared.
type Display struct {
	// Position is the position in the manual order, counted from 1, or 0 if the list was created
	// after lists were last moved.
	Position int `json:"position,omitempty"`
	// Folder is the name of the folder that the list is in, or "". The lists of a folder are
	// together, at the position of the first.
	Folder string `json:"folder,omitempty"`
	// Color and Icon are names of a color and an icon, or "" for those of the list's kind.
	Color string `json:"color,omitempty"`
	Icon  string `json:"icon,omitempty"`
}

// SortSets sorts lists as they are shown: in the manual order, and then those without a
// position by name, with the lists of each folder together.
func SortSets[T any](all []T, set func(*T) *Set) {
	order := indices(len(all)) // lists are large
	SortByName(order, func(i int) string { return set(&all[i]).Name })
	placed := func(i int) int {
		if p := set(&all[i]).Display.Position; p > 0 {
			return p - math.MaxInt
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(placed(a), placed(b)) })
	reorder(all, gathered(order, func(i int) string { return set(&all[i]).Display.Folder }))
}

// indices returns the numbers from 0 to n-1.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// gathered puts the lists of each folder together, at the position of the first.
func gathered(order []int, folder func(int) string) []int {
	folders := map[string][]int{}
	for _, i := range order {
		if f := folder(i); f != "" {
			folders[f] = append(folders[f], i)
		}
	}
	if len(folders) == 0 {
		return order
	}
	out := make([]int, 0, len(order))
	for _, i := range order {
		f := folder(i)
		if f == "" {
			out = append(out, i)
			continue
		}
		out = append(out, folders[f]...)
		delete(folders, f)
	}
	return out
}

// Spot is where a list is moved: into a folder, or "" for none, and before another list, or
// after all others there if Before is "".
type Spot struct{ Folder, Before string }

// Arrangement returns lists in another order, or in other folders.
type Arrangement func([]Set) []Set

// Move moves a list to a spot. In a new folder it stays where it is. Names that do not exist
// change nothing.
func Move(list string, to Spot) Arrangement {
	return moved(func(s Set) bool { return s.Name == list }, to.Before, func(s *Set) { s.Display.Folder = to.Folder }, to.Folder)
}

// LeaveFolder moves a list out of its folder, below it.
func LeaveFolder(list string) Arrangement {
	return func(all []Set) []Set {
		at := slices.IndexFunc(all, func(s Set) bool { return s.Name == list })
		if at < 0 {
			return all
		}
		folder, before := all[at].Display.Folder, ""
		for _, s := range all[at:] {
			if s.Display.Folder != folder {
				before = s.Name
				break
			}
		}
		return Move(list, Spot{Before: before})(all)
	}
}

// MoveFolder moves a folder before a list, or to the end if before is "".
func MoveFolder(folder, before string) Arrangement {
	return moved(func(s Set) bool { return s.Display.Folder == folder }, before, func(*Set) {}, "")
}

// moved moves lists before another one, or behind all others of a folder.
func moved(is func(Set) bool, before string, change func(*Set), folder string) Arrangement {
	return func(all []Set) []Set {
		var out, rest []Set
		for _, s := range all {
			if is(s) {
				change(&s)
				out = append(out, s)
			} else {
				rest = append(rest, s)
			}
		}
		to := len(rest)
		if before != "" {
			to = slices.IndexFunc(rest, func(s Set) bool { return s.Name == before })
		} else if folder != "" {
			to = max(slices.IndexFunc(all, is), 0) // for a new folder
			for i, s := range rest {
				if s.Display.Folder == folder {
					to = i + 1
				}
			}
		}
		if to < 0 {
			return all
		}
		return slices.Insert(rest, to, out...)
	}
}

// Shift moves a list up or down by a row: past its neighbor, into or out of a folder, or past a
// folded one.
func Shift(list string, down bool, folded func(folder string) bool) Arrangement {
	return func(all []Set) []Set {
		step := -1
		if down {
			step = 1
		}
		at := slices.IndexFunc(all, func(s Set) bool { return s.Name == list })
		if at < 0 {
			return all
		}
		own, next, neighbor := all[at].Display.Folder, at+step, ""
		if next >= 0 && next < len(all) {
			neighbor = all[next].Display.Folder
		}
		out := slices.Clone(all)
		switch {
		case own != "" && (own != neighbor):
			out[at].Display.Folder = ""
		case next < 0 || next == len(all):
		case own == "" && neighbor != "" && !folded(neighbor):
			out[at].Display.Folder = neighbor
		default:
			for ; next >= 0 && next < len(all) && own != neighbor && all[next].Display.Folder == neighbor; next += step {
				out[next-step], out[next] = out[next], out[next-step]
			}
			if own == neighbor {
				out[at], out[next] = out[next], out[at]
			}
		}
		return out
	}
}

// RenameFolder gives a folder another name, or removes it if that is "": its lists stay where
// they are. Folders with the same name become one.
func RenameFolder(folder, name string) Arrangement {
	return func(all []Set) []Set {
		out := slices.Clone(all)
		for i := range out {
			if out[i].Display.Folder == folder {
				out[i].Display.Folder = name
			}
		}
		reorder(out, gathered(indices(len(out)), func(i int) string { return out[i].Display.Folder }))
		return out
	}
}

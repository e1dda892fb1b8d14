package ancestry

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Sorted are the versions of an item, as indexes into its versions (item.Item.Versions)
// followed by those that are reopened. Each version is in one of the three.
type Sorted struct {
	// Winner are the winner, which is the first, and the versions that equal it.
	Winner []int
	// Open are the versions that a person is asked about: each group has equal
	// content, and a version in sx:conflicts comes before one that is reopened.
	Open [][]int
	// Unchanged are losing versions that change nothing compared with the original.
	Unchanged []int
}

// SortVersions decides which versions of an item are a conflict for a person. A version is
// not where another one has the same content, or where it changes nothing compared with the
// original: whoever is asked about it has nothing to choose, and each answer would be a new
// update that conflicts with the answers of others. Nothing is written because of it. Such a
// version stays in sx:conflicts until the next update of the item includes it.
//
// original finds what the versions were made from; it is asked only where one in
// sx:conflicts differs from the winner.
func SortVersions(it *item.Item, reopened []*item.Version, original func() (Base, error)) (Sorted, error) {
	all := append(it.Versions(), reopened...)
	s := Sorted{Winner: []int{0}}
	for n := 1; n < len(all); n++ {
		s.add(all, n)
	}
	if !slices.ContainsFunc(s.Open, func(group []int) bool { return group[0] <= len(it.Conflicts) }) {
		return s, nil
	}
	base, err := original()
	if err == nil && base.Found() {
		s.dropUnchanged(all, len(it.Conflicts), base)
	}
	return s, err
}

// SortApart sorts the versions of an item so that each that it lists is open.
func SortApart(it *item.Item) Sorted {
	s := Sorted{Winner: []int{0}}
	for n := range it.Conflicts {
		s.Open = append(s.Open, []int{n + 1})
	}
	return s
}

// Reopened are those of the reopened versions that the item does not hold: one that
// came back by itself is an open conflict.
func Reopened(it *item.Item, versions []*item.Version) (all []*item.Version) {
	held := it.Versions()
	for _, v := range versions {
		if !slices.ContainsFunc(held, v.Same) {
			all = append(all, v)
		}
	}
	return all
}

// add puts a version into the group that it belongs to.
func (s *Sorted) add(all []*item.Version, n int) {
	// A version without a position equals two that have different ones.
	equals := func(group []int) bool {
		return !slices.ContainsFunc(group, func(m int) bool { return !Equal(all[m], all[n]) })
	}
	if equals(s.Winner) {
		s.Winner = append(s.Winner, n)
		return
	}
	for i, group := range s.Open {
		if equals(group) {
			s.Open[i] = append(group, n)
			return
		}
	}
	s.Open = append(s.Open, []int{n})
}

// dropUnchanged takes groups out of Open that say what the original says. A version
// that is reopened is what somebody decided about once, so that its group stays. Whoever
// resolved a conflict by the original decided against other versions.
func (s *Sorted) dropUnchanged(all []*item.Version, conflicts int, base Base) {
	s.Open = slices.DeleteFunc(s.Open, func(group []int) bool {
		decided := func(n int) bool { return n > conflicts || base.decidedBy(all[n]) }
		if !base.unchanged(all[group[0]]) || slices.ContainsFunc(group, decided) {
			return false
		}
		s.Unchanged = append(s.Unchanged, group...)
		return true
	})
}

// decidedBy reports whether a version names conflicts as resolved (SSE 0.91 §4.2 step 4)
// of which its original says nothing. An original that is merged is what resolving the
// versions that it is merged from comes to: a version decided nothing else where it was
// made from these alone.
func (b Base) decidedBy(v *item.Version) bool {
	of := b.written()
	names := func(h item.History) bool {
		return slices.ContainsFunc(of, func(o *item.Version) bool {
			return slices.ContainsFunc(o.Resolved, h.Same) || b.Merged() && slices.ContainsFunc(o.History, h.Same)
		})
	}
	decided := slices.ContainsFunc(v.Resolved, func(h item.History) bool { return !names(h) })
	if !b.Merged() || len(v.Resolved) == 0 {
		return decided
	}
	return decided || slices.ContainsFunc(v.History[1:], func(h item.History) bool { return !names(h) })
}

// Marked reports whether an item is marked as one to look at for another reason than
// the conflicts that it lists (SSE 0.91 §2.3): its publisher kept no other version, or
// it was taken out of a cycle (§4.4.2).
func Marked(it *item.Item) bool {
	return it.Flagged && (len(it.Conflicts) == 0 || it.Winner.Place.Cycle != "")
}

// CountOpen is how many versions of an item a person is asked about, as far as can be
// told without the original.
func CountOpen(it *item.Item) int {
	s, _ := SortVersions(it, nil, func() (Base, error) { return Base{}, nil })
	return len(s.Open)
}

// Included are the conflicts that an update includes though nobody was asked about
// them, as ascending indexes into the item's conflicts: those that equal the winner,
// those that change nothing, and of the bound ones, which the update has to include,
// those whose content another version keeps open.
func (s Sorted) Included(it *item.Item, bound []int) []int {
	var all []int
	add := func(n int) {
		if n > 0 && n <= len(it.Conflicts) {
			all = append(all, n-1)
		}
	}
	for _, n := range slices.Concat(s.Winner, s.Unchanged) {
		add(n)
	}
	for _, group := range s.Open {
		free := func(n int) bool { return n <= len(it.Conflicts) && !slices.Contains(bound, n-1) }
		if !slices.ContainsFunc(group, free) {
			continue
		}
		for _, n := range group {
			if slices.Contains(bound, n-1) {
				add(n)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Equal reports whether two versions of an item have equal content, whatever
// their histories say. Two deletions have, whatever data they carry. A version whose
// publisher kept no data (SSE 0.91 §5) equals none that is not deleted, and a version
// without a position differs from none in it.
func Equal(a, b *item.Version) bool {
	switch {
	case a.Deleted || b.Deleted:
		return a.Deleted == b.Deleted
	case a.Missing || b.Missing:
		return false
	}
	return samePlace(a.Place, b.Place) && a.Extra == b.Extra && record.Equal(a.Content, b.Content)
}

func samePlace(a, b item.Place) bool {
	return unplaced(a) || unplaced(b) || a.Parent == b.Parent && a.Key == b.Key
}

func unplaced(p item.Place) bool { return p.Parent == "" && p.Key == "" }

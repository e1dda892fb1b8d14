package ancestry

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Sorted classifies the versions of an item by their indices in its versions
// (item.Item.Versions) followed by the reopened ones. Each version is in one of the three
// lists.
type Sorted struct {
	// Winner lists the winner, which comes first, and the versions that equal it.
	Winner []int
	// Open lists the versions that a person has to resolve: each group has equal content, and
	// versions in sx:conflicts come before reopened ones.
	Open [][]int
	// Unchanged lists losing versions that do not differ from the original.
	Unchanged []int
}

// SortVersions decides which versions of an item are a conflict for a person. A version is not
// a conflict if another one has the same content, or if it does not differ from the original:
// there would be nothing to choose, and each answer would be a new update that conflicts with
// the answers of others. This decision is not written anywhere. Such a version remains in
// sx:conflicts until the next update of the item includes it.
//
// original finds the common ancestor of the versions; it is only called if a version in
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

// SortApart sorts the versions of an item so that each of its conflicts is open.
func SortApart(it *item.Item) Sorted {
	s := Sorted{Winner: []int{0}}
	for n := range it.Conflicts {
		s.Open = append(s.Open, []int{n + 1})
	}
	return s
}

// Reopened returns those of the reopened versions that the item does not contain: a version
// that was received again is an ordinary open conflict.
func Reopened(it *item.Item, versions []*item.Version) (all []*item.Version) {
	held := it.Versions()
	for _, v := range versions {
		if !slices.ContainsFunc(held, v.Same) {
			all = append(all, v)
		}
	}
	return all
}

// add adds a version to its group.
func (s *Sorted) add(all []*item.Version, n int) {
	// A version without a position equals two with different positions.
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

// dropUnchanged removes groups from Open that do not differ from the original. Groups with a
// reopened version stay, because somebody resolved it before. So do versions whose author
// resolved a conflict in favour of the original, and thus against other versions.
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

// decidedBy reports whether a version names conflicts as resolved (SSE 0.91 §4.2 step 4) that
// its original does not name. A merged original is the result of resolving the versions that
// it is merged from: a version that was made from these alone decided nothing else.
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

// Marked reports whether an item is marked for attention for reasons other than its conflicts
// (SSE 0.91 §2.3): its publisher stored no other version, or it was removed from a cycle
// (§4.4.2).
func Marked(it *item.Item) bool {
	return it.Flagged && (len(it.Conflicts) == 0 || it.Winner.Place.Cycle != "")
}

// CountOpen returns the number of conflicts that a person has to resolve, as far as known
// without the original.
func CountOpen(it *item.Item) int {
	s, _ := SortVersions(it, nil, func() (Base, error) { return Base{}, nil })
	return len(s.Open)
}

// Included returns the conflicts that an update includes without asking anybody, as ascending
// indices into the item's conflicts: those that equal the winner, those that change nothing,
// and those of the bound ones, which the update has to include, whose content remains open in
// another version.
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

// Equal reports whether two versions of an item have equal content, regardless of their
// histories. Two deletions are equal, whatever data they have. A version without data from its
// publisher (SSE 0.91 §5) equals no version that is not deleted. A version without a position
// is compatible with any position.
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

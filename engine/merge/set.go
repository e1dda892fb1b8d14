package merge

import (
	"context"
	"slices"
	"strings"
)

// Set compares two sets and ignores their order. It returns the common elements in the order
// of the left set, and then the elements that only one side has, next to the elements that
// they correspond to.
func Set(left, right []string) []Row {
	there := numbered(right)
	free := places(there)
	var rows []Row
	var alone []element
	for _, e := range numbered(left) {
		same := free[e.text]
		if len(same) == 0 {
			alone = append(alone, e)
			continue
		}
		rows = append(rows, Row{Equal, whole(e.line, e.at), whole(there[same[0]].line, same[0])})
		there[same[0]].at, free[e.text] = taken, same[1:]
	}
	there = slices.DeleteFunc(there, func(e element) bool { return e.at == taken })
	if rows == nil {
		return apart(alone, there)
	}
	return append(rows, apart(alone, there)...)
}

// Differences returns the rows of Set that are not equal, for sets that are too large to list:
// up to most elements that only the left set has, and as many that only the right set has. It
// also returns the numbers of all such elements.
func Differences(left, right []string, most int) (rows []Row, removed, added int) {
	var there map[string]int // how often the right set has each element
	if len(left) > 0 && len(right) > 0 {
		there = make(map[string]int, len(right))
		for _, text := range right {
			there[text]++
		}
	}
	both := make(map[string]int)
	alone, removed := only(left, most, func(text string) bool {
		if there[text] == both[text] {
			return true
		}
		both[text]++
		return false
	})
	others, added := only(right, most, func(text string) bool {
		if both[text] == 0 {
			return true
		}
		both[text]--
		return false
	})
	return apart(alone, others), removed, added
}

// only returns the first most elements that only one set has, and the number of all of them.
func only(set []string, most int, alone func(text string) bool) (first []element, n int) {
	for i, text := range set {
		if !alone(text) {
			continue
		}
		if n++; n <= most {
			first = append(first, element{line{text: text}, i})
		}
	}
	return first, n
}

// taken replaces the index of an element that is already paired with another one.
const taken = -1

// places maps each text to its indices in ascending order.
func places(set []element) map[string][]int {
	places := make(map[string][]int, len(set))
	for _, e := range set {
		places[e.text] = append(places[e.text], e.at)
	}
	return places
}

// element is an element of a set with its index.
type element struct {
	line
	at int
}

func numbered(set []string) []element {
	all := make([]element, len(set))
	for i, text := range set {
		all[i] = element{line{text: text}, i}
	}
	return all
}

// apart arranges elements that only one side has.
func apart(left, right []element) []Row {
	t := table{left: linesOf(left), right: linesOf(right), rows: make([]Row, 0, max(len(left), len(right)))}
	t.block(context.Background(), len(left), len(right))
	for i := range t.rows {
		number(&t.rows[i].Left, left)
		number(&t.rows[i].Right, right)
	}
	return t.rows
}

func linesOf(elements []element) []line {
	all := make([]line, len(elements))
	for i, e := range elements {
		all[i] = e.line
	}
	return all
}

// number sets the number of a side's element to that in the whole set.
func number(s *Side, elements []element) {
	if s.Number > 0 {
		s.Number = elements[s.Number-1].at + 1
	}
}

// unite merges sets that several versions changed: first the elements of the base that nobody
// removed, in their order, and then the added elements in the order of the versions, without
// duplicates.
//
// A changed element cannot be distinguished from a removed and an added one. If one version
// removed an element and another changed it, the old element is removed, but the changed one
// stays, because nobody removed that. If several versions changed the same element
// differently, merging would preserve all of their results; the proposal remains open instead
// (see replaced).
func (f Field) unite(p Proposal) Proposal {
	base := elements(*f.Base)
	var all []sideOfSet
	for _, n := range p.Changed {
		all = append(all, compareSets(base, elements(f.Values[n])))
	}
	if replaced(all) {
		return p
	}
	p.Value = strings.Join(united(base, all), "\n")
	p.Open, p.From, p.Reason = false, f.from(p.Value), United
	return p
}

// sideOfSet holds the changes of a version to a set.
type sideOfSet struct {
	removed, added []string
}

func compareSets(base, version []string) sideOfSet {
	return sideOfSet{removed: without(base, version), added: without(version, base)}
}

// replaced reports whether two versions removed the same element, and each added elements that
// the other did not: then both may have changed that element in different ways. Additions of
// only one version, apart from common ones, do not suggest that.
func replaced(all []sideOfSet) bool {
	for i, a := range all {
		for _, b := range all[:i] {
			both := len(without(a.removed, b.removed)) < len(a.removed)
			if both && len(without(a.added, b.added)) > 0 && len(without(b.added, a.added)) > 0 {
				return true
			}
		}
	}
	return false
}

func united(base []string, all []sideOfSet) []string {
	var removed, added []string
	for _, s := range all {
		removed = append(removed, s.removed...)
		added = append(added, s.added...)
	}
	return once(append(without(base, removed), added...))
}

// elements returns the lines of a set without duplicates and empty lines.
func elements(set string) []string {
	all := strings.Split(set, "\n")
	return once(slices.DeleteFunc(all, func(e string) bool { return e == "" }))
}

// sameSet compares sets without duplicates.
func sameSet(a, b []string) bool {
	return len(a) == len(b) && len(without(a, b)) == 0
}

// without returns the elements of a that are not in b.
func without(a, b []string) []string {
	there := make(map[string]bool, len(b))
	for _, e := range b {
		there[e] = true
	}
	var all []string
	for _, e := range a {
		if !there[e] {
			all = append(all, e)
		}
	}
	return all
}

// once removes duplicates.
func once(all []string) []string {
	seen := make(map[string]bool, len(all))
	var kept []string
	for _, e := range all {
		if !seen[e] {
			seen[e] = true
			kept = append(kept, e)
		}
	}
	return kept
}

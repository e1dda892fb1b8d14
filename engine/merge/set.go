package merge

import (
	"context"
	"slices"
)

// Set compares two sets, of which each element stands on a line of its own. The
// order means nothing: elements of both stand side by side, in the order of the
// left ones, and then what each has for itself, beside what it corresponds to.
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
	return append(rows, apart(alone, there)...)
}

// taken is the place of an element that stands beside another one already.
const taken = -1

// places are where each text stands, the first place first.
func places(set []element) map[string][]int {
	places := make(map[string][]int, len(set))
	for _, e := range set {
		places[e.text] = append(places[e.text], e.at)
	}
	return places
}

// element is an element of a set and its place in it.
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

// apart lays out elements that stand on one side only.
func apart(left, right []element) []Row {
	t := table{left: linesOf(left), right: linesOf(right)}
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

// number gives a side the number of its element in the whole set.
func number(s *Side, elements []element) {
	if s.Number > 0 {
		s.Number = elements[s.Number-1].at + 1
	}
}

package reconcile

import (
	"context"
	"slices"
)

// Set compares two sets, of which each element stands on a line of its own. The
// order means nothing: elements of both stand side by side, in the order of the
// left ones, and then what each has for itself, beside what it corresponds to.
func Set(left, right []string) []Row {
	var rows []Row
	l, r := numbered(left), numbered(right)
	for i := 0; i < len(l); {
		j := slices.IndexFunc(r, func(e element) bool { return e.text == l[i].text })
		if j < 0 {
			i++
			continue
		}
		rows = append(rows, Row{Equal, whole(l[i].line, l[i].at), whole(r[j].line, r[j].at)})
		l, r = slices.Delete(l, i, i+1), slices.Delete(r, j, j+1)
	}
	return append(rows, apart(l, r)...)
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

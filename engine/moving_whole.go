package engine

import (
	"cmp"

	"crossfeed/engine/edit"
)

// leaving is what is to leave its list.
type leaving struct {
	doing string
	// branches are the items that were asked for, each with all that is in it.
	branches map[Ref][]Ref
	// inside is what is in one of those, and why that cannot leave, or nil.
	inside map[Ref]error
}

// whole lists items with all that is in them, each once and before what is in it.
// Done are those that can leave their list, Refused those that were asked for and
// cannot: what is in an item that has to stay stays with it.
func (t *transaction) whole(doing string, items []Ref) (Outcome, error) {
	l := leaving{doing, map[Ref][]Ref{}, map[Ref]error{}}
	asked, err := t.each(items, l.look)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Refused: asked.Refused}
	for _, head := range asked.Done {
		switch stays, inside := l.inside[head]; {
		case !inside:
			o.Done = append(o.Done, l.branches[head]...)
			delete(l.branches, head) // it may be asked for twice
		case stays != nil:
			o.Refused = append(o.Refused, Refused{head, stays})
		}
	}
	return o, nil
}

// look reads what is in an item, unless it was found in another one.
func (l leaving) look(w edit.Work, head Ref) error {
	if _, found := l.inside[head]; found {
		return nil
	}
	all, err := w.Whole(l.doing, head.ID)
	for _, id := range all {
		ref := Ref{head.Set, id}
		l.branches[head] = append(l.branches[head], ref)
		if id != head.ID {
			l.inside[ref] = cmp.Or(l.inside[ref], err)
		}
	}
	return err
}

package duplicates

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

// joining is what becomes of two contacts: which of them says what.
type joining struct {
	twin lists.Twin
	a, b record.Record
	// joined is what both together say.
	joined record.Values
	taken  map[string]sides
}

// sides tells whose value is taken of a field. With neither the field is empty.
type sides struct{ a, b bool }

// newJoining proposes what record.Join makes of the two.
func newJoining(t lists.Twin) *joining {
	j := &joining{twin: t, a: record.Read(t.A.Winner.Content), b: record.Read(t.B.Winner.Content), taken: map[string]sides{}}
	j.joined = record.Join(j.a, j.b)
	for _, f := range record.Fields(record.Contact) {
		j.taken[f.Name] = j.proposal(f)
	}
	return j
}

// proposal is whose value record.Join took.
func (j *joining) proposal(f record.Field) sides {
	a, b := j.a.Get(f.Name), j.b.Get(f.Name)
	switch {
	case both(f):
		return sides{a != "", b != ""}
	case j.joined[f.Name] == a:
		return sides{a: a != ""}
	}
	return sides{b: true}
}

// both tells whether a field can say what two contacts say.
func both(f record.Field) bool {
	return f.Merge == record.MergeSet || f.Merge == record.MergeText
}

// differing are the fields that the two say differently, in the order in which
// they are shown, and same those of one value.
func (j *joining) differing() (differing, same []record.Field) {
	for _, f := range record.Fields(record.Contact) {
		switch a, b := j.a.Get(f.Name), j.b.Get(f.Name); {
		case !f.Equal(a, b):
			differing = append(differing, f)
		case a != "":
			same = append(same, f)
		}
	}
	return differing, same
}

// take takes a side's value, or does not. Of what can only be said once, it
// takes the place of the other's.
func (j *joining) take(f record.Field, side sides, taken bool) {
	now := j.taken[f.Name]
	if side.a {
		now.a = taken
	}
	if side.b {
		now.b = taken
	}
	if taken && !both(f) {
		now = side
	}
	j.taken[f.Name] = now
}

// value is what the joined contact will say.
func (j *joining) value(name string) string {
	switch s := j.taken[name]; {
	case s.a && s.b:
		return j.joined[name]
	case s.a:
		return j.a.Get(name)
	case s.b:
		return j.b.Get(name)
	}
	return ""
}

func (j *joining) values() record.Values {
	v := record.Values{}
	for _, f := range record.Fields(record.Contact) {
		v[f.Name] = j.value(f.Name)
	}
	return v
}

// keeps is the contact that stays, and the one that goes: A stays, unless B
// alone has data that no field shows.
func (j *joining) keeps() (stays, goes *item.Item) {
	a, b := j.twin.A, j.twin.B
	if record.Rest(a.Winner.Content) == "" && record.Rest(b.Winner.Content) != "" {
		return b, a
	}
	return a, b
}

// loses tells whether the contact that goes has data that no field shows and
// the other one does not have.
func (j *joining) loses() bool {
	stays, goes := j.keeps()
	rest := record.Rest(goes.Winner.Content)
	return rest != "" && rest != record.Rest(stays.Winner.Content)
}

// isOf tells whether it is about the same versions of the same two.
func (j *joining) isOf(t lists.Twin) bool {
	return j.twin.A.ID() == t.A.ID() && j.twin.B.ID() == t.B.ID() &&
		j.twin.A.Winner.Same(t.A.Winner) && j.twin.B.Winner.Same(t.B.Winner)
}

// at is the place of the pair among others, or -1.
func (j *joining) at(all []lists.Twin) int {
	return slices.IndexFunc(all, func(t lists.Twin) bool {
		return j.twin.A.ID() == t.A.ID() && j.twin.B.ID() == t.B.ID()
	})
}

package duplicates

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

// contactMerge is the merge of two contacts: whose values are taken.
type contactMerge struct {
	pair lists.Duplicate
	a, b record.Record
	// merged holds the values of both together.
	merged record.Values
	taken  map[string]sides
}

// sides says whose value of a field is taken. If neither is, the field is empty.
type sides struct{ a, b bool }

// newContactMerge returns the merge that record.Join suggests.
func newContactMerge(t lists.Duplicate) *contactMerge {
	j := &contactMerge{pair: t, a: record.Read(t.A.Winner.Content), b: record.Read(t.B.Winner.Content), taken: map[string]sides{}}
	j.merged = record.Join(j.a, j.b)
	for _, f := range record.Fields(record.Contact) {
		j.taken[f.Name] = j.proposal(f)
	}
	return j
}

// proposal returns whose value record.Join took.
func (j *contactMerge) proposal(f record.Field) sides {
	a, b := j.a.Get(f.Name), j.b.Get(f.Name)
	switch {
	case both(f):
		return sides{a != "", b != ""}
	case j.merged[f.Name] == a:
		return sides{a: a != ""}
	}
	return sides{b: true}
}

// both reports whether a field can hold the values of both contacts.
func both(f record.Field) bool {
	return f.Merge == record.MergeSet || f.Merge == record.MergeText
}

// differing returns the fields that differ, in the order in which they are shown, and those
// that are equal and not empty.
func (j *contactMerge) differing() (differing, same []record.Field) {
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

// take takes the value of one side, or no longer takes it. If a field can hold only one value,
// it replaces that of the other side.
func (j *contactMerge) take(f record.Field, side sides, taken bool) {
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

// value returns the value of the merged contact.
func (j *contactMerge) value(name string) string {
	switch s := j.taken[name]; {
	case s.a && s.b:
		return j.merged[name]
	case s.a:
		return j.a.Get(name)
	case s.b:
		return j.b.Get(name)
	}
	return ""
}

func (j *contactMerge) values() record.Values {
	v := record.Values{}
	for _, f := range record.Fields(record.Contact) {
		v[f.Name] = j.value(f.Name)
	}
	return v
}

// mergeOrder returns the contact that stays and the one that is deleted.
func (j *contactMerge) mergeOrder() (stays, goes *item.Item) {
	a, b := j.pair.A, j.pair.B
	if record.PrefersSecond(a.Winner.Content, b.Winner.Content) {
		return b, a
	}
	return a, b
}

// loses reports whether the contact that is deleted has data that no field shows and that the
// other one does not have.
func (j *contactMerge) loses() bool {
	stays, goes := j.mergeOrder()
	rest := record.Rest(goes.Winner.Content)
	return rest != "" && rest != record.Rest(stays.Winner.Content)
}

// isOf reports whether the merge is of the same versions of the same two contacts.
func (j *contactMerge) isOf(t lists.Duplicate) bool {
	return j.pair.A.ID() == t.A.ID() && j.pair.B.ID() == t.B.ID() &&
		j.pair.A.Winner.Same(t.A.Winner) && j.pair.B.Winner.Same(t.B.Winner)
}

// at returns the index of the pair in all, or -1.
func (j *contactMerge) at(all []lists.Duplicate) int {
	return slices.IndexFunc(all, func(t lists.Duplicate) bool {
		return j.pair.A.ID() == t.A.ID() && j.pair.B.ID() == t.B.ID()
	})
}

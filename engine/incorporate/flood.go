package incorporate

import (
	"slices"

	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/trust"
)

// harm is what an arrival would do to the list: a part of a flood, or none.
type harm = trust.Part

const none harm = ""

// harmTo returns what a merge does to an item. That a todo is deleted when it was done is
// tidying up, ticking it off overwrites nothing, a conflict is there to be resolved, and
// that two say the same apart leaves nothing to look through.
func harmTo(local, merged *item.Item) harm {
	kept := func(v *item.Version) bool { return slices.ContainsFunc(merged.Conflicts, v.Same) }
	switch {
	case local == nil && !merged.Winner.Deleted:
		return trust.Added
	case local == nil || local.Winner.Deleted:
	case merged.Winner.Deleted:
		if isOpen(local.Winner) && isOpen(merged.Winner) {
			return trust.Deleted
		}
	case len(local.Conflicts) == 0 && !kept(local.Winner) && replaces(merged.Winner, local.Winner):
		return trust.Overwritten
	case len(merged.Conflicts) > len(local.Conflicts) && slices.ContainsFunc(merged.Conflicts, differsFrom(merged.Winner)):
		return trust.Disputed
	}
	return none
}

// isOpen reports whether a version is no todo that is done or canceled.
func isOpen(v *item.Version) bool {
	f := record.FactsOf(v.Content)
	return !f.Done && !f.Cancelled
}

// differsFrom tells whether a version says something else than another.
func differsFrom(v *item.Version) func(*item.Version) bool {
	return func(other *item.Version) bool { return !equal.Versions(other, v) }
}

// replaces reports whether a version says something else than another, but for whether and
// when it was done, and for where it is. Of two copies of one version, one may have more
// markup.
func replaces(v, other *item.Version) bool {
	if v.Content.Hash() == other.Content.Hash() {
		return false
	}
	if v.SameSync(other) {
		return v.Content.Title() != other.Content.Title() || v.Content.Text() != other.Content.Text()
	}
	return !record.Equal(ticked(v.Content), ticked(other.Content))
}

// ticked is the content of a todo as if it had been done.
func ticked(c *item.Content) *item.Content {
	if record.KindOf(c) != record.Todo {
		return c
	}
	if done, err := record.Apply(c, record.Values{"done": "true"}); err == nil {
		return done
	}
	return c
}

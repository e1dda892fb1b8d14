package mesh_test

import (
	"maps"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
)

// unknowing is a program of SSE 0.91 that knows no keys: it has its outlines in a tree, as an
// editor does, and moves them in it.
type unknowing struct {
	by    string
	items map[string]*item.Item
	// parents has the parent of each item, children the order of siblings.
	parents  map[string]string
	children map[string][]string
	// preserves reports whether unknown attributes are preserved and republished; made has the
	// version for which each key was set.
	preserves bool
	made      map[string]int
	// follows reports whether it adopts the arrangement of the document that it read last,
	// except for its own moves. Others adopt only the positions of winners.
	follows bool
}

func newUnknowing(by string, keeps, follows bool) *unknowing {
	return &unknowing{
		by: by, items: map[string]*item.Item{}, parents: map[string]string{}, children: map[string][]string{},
		preserves: keeps, made: map[string]int{}, follows: follows,
	}
}

func (u *unknowing) name() string                    { return u.by }
func (u *unknowing) held() map[string]*item.Item     { return u.items }
func (u *unknowing) parent(id string) string         { return u.parents[id] }
func (u *unknowing) siblings(parent string) []string { return slices.Clone(u.children[parent]) }

// publish returns its own tree.
func (u *unknowing) publish() document {
	var d document
	var walk func(parent string, number int)
	walk = func(parent string, number int) {
		for _, id := range u.children[parent] {
			d = append(d, outline{unplaced(u.items[id]), len(d) + 1, number, u.given(id)})
			walk(id, len(d))
		}
	}
	walk("", 0)
	return d
}

// given returns the position that readers see for an item: from attributes that it preserved,
// or none. Attributes for another version do not count.
func (u *unknowing) given(id string) item.Place {
	if w := u.items[id].Winner; u.made[id] == w.Updates {
		return w.Place
	}
	return item.Place{}
}

func (u *unknowing) read(d document) bool {
	before := u.arrangement()
	nesting := d.nesting()
	changed := false
	var taken []string // items to be positioned as in the document
	for _, o := range d {
		won, same, news := u.merge(o)
		changed = changed || news
		if won || same && u.follows {
			taken = append(taken, o.item.ID())
		}
	}
	if u.follows {
		u.arrange(taken, nesting)
	} else {
		u.insert(taken, d, nesting)
	}
	u.cycles()
	return changed || !maps.EqualFunc(before, u.arrangement(), slices.Equal)
}

func (u *unknowing) arrangement() map[string][]string {
	return maps.Collect(func(yield func(string, []string) bool) {
		for id, children := range u.children {
			if len(children) > 0 && !yield(id, slices.Clone(children)) {
				return
			}
		}
	})
}

// merge reports whether an item won over the local one, whether it is the same, and whether
// anything changed.
func (u *unknowing) merge(o outline) (won, same, news bool) {
	id := o.item.ID()
	local := u.items[id]
	r := sse091.Merge(local, u.strip(placed(o.item, o.given)))
	it := r.Item
	same = it.Winner.Same(o.item.Winner)
	if won = same && (local == nil || !it.Winner.Same(local.Winner)); won {
		u.made[id] = it.Winner.Updates
	} else if local != nil {
		it = placed(it, local.Winner.Place) // an equal version is not moved
	}
	u.items[id] = it
	return won, same, r.Changed && (won || !u.equal(local, it))
}

func (u *unknowing) equal(a, b *item.Item) bool { return a != nil && state(a) == state(b) }

// strip removes unknown attributes, unless it keeps them.
func (u *unknowing) strip(it *item.Item) *item.Item {
	if u.preserves {
		return it
	}
	out := *it
	out.Winner = bare(it.Winner)
	out.Conflicts = nil
	for _, v := range it.Conflicts {
		out.Conflicts = append(out.Conflicts, bare(v))
	}
	return &out
}

func bare(v *item.Version) *item.Version {
	out := *v
	out.Place, out.Resolved = item.Place{}, nil
	return &out
}

// arrange positions items as in a document, in its order; other items remain after their
// previous predecessors.
func (u *unknowing) arrange(taken []string, nesting map[string]string) {
	fresh := map[string][]string{}
	isTaken := map[string]bool{}
	for _, id := range taken {
		u.parents[id] = nesting[id]
		isTaken[id] = true
		fresh[nesting[id]] = append(fresh[nesting[id]], id)
	}
	for parent, old := range u.children {
		last := -1
		for _, id := range old {
			if i := slices.Index(fresh[parent], id); i >= 0 {
				last = i
			} else if !isTaken[id] {
				last++
				fresh[parent] = slices.Insert(fresh[parent], last, id)
			}
		}
	}
	u.children = fresh
}

// insert inserts items after their predecessors in a document, and leaves all others where
// they are.
func (u *unknowing) insert(taken []string, d document, nesting map[string]string) {
	for _, id := range taken {
		u.detach(id)
	}
	before := map[string][]string{} // the preceding siblings in the document
	for _, o := range d {
		id := o.item.ID()
		parent := nesting[id]
		if slices.Contains(taken, id) {
			u.parents[id] = parent
			u.children[parent] = slices.Insert(u.children[parent], u.after(parent, before[parent]), id)
		}
		before[parent] = append(before[parent], id)
	}
}

// after returns the index after the last of these siblings that exists here.
func (u *unknowing) after(parent string, siblings []string) int {
	for _, id := range slices.Backward(siblings) {
		if i := slices.Index(u.children[parent], id); i >= 0 {
			return i + 1
		}
	}
	return 0
}

// cycles implements §4.4.2.
func (u *unknowing) cycles() {
	for _, id := range slices.Sorted(maps.Keys(u.items)) {
		if !u.inItself(id) {
			continue
		}
		u.detach(id)
		u.parents[id] = ""
		u.children[""] = append(u.children[""], id)
		flagged := *u.items[id]
		flagged.Flagged = true
		u.items[id] = &flagged
	}
}

func (u *unknowing) inItself(id string) bool {
	at := u.parents[id]
	for range len(u.items) {
		if at == id {
			return true
		}
		at = u.parents[at]
	}
	return false
}

func (u *unknowing) detach(id string) {
	p := u.parents[id]
	u.children[p] = slices.DeleteFunc(u.children[p], func(c string) bool { return c == id })
}

func (u *unknowing) put(it *item.Item, parent, left, _ string) {
	id := it.ID()
	u.detach(id)
	u.parents[id] = parent
	u.children[parent] = slices.Insert(u.children[parent], 1+slices.Index(u.children[parent], left), id)
	u.set(it)
}

// set adds a new version. Unknown attributes remain unchanged.
func (u *unknowing) set(it *item.Item) {
	v := *it.Winner
	v.Place, v.Resolved = item.Place{}, nil
	if old := u.items[it.ID()]; old != nil {
		v.Place, v.Resolved = old.Winner.Place, old.Winner.Resolved
	}
	out := *it
	out.Winner = &v
	u.items[it.ID()] = &out
}

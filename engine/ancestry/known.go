package ancestry

import (
	"slices"

	"crossfeed/engine/item"
)

// known holds all data of a set of versions: the updates that their histories name, and the
// versions of these.
type known struct {
	numbers map[update]int
	entries []*item.History
	// versions holds the versions of each update, in every form that was received.
	versions [][]*item.Version
	// histories holds the numbers of the updates that each version names.
	histories map[*item.Version][]int
	// resolved holds the numbers of the updates in each version's Resolved.
	resolved map[*item.Version][]int
	// byEndpoint holds the numbers of each endpoint's updates.
	byEndpoint map[string][]int
}

func knownFrom(lists ...[]*item.Version) *known {
	most := 0 // entries of the longest history, which usually includes most of the others
	for _, list := range lists {
		for _, v := range list {
			most = max(most, len(v.History))
		}
	}
	k := &known{
		numbers: make(map[update]int, most), entries: make([]*item.History, 0, most), versions: make([][]*item.Version, 0, most),
		histories: make(map[*item.Version][]int), resolved: make(map[*item.Version][]int), byEndpoint: make(map[string][]int),
	}
	for _, list := range lists {
		for _, v := range list {
			k.add(v)
		}
	}
	return k
}

func (k *known) add(v *item.Version) {
	if k.histories[v] != nil {
		return
	}
	numbers := make([]int, len(v.History))
	for i := range v.History {
		numbers[i] = k.number(&v.History[i])
	}
	k.histories[v] = numbers
	for i := range v.Resolved {
		k.resolved[v] = append(k.resolved[v], k.number(&v.Resolved[i]))
	}
	k.versions[numbers[0]] = append(k.versions[numbers[0]], v)
}

func (k *known) number(h *item.History) int {
	u := updateOf(h)
	n, ok := k.numbers[u]
	if !ok {
		n = len(k.entries)
		k.numbers[u] = n
		k.entries = append(k.entries, h)
		k.versions = append(k.versions, nil)
		k.byEndpoint[h.By] = append(k.byEndpoint[h.By], n)
	}
	return n
}

// complete reports whether every update that a history names was received, and no history was
// compacted.
func (k *known) complete() bool {
	for _, versions := range k.versions {
		if len(versions) == 0 || slices.ContainsFunc(versions, compacted) {
			return false
		}
	}
	return true
}

// compacted reports whether a version's history may have been compacted.
func compacted(v *item.Version) bool { return len(v.History) >= longest }

// received reports whether a version of an update is known.
func (k *known) received(n int) bool { return len(k.versions[n]) > 0 }

// top returns the number of a version's own update.
func (k *known) top(v *item.Version) int { return k.histories[v][0] }

// before visits the other updates that a version names, in its history and in Resolved.
func (k *known) before(v *item.Version, visit func(n int)) {
	for _, n := range k.histories[v][1:] {
		visit(n)
	}
	for _, n := range k.resolved[v] {
		visit(n)
	}
}

// earlier visits the updates that an update's endpoint made before it.
func (k *known) earlier(n int, visit func(n int)) {
	x := k.entries[n]
	if x.By == "" {
		return
	}
	for _, m := range k.byEndpoint[x.By] {
		if k.entries[m].Sequence < x.Sequence {
			visit(m)
		}
	}
}

// contents returns the versions of an update, one for each different content, in their fullest
// form. There are several if two endpoints use the same identifier, or if a program altered
// the content in transit. Versions that match their digest were not altered; if there are any,
// all others are ignored.
func (k *known) contents(n int) []*item.Version {
	var all []*item.Version
	for _, forms := range alike(k.versions[n]) {
		var best *item.Version
		for _, v := range forms {
			if !v.Missing && (best == nil || v.Content.Fuller(best.Content)) {
				best = v
			}
		}
		if best != nil {
			all = append(all, best)
		}
	}
	if slices.ContainsFunc(all, (*item.Version).Intact) {
		all = slices.DeleteFunc(all, func(v *item.Version) bool { return !v.Intact() })
	}
	return all
}

// dots are the unsorted nodes of a graph.
type dots struct {
	*pasts
	all []dot
	// of is the dot of each update, or the first one if several versions were received.
	of []int
}

type dot struct {
	update int
	// forms are the received forms of its version.
	forms   []*item.Version
	parents []int
	role    Role
}

func dotsOf(it *item.Item, archive []*item.Version, log Log) *dots {
	d := &dots{pasts: knownFrom(it.Versions(), archive).pasts(drawn)}
	d.guess(it, log)
	d.all, d.of = make([]dot, 0, len(d.entries)), make([]int, 0, len(d.entries))
	for n := range d.entries {
		d.of = append(d.of, len(d.all))
		if len(d.versions[n]) == 0 {
			d.all = append(d.all, dot{update: n, role: Dropped})
		}
		for _, forms := range alike(d.versions[n]) {
			d.all = append(d.all, dot{update: n, forms: forms, role: roleOf(forms, it)})
		}
	}
	return d
}

// alike groups equal versions.
func alike(versions []*item.Version) [][]*item.Version {
	var groups [][]*item.Version
next:
	for _, v := range versions {
		for i := range groups {
			if canBeSame(groups[i][0], v) {
				groups[i] = append(groups[i], v)
				continue next
			}
		}
		groups = append(groups, []*item.Version{v})
	}
	return groups
}

// roleOf returns the role of a version that the item contains, or Dropped for any other.
func roleOf(forms []*item.Version, it *item.Item) Role {
	role := Dropped
	for _, v := range forms {
		if v == it.Winner {
			return Winner
		}
		for _, c := range it.Conflicts {
			if v == c {
				role = Open
			}
		}
	}
	return role
}

// link sets the parents of every dot to the newest of its ancestors.
func (d *dots) link() {
	before := newSet(len(d.entries))
	for i := range d.all {
		x := &d.all[i]
		if guesses := d.guesses[x.update]; len(x.forms) == 0 && len(guesses) == 1 && guesses[0] != x.update {
			x.parents = []int{d.of[guesses[0]]}
			continue
		}
		clear(before)
		for _, v := range x.forms {
			d.before(v, before.add)
		}
		for _, n := range d.guesses[x.update] {
			before.add(n)
		}
		before.remove(x.update)
		for _, n := range d.newest(before) {
			x.parents = append(x.parents, d.of[n])
		}
	}
}

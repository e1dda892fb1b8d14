package lineage

import "crossfeed/engine/item"

// dots are the nodes of a graph before they are in order.
type dots struct {
	*pasts
	all []dot
	// of is the dot of each update: the first, where it came in several versions.
	of []int
}

type dot struct {
	update int
	// forms are the forms in which its version came here.
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

// alike groups versions that say the same.
func alike(versions []*item.Version) [][]*item.Version {
	var groups [][]*item.Version
next:
	for _, v := range versions {
		for i := range groups {
			if saysSame(groups[i][0], v) {
				groups[i] = append(groups[i], v)
				continue next
			}
		}
		groups = append(groups, []*item.Version{v})
	}
	return groups
}

// roleOf is the role of what the item holds, and Dropped for all else.
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

// link joins every dot with the newest of those it was made from.
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

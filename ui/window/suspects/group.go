package suspects

import (
	"slices"

	"crossfeed/engine/store"
	"crossfeed/engine/trust"
	"crossfeed/ui/say"
)

// group is what is decided together: an item, or all that one flood would change in a list.
type group []store.Suspect

// grouped puts the items of a flood together, in the order in which the first of each came.
func grouped(all []store.Suspect) (groups []group) {
	for _, s := range all {
		i := slices.IndexFunc(groups, func(g group) bool {
			part, flood := partOf(s)
			other, same := partOf(g[0])
			return flood && same && part == other && g[0].Set == s.Set
		})
		if i < 0 {
			groups = append(groups, group{s})
			continue
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// partOf is what a flood does to an item in which nothing else is alarming.
func partOf(s store.Suspect) (trust.Part, bool) {
	if len(s.Alarms) != 1 || s.Alarms[0].Kind != trust.Flood {
		return "", false
	}
	return s.Alarms[0].Part, true
}

// title names the group.
func (g group) title() string {
	if part, flood := partOf(g[0]); flood {
		return say.Flooded(part, len(g))
	}
	return say.Title(g[0].Title)
}

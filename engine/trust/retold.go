package trust

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// Retold is the alarm about a version that this endpoint made, where what a merge with the
// item here comes to says something else under its number and time: who writes in our name
// may take the words away and leave all else as it was.
func Retold(own Own, local, merged *item.Item) (Alarm, bool) {
	for _, v := range merged.Versions() {
		if top := v.Top(); top.By == own.By && own.By != "" && own.saidElse(local, v) {
			return Alarm{Kind: Forged, Sequence: top.Sequence, When: top.When.String(), Number: 1}, true
		}
	}
	return Alarm{}, false
}

// saidElse tells whether a version is one that this endpoint made, and says none of what
// is known of it.
func (o Own) saidElse(local *item.Item, v *item.Version) bool {
	made := named(versionsOf(local), v)
	if len(made) == 0 && o.Made != nil {
		made = named(o.Made(), v)
	}
	agrees := func(said *item.Version) bool { return rules.Agree(said, v) }
	return len(made) > 0 && !slices.ContainsFunc(made, agrees)
}

// named are those that have the topmost entry of a version.
func named(all []*item.Version, v *item.Version) (same []*item.Version) {
	key := claim{v.Top(), false}.key()
	for _, other := range all {
		if top := other.Top(); top.By == v.Top().By && (claim{top, false}).key() == key {
			same = append(same, other)
		}
	}
	return same
}

package merge

// only is the loom of some of the versions, on the same spine.
func (l *loom) only(who []int) *loom {
	some := &loom{spine: l.spine, reach: l.reach}
	for _, n := range who {
		some.versions = append(some.versions, l.versions[n])
	}
	return some
}

// among are the same regions on the loom of some of the versions.
func among(all []region, who []int) []region {
	some := make([]region, len(all))
	for i, r := range all {
		some[i] = r.only(who)
	}
	return some
}

// only is the same region on the loom of some of the versions.
func (r region) only(who []int) region {
	at := make([]stretch, len(who))
	for i, n := range who {
		at[i] = r.at[n]
	}
	r.at = at
	return r
}

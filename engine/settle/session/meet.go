package session

import (
	"slices"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
)

// News is what changed about an item while it was being settled.
type News struct {
	// Settled tells that no conflict is open any more: somebody settled it.
	Settled bool
	// Winner tells that another version wins now.
	Winner bool
	// Arrived are candidates that were not there, Gone those that no longer are.
	Arrived, Gone []*item.Version
}

// Meet takes in the item as it now stands. The draft stays as it is: results
// that a person chose or typed, and ticks of versions that are still there. A
// version that arrived is not ticked, because nobody has seen it yet, unless it
// is an own one, which is always taken into account. What nobody chose follows
// the winner.
func (s *Session) Meet(now *item.Item) News {
	before := s.it
	news := News{
		Settled: len(now.Conflicts) == 0,
		Winner:  !now.Winner.Same(before.Winner),
		Arrived: missing(now.Versions(), before.Versions()),
		Gone:    missing(before.Versions(), now.Versions()),
	}
	ticks := s.carried(now)
	s.it, s.ticks = now, ticks
	return news
}

// carried are the ticks for the conflicts of the item as it now stands.
func (s *Session) carried(now *item.Item) []tick {
	own := feedsync.Own(now, s.endpoint)
	ticks := make([]tick, len(now.Conflicts))
	for i, v := range now.Conflicts {
		if slices.Contains(own, i) {
			ticks[i] = tick{taken: true, offered: true}
			continue
		}
		ticks[i] = s.tickOf(v)
	}
	return ticks
}

// tickOf is the tick that a version has had so far. A winner that lost was seen,
// and was taken into account.
func (s *Session) tickOf(v *item.Version) tick {
	if v.Same(s.it.Winner) {
		return tick{taken: true, offered: true}
	}
	if i := slices.IndexFunc(s.it.Conflicts, v.Same); i >= 0 {
		return s.ticks[i]
	}
	return tick{}
}

// missing lists the versions that are not among others.
func missing(versions, others []*item.Version) []*item.Version {
	var all []*item.Version
	for _, v := range versions {
		if !slices.ContainsFunc(others, v.Same) {
			all = append(all, v)
		}
	}
	return all
}

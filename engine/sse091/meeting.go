package sse091

import "crossfeed/engine/item"

// meeting is what meets in a merge.
type meeting struct {
	// winner is the version that wins, with what is known of it on both sides.
	winner held
	// flagged is the winner's own flag.
	flagged bool
	// entries are those of the lists of both sides, and the winner of the side that
	// lost in a conflict.
	entries []held
}

// held is a version with the side that it comes from.
type held struct {
	*item.Version
	arrived bool
}

// meet picks the winner (SSE 0.91 §4.4) and tells whether the other side's lost in a
// conflict (§4.4.1). Two winners that are one version are no conflict, and the flag is
// theirs where one of them has it. The entries are put into room.
func meet(local, incoming *item.Item, room []held) meeting {
	in := held{incoming.Winner, true}
	if local == nil {
		return meeting{in, ownFlag(incoming), listed(room, incoming, true)}
	}
	here := held{local.Winner, false}
	m := meeting{entries: listed(listed(room, local, false), incoming, true)}
	switch {
	case one(here.Version, in.Version):
		m.winner, m.flagged = here.join(in), ownFlag(local) || ownFlag(incoming)
	case Compare(in.Version, here.Version) > 0:
		m.winner, m.flagged = in, ownFlag(incoming)
		m.lose(here)
	default:
		m.winner, m.flagged = here, ownFlag(local)
		m.lose(in)
	}
	return m
}

// lose puts the loser on the list if it is a conflict.
func (m *meeting) lose(loser held) {
	if relate(m.winner.Version, loser.Version) == apart {
		m.entries = append(m.entries, loser)
	}
}

// ownFlag tells whether an item's flag is its winner's: one that comes with a list
// belongs to the list, unless a cycle set it as well (§4.4.2).
func ownFlag(it *item.Item) bool {
	return it.Flagged && (len(it.Conflicts) == 0 || it.Winner.Place.Cycle != "")
}

// listed adds an item's list.
func listed(room []held, it *item.Item, arrived bool) []held {
	for _, v := range it.Conflicts {
		room = append(room, held{v, arrived})
	}
	return room
}

// join is what both sides know of one version. Publisher-specific data stays with the
// side that is here.
func (h held) join(o held) held {
	if h.arrived && !o.arrived {
		h, o = o, h
	}
	return held{joined(h.Version, o.Version), h.arrived}
}

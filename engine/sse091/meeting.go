package sse091

import "crossfeed/engine/item"

// held is a version with the side that it comes from.
type held struct {
	*item.Version
	arrived bool
}

// meet picks the winner (SSE 0.91 §4.4), with what is known of it on both sides, tells
// whether the flag is its own, and adds the entries to room: the lists of both sides, and the
// loser where it lost in a conflict (§4.4.1). Two winners that are one version are no
// conflict, and the flag is theirs where one of them has it.
func meet(local, incoming *item.Item, room []held) (winner held, flagged bool, entries []held) {
	in := held{incoming.Winner, true}
	if local == nil {
		return in, ownFlag(incoming), listed(room, incoming, true)
	}
	here := held{local.Winner, false}
	room = listed(listed(room, local, false), incoming, true)
	switch {
	case one(here.Version, in.Version):
		return here.join(in), ownFlag(local) || ownFlag(incoming), room
	case Compare(in.Version, here.Version) > 0:
		return in, ownFlag(incoming), lost(room, in, here)
	default:
		return here, ownFlag(local), lost(room, here, in)
	}
}

// lost adds the loser to the entries if it is a conflict.
func lost(entries []held, winner, loser held) []held {
	if relate(winner.Version, loser.Version) == apart {
		return append(entries, loser)
	}
	return entries
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

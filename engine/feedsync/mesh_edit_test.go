package feedsync_test

import (
	"slices"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

// edit makes one random change: of the text, a deletion or an un-deletion; with
// all, some or none of the conflicts taken into account, but always the
// endpoint's own, as the rules ask.
func (m *mesh) edit(e *endpoint) {
	s := m.stamp(e)
	change := rules.Change{Deleted: m.Draw(4, "deleted") == 0}
	literal := m.literal || m.isForeign(e)
	taken := m.taken(e.Item, s.By, literal)
	from := []*item.Version{e.Item.Winner}
	for _, i := range taken {
		from = append(from, e.Item.Conflicts[i])
	}
	change.Content = m.Edits.Text(from)
	m.foreignEdits[len(m.Edits)-1] = m.isForeign(e)
	if m.Draw(8, "undone") == 0 {
		m.takeBack(e, change, taken, s, literal)
		s.Used = max(s.Used, e.Used)
	}
	m.Hold(e, m.resolve(e.Item, change, taken, s, literal))
}

// taken draws which conflicts an edit takes into account.
func (m *mesh) taken(it *item.Item, by string, literal bool) []int {
	taken := feedsync.Own(it, by)
	if literal {
		taken = nil
	}
	for i := range it.Conflicts {
		if !slices.Contains(taken, i) && m.Draw(2, "taken") == 0 {
			taken = append(taken, i)
		}
	}
	return taken
}

// takeBack makes an edit that is undone before anybody reads it. Its sequence
// stays used.
func (m *mesh) takeBack(e *endpoint, c rules.Change, taken []int, s rules.Stamp, literal bool) {
	if top := m.resolve(e.Item, c, taken, s, literal).Winner.Top(); top.By == e.By {
		e.Used = top.Sequence
	}
}

// resolve goes by the rules, or by the letter of the specification: then the
// conflicts that an edit leaves out are hidden from the rules.
func (m *mesh) resolve(it *item.Item, c rules.Change, taken []int, s rules.Stamp, literal bool) *item.Item {
	var hidden []*item.Version
	seen := it
	if literal {
		seen = &item.Item{Winner: it.Winner}
		for i, v := range it.Conflicts {
			if slices.Contains(taken, i) {
				seen.Conflicts = append(seen.Conflicts, v)
			} else {
				hidden = append(hidden, v)
			}
		}
		taken = make([]int, len(seen.Conflicts))
		for i := range taken {
			taken[i] = i
		}
	}
	next, err := feedsync.Resolve(seen, c, taken, s)
	if err != nil {
		m.T.Fatal(err)
	}
	if literal || m.foreign == 0 {
		m.disfigure(next.Winner)
	}
	return &item.Item{Winner: next.Winner, Conflicts: append(next.Conflicts, hidden...)}
}

// disfigure does to a new version what foreign programs may: its sequence skips
// some, as any greater one is valid, and its history is cut.
func (m *mesh) disfigure(v *item.Version) {
	if m.Draw(6, "skips") == 0 {
		v.History[0].Sequence += m.Draw(8, "skipped")
	}
	if m.truncating {
		v.History = v.History[:1]
	}
}

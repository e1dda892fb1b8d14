package conflicts

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// News describes how an item changed while a person was resolving it.
type News struct {
	// Resolved reports whether somebody else resolved the item, so that nothing is left to
	// resolve.
	Resolved bool
	// Winner reports whether another version is the winner now. It is false if that version is
	// equal and the result is unchanged.
	Winner bool
	// Arrived are new candidates, Gone those that no longer exist.
	Arrived, Gone []*item.Version
	// BaseLost reports whether the original was known before, but is unknown now.
	BaseLost bool
}

// Update updates the session to the item's current state. The draft stays: results that a person
// chose or typed, and ticks of versions that still exist. Hunks that were taken stay, too; if
// a text would be cut differently now, it becomes a typed text. A version that arrived is not
// included, because nobody has seen it yet, unless it cannot be left out or is reopened.
// Everything else follows the new proposals.
//
// Update compares again what changed, as NewSession does. To do that elsewhere, create a new
// session and pass it to Adopt.
func (s *Session) Update(now *item.Item, about About) News {
	about = about.over(now)
	if s.sees(now, about) {
		return News{}
	}
	return s.Adopt(&Session{it: now, endpoint: s.endpoint, about: about, grid: newGrid(columnsOf(now, about), about), proposals: map[string][]*proposal{}})
}

// sees reports whether the session already has this state of the item.
func (s *Session) sees(now *item.Item, about About) bool {
	versions := append(now.Versions(), about.Offered...)
	return (len(s.grid.versions) > 1 || about.asks(now)) && now.Flagged == s.it.Flagged &&
		about.same(s.about) && slices.EqualFunc(versions, s.grid.pool, unchanged)
}

// Adopt updates the session to the item as a new session found it, as Update does. The new
// session must not be used afterwards.
func (s *Session) Adopt(fresh *Session) News {
	if s.sees(fresh.it, fresh.about) {
		return News{}
	}
	news := News{
		Resolved: len(fresh.grid.versions) == 1 && !fresh.about.asks(fresh.it),
		Winner:   s.grid.columnOf(fresh.it.Winner) != 0,
		Arrived:  fresh.grid.without(s.grid.columns),
		Gone:     s.grid.without(fresh.grid.columns),
		BaseLost: s.about.Base.Found() && !fresh.about.Base.Found(),
	}
	before, winner := s.results(), s.it.Winner
	s.move(fresh)
	news.Winner = news.Winner || !winner.Same(s.it.Winner) && !slices.Equal(before, s.results())
	return news
}

// results returns the values that saving would give the fields.
func (s *Session) results() (all []string) {
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		all = append(all, r.field.Name, s.stateOf(r).value)
	}
	return all
}

// move adopts a new session's state of the item, and adapts the draft and the undo steps to
// it.
func (s *Session) move(fresh *Session) {
	now := s.state()
	var all []*state
	for _, states := range [][]state{s.steps.past, s.steps.future, {now}} {
		for i := range states {
			all = append(all, &states[i])
		}
	}
	kept := make([]SavedDraft, len(all))
	for i, st := range all {
		s.back(*st)
		kept[i], st.ticks = s.SavedDraft(), s.carried(fresh)
	}
	s.it, s.about, s.grid, s.proposals, s.strangers = fresh.it, fresh.about, fresh.grid, fresh.proposals, map[*item.Version]record.Record{}
	for i, st := range all {
		s.back(*st)
		s.rebind(kept[i])
		st.draft = s.draft
	}
}

// rebind makes the draft refer to the versions as they were now read.
func (s *Session) rebind(k SavedDraft) {
	now := s.current
	s.draft.whole = now(s.draft.whole)
	for field, c := range s.draft.fields {
		c.from, c.parts = now(c.from), mapped(c.parts, now)
		s.draft.fields[field] = c
	}
	for field := range s.draft.hunks {
		s.retake(k, field)
	}
	for field, u := range k.Under {
		s.cover(u, field)
	}
}

// retake takes the hunks of a text again. If the text is cut differently now, it becomes as if
// typed, and stays open if some of the hunks were.
func (s *Session) retake(k SavedDraft, field string) {
	s.draft.clear(field)
	if r := s.grid.find(field); r != nil && !s.restoreHunks(k, r, k.Fields[field]) {
		s.draft.put(field, choice{value: k.Fields[field], unfinished: slices.Contains(k.Unfinished, field)})
	}
}

// covered returns what each field was before a person typed into it.
func (s *Session) covered() map[string]SavedChoice {
	all, typed := map[string]SavedChoice{}, s.draft
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		name := r.field.Name
		u := typed.fields[name].under
		if s.draft = typed.untyped(name); u != nil {
			s.draft = typed.uncover(name, *u)
		} else if u = new(under); s.draft.same(typed) {
			continue
		}
		k := SavedChoice{SavedDraft: SavedDraft{Fields: record.Values{}, From: map[string]string{}}, Value: u.value}
		if u.tombstone != nil {
			k.Whole = Name(u.tombstone)
		} else if s.saveField(&k.SavedDraft, r); k.Value == nil {
			value := s.stateOf(r).value
			k.Value = &value
		}
		all[name] = k
	}
	s.draft = typed
	return all
}

// cover restores what a field was before a person typed into it. Hunks that are cut
// differently now become as if typed.
func (s *Session) cover(k SavedChoice, field string) {
	c, put := s.draft.fields[field]
	r := s.grid.find(field)
	if r == nil {
		return
	}
	if !put {
		s.coverHunks(k, field)
		return
	}
	typed := s.draft
	s.draft = typed.clone()
	s.draft.clear(field)
	s.restore(k.SavedDraft, r)
	u := s.draft.underOf(field)
	u.tombstone, u.value = s.named(k.Whole), k.Value
	c.under, s.draft = u, typed
	s.draft.fields[field] = c
}

// coverHunks restores what hunks were before a person typed into them.
func (s *Session) coverHunks(k SavedChoice, field string) {
	for i, c := range s.draft.hunks[field] {
		names, was := k.Hunks[field][i]
		if c.typed == nil || !was {
			continue
		}
		if p, known := s.choiceOf(i, names, k.Offers[field][i]); known {
			t := *c.typed
			t.covered, c.typed = &p, &t
			s.draft.hunks[field][i] = c
		}
	}
}

// current returns a version, or the original, as it was now read. For a version that is gone
// it returns one of equal content.
func (s *Session) current(v *item.Version) *item.Version {
	if v == nil {
		return nil
	}
	if base := s.about.Base; base.Known() && base.Version.Same(v) {
		return base.Version
	}
	if n := s.grid.columnOf(v); n >= 0 {
		return s.grid.versions[n]
	}
	return v
}

func mapped(versions []*item.Version, now func(*item.Version) *item.Version) (all []*item.Version) {
	for _, v := range versions {
		all = append(all, now(v))
	}
	return all
}

// carried returns the ticks for the candidates of a new session.
func (s *Session) carried(fresh *Session) []tick {
	bound := fresh.about.bound(fresh.it, s.endpoint)
	var ticks []tick
	for i, v := range fresh.grid.versions[1:] {
		t, seen := s.tickOf(v)
		if fresh.grid.bound(i+1, bound) || !seen && fresh.grid.reopened(i+1) {
			t = tick{taken: true, offered: true}
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// tickOf returns the tick that a version has had so far. A former winner was seen and was
// included.
func (s *Session) tickOf(v *item.Version) (t tick, seen bool) {
	switch i := s.grid.columnOf(v); {
	case i == 0:
		return tick{taken: true, offered: true}, true
	case i > 0:
		return s.ticks[i-1], true
	}
	return tick{}, false
}

package conflicts

import (
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// News is what changed about an item while it was being resolved.
type News struct {
	// Resolved tells that nothing is left to resolve: somebody resolved it.
	Resolved bool
	// Winner tells that another version wins now, unless it is equal and the result is
	// what it was.
	Winner bool
	// Arrived are candidates that were not there, Gone those that no longer are.
	Arrived, Gone []*item.Version
	// BaseLost tells that it was known what the versions started from, and is
	// no longer.
	BaseLost bool
}

// Meet takes in the item as it now stands, and what is known about it. The draft
// stays as it is: results that a person chose or typed, and ticks of versions that
// are still there. Stretches that were taken of a text stay, and become a typed
// text where it would be cut otherwise now. A version that arrived is not ticked,
// because nobody has seen it yet, unless it cannot be left out, or is offered again. What nobody chose is as now proposed.
//
// It compares anew what changed, as NewSession does: Adopt takes a session that did so
// elsewhere.
func (s *Session) Meet(now *item.Item, about About) News {
	about = about.over(now)
	if s.sees(now, about) {
		return News{}
	}
	return s.Adopt(&Session{it: now, endpoint: s.endpoint, about: about, grid: newGrid(columnsOf(now, about), about), proposals: map[string][]*proposal{}})
}

// sees reports whether an item with a conflict, and what is known about it, is what
// the session has already.
func (s *Session) sees(now *item.Item, about About) bool {
	versions := append(now.Versions(), about.Offered...)
	return (len(s.grid.versions) > 1 || about.asks(now)) && now.Flagged == s.it.Flagged &&
		about.same(s.about) && slices.EqualFunc(versions, s.grid.pool, unchanged)
}

// Adopt takes in the item as a new session of it found it, as Meet does. The new
// session is not used any more.
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

// results are the values that saving would give the fields.
func (s *Session) results() (all []string) {
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		all = append(all, r.field.Name, s.stand(r).value)
	}
	return all
}

// move makes the draft, and what can be undone and redone, those of a new session.
func (s *Session) move(fresh *Session) {
	now := s.state()
	var all []*state
	for _, states := range [][]state{s.steps.past, s.steps.future, {now}} {
		for i := range states {
			all = append(all, &states[i])
		}
	}
	kept := make([]Kept, len(all))
	for i, st := range all {
		s.back(*st)
		kept[i], st.ticks = s.Kept(), s.carried(fresh)
	}
	s.it, s.about, s.grid, s.proposals, s.strangers = fresh.it, fresh.about, fresh.grid, fresh.proposals, map[*item.Version]record.Record{}
	for i, st := range all {
		s.back(*st)
		s.rebind(kept[i])
		st.draft = s.draft
	}
}

// rebind makes the draft one of the versions as they were now read.
func (s *Session) rebind(k Kept) {
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

// retake takes the stretches of a text again. Where it is cut otherwise now it becomes
// as if it was typed, and stays open if some of them were.
func (s *Session) retake(k Kept, field string) {
	s.draft.clear(field)
	if r := s.grid.find(field); r != nil && !s.restoreHunks(k, r, k.Fields[field]) {
		s.draft.put(field, choice{value: k.Fields[field], unfinished: slices.Contains(k.Unfinished, field)})
	}
}

// covered is what each field was before a person typed into it.
func (s *Session) covered() map[string]KeptUnder {
	all, typed := map[string]KeptUnder{}, s.draft
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		name := r.field.Name
		u := typed.fields[name].under
		if s.draft = typed.untyped(name); u != nil {
			s.draft = typed.uncover(name, *u)
		} else if u = new(under); s.draft.same(typed) {
			continue
		}
		k := KeptUnder{Kept: Kept{Fields: record.Values{}, From: map[string]string{}}, Value: u.value}
		if u.tombstone != nil {
			k.Whole = Name(u.tombstone)
		} else if s.keep(&k.Kept, r); k.Value == nil {
			value := s.stand(r).value
			k.Value = &value
		}
		all[name] = k
	}
	s.draft = typed
	return all
}

// cover puts what a field was under what a person typed into it. Stretches that are cut
// otherwise now are as if they were typed.
func (s *Session) cover(k KeptUnder, field string) {
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
	s.restore(k.Kept, r)
	u := s.draft.underOf(field)
	u.tombstone, u.value = s.named(k.Whole), k.Value
	c.under, s.draft = u, typed
	s.draft.fields[field] = c
}

// coverHunks puts what stretches were under what a person typed into them.
func (s *Session) coverHunks(k KeptUnder, field string) {
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

// current is a version, or the original, as it was now read. A version that is gone is
// one of equal content.
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

// carried are the ticks for the candidates of a new session.
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

// tickOf is the tick that a version has had so far. A winner that lost was seen,
// and was taken into account.
func (s *Session) tickOf(v *item.Version) (t tick, seen bool) {
	switch i := s.grid.columnOf(v); {
	case i == 0:
		return tick{taken: true, offered: true}, true
	case i > 0:
		return s.ticks[i-1], true
	}
	return tick{}, false
}

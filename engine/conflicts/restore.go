package conflicts

import (
	"slices"

	"crossfeed/engine/item"
)

// Restore decides again what was decided in an earlier session. Of a version
// that is gone the values stay, as if they were typed, as do texts that were put
// together of stretches where they would be cut otherwise now; what
// cannot be left out stays ticked whatever was kept. A version that arrived since is not
// ticked, as when a session meets it.
func (s *Session) Restore(k Kept) {
	for i := range s.ticks {
		if s.locked(i+1) == nil {
			s.restoreTick(k, i)
		}
	}
	s.draft = draft{whole: s.named(k.Whole), stays: k.Stays}
	for i := range s.grid.rows {
		s.restore(k, &s.grid.rows[i])
	}
	s.restoreHomeless(k)
}

func (s *Session) restoreTick(k Kept, i int) {
	among := func(all []string) bool {
		return slices.ContainsFunc(s.grid.of(i+1), func(n int) bool { return slices.Contains(all, Name(s.grid.pool[n])) })
	}
	switch arrived := len(k.Seen) > 0 && !among(k.Seen); {
	case among(k.Left):
		s.ticks[i].taken = false
	case arrived && !s.grid.reopened(i+1):
		s.ticks[i] = tick{}
	}
}

// restoreHomeless keeps what was typed into fields that no version has any more:
// saving refuses it, and does not drop it unseen. A place that was chosen stays so
// where the versions agree on another one by now.
func (s *Session) restoreHomeless(k Kept) {
	for name, value := range k.Fields {
		typed := name != Other && (name == Place || k.From[name] == "")
		if typed && value != "" && s.grid.find(name) == nil {
			s.draft.put(name, choice{value: value, from: s.named(k.From[name])})
		}
	}
}

func (s *Session) restore(k Kept, r *row) {
	name := r.field.Name
	if s.draft.whole != nil && slices.Contains(k.Back, name) {
		s.draft.reset(name)
	}
	value, kept := k.Fields[name]
	from := s.named(k.From[name])
	switch {
	case !kept || from != nil && from == s.draft.whole:
	case name == Other && from == nil: // data without a field cannot be typed; a place says all by itself
	case !s.restoreHunks(k, r, value):
		c := choice{value: value, from: from, unfinished: slices.Contains(k.Unfinished, name)}
		if k.From[name] == "" && !c.unfinished {
			c.under = &under{}
		}
		o, accepted := k.Offers[name][-1]
		if p, known := s.choiceOf(o.Versions, o); accepted && known {
			c.parts, c.kind = p.versions, p.kind
		}
		s.draft.put(name, c)
	}
}

// restoreHunks takes the stretches of a text again, if they give that text.
func (s *Session) restoreHunks(k Kept, r *row, text string) bool {
	name := r.field.Name
	cut := len(r.chunks())
	for i, names := range k.Hunks[name] {
		p, known := s.choiceOf(names, k.Offers[name][i])
		if i < 0 || i >= cut || !known {
			s.draft.clear(name)
			return false
		}
		s.draft.putHunk(name, i, p)
	}
	if len(k.Hunks[name]) > 0 && s.stand(r).value == text {
		return true
	}
	s.draft.clear(name)
	return false
}

// choiceOf is what was taken into a stretch, or what was accepted for it. It fails
// where a version is gone.
func (s *Session) choiceOf(names []string, o KeptOffer) (c piece, known bool) {
	if c.versions, known = s.allNamed(names); !known {
		return c, false
	}
	if len(c.versions) > 1 {
		c.kind = OfferBoth
	}
	if o.Kind != "" {
		kind := slices.Index(offerNames[:], o.Kind)
		c.kind, c.value, known = OfferKind(kind), o.Value, kind >= 0
		if o.Elsewhere != nil {
			c.elsewhere = *o.Elsewhere
		}
	}
	return c, known
}

func (s *Session) allNamed(names []string) (all []*item.Version, known bool) {
	all = []*item.Version{}
	for _, n := range names {
		all = append(all, s.named(n))
	}
	return all, !slices.Contains(all, nil)
}

// named finds a version, or the original, by its name; nil where there is none.
func (s *Session) named(name string) *item.Version {
	for number, v := range s.grid.versions {
		if slices.ContainsFunc(s.grid.of(number), func(n int) bool { return Name(s.grid.pool[n]) == name }) {
			return v
		}
	}
	if base := s.about.Base; base.Known() && Name(base.Version) == name {
		return base.Version
	}
	return nil
}

package merge

// group is a section of changed tokens, which may be empty: there is one before, between and
// after all tokens that are equal on both sides.
type group struct{ start, end int }

func (s *sequence) firstGroup() group {
	g := group{}
	s.growDown(&g)
	return g
}

func (s *sequence) growDown(g *group) {
	for g.end < len(s.changed) && s.changed[g.end] {
		g.end++
	}
}

func (s *sequence) growUp(g *group) {
	for g.start > 0 && s.changed[g.start-1] {
		g.start--
	}
}

func (s *sequence) nextGroup(g *group) bool {
	if g.end == len(s.changed) {
		return false
	}
	*g = group{g.end + 1, g.end + 1}
	s.growDown(g)
	return true
}

func (s *sequence) previousGroup(g *group) {
	*g = group{g.start - 1, g.start - 1}
	s.growUp(g)
}

// slideUp moves a group up by one token if that is equivalent: of two equal lines, either may
// be the new one.
func (s *sequence) slideUp(g *group) bool {
	if g.start == 0 || s.tokens[g.start-1] != s.tokens[g.end-1] {
		return false
	}
	g.start--
	g.end--
	s.changed[g.start], s.changed[g.end] = true, false
	s.growUp(g)
	return true
}

func (s *sequence) slideDown(g *group) bool {
	if g.end == len(s.changed) || s.tokens[g.start] != s.tokens[g.end] {
		return false
	}
	s.changed[g.start], s.changed[g.end] = false, true
	g.start++
	g.end++
	s.growDown(g)
	return true
}

// slide moves the changes of a side as far down as possible, so that the same edit is found at
// the same position regardless of other changes. A change that can be aligned with one of the
// other side is moved there: then the two are a replacement.
func slide(s, other *sequence) {
	g, o := s.firstGroup(), other.firstGroup()
	for {
		if g.start < g.end {
			s.slideGroup(&g, other, &o)
		}
		if !s.nextGroup(&g) {
			return
		}
		other.nextGroup(&o)
	}
}

func (s *sequence) slideGroup(g *group, other *sequence, o *group) {
	moved, replaces := s.slideThrough(g, other, o)
	if !moved || !replaces {
		return
	}
	for o.start == o.end {
		s.slideUp(g)
		other.previousGroup(o)
	}
}

// slideThrough moves a group to the top and then to the bottom, and repeats this while the
// group merges with others. It reports whether the group can be elsewhere, and whether it can
// be aligned with a change of the other side.
func (s *sequence) slideThrough(g *group, other *sequence, o *group) (moved, replaces bool) {
	for size := -1; size != g.end-g.start; {
		size = g.end - g.start
		for s.slideUp(g) {
			other.previousGroup(o)
		}
		top := g.end
		replaces = o.start < o.end
		for s.slideDown(g) {
			other.nextGroup(o)
			replaces = replaces || o.start < o.end
		}
		moved = g.end != top
	}
	return moved, replaces
}

package place

// judge finds the key that an item may have, from what was given and what is held
// here, and puts the item into the group whose order tells whether it has it.
func (d *reading) judge(m *member) {
	known, held := d.known(m.ID)
	same := held && known.Same && Valid(known.Place.Key)
	switch {
	case d.orphaned(m):
		m.Place, m.fixed = m.given, true
		if same {
			m.Place = Lesser(m.ID, known.Place, m.given)
		}
	case same:
		m.Place, m.fixed = known.Place, true
		if m.agrees() {
			m.Place = Lesser(m.ID, known.Place, m.given)
		}
	case m.agrees():
		m.Place = m.given
	case held && known.Place.Parent == m.parent:
		m.Place.Parent, m.Place.Key = m.parent, Guess(known.Place.Key)
	default:
		m.Place.Parent = m.parent
	}
	d.group(m)
}

// orphaned tells whether an outline stands at the root because the parent that was
// given for it is not there (SSE 0.91 §3.2), or has no room for anything (Folded).
func (d *reading) orphaned(m *member) bool {
	if m.parent != "" || m.given.Parent == "" || !Valid(m.given.Key) {
		return false
	}
	depth, there := d.depth[m.given.Parent]
	return !there || depth == Levels-1
}

// agrees tells whether a key was given for the parent that the outline stands in.
func (m *member) agrees() bool { return m.given.Parent == m.parent && Valid(m.given.Key) }

// group puts an item among the siblings that it stands with, if that is where its
// place is. Where an orphan stands says nothing.
func (d *reading) group(m *member) {
	m.Derived = m.Place != m.given
	if m.Place.Parent != m.parent || d.orphaned(m) {
		return
	}
	m.path = pathOf(Sibling{m.ID, m.Place.Key})
	m.sure = boolean(m.fixed) + boolean(!Guessed(m.Place.Key))
	d.groups[m.parent] = append(d.groups[m.parent], m)
}

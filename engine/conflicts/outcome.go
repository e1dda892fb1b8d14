package conflicts

// Outcome says what saving will do.
type Outcome struct {
	// Update is the number of the update that it makes: the item's updates as
	// they will then be (SSE 0.93 §3.2).
	Update int
	// Settled is the number of conflicts that go into the history, Open of
	// those that stay; equal versions count as one.
	Settled, Open int
	// Answered is the number of versions offered again that are taken into
	// account, Offered of those that stay offered.
	Answered, Offered int
	// ToChoose is the number of things that a person has still to choose:
	// saving is refused while it is not 0.
	ToChoose int
	// Deletes tells that the result is a tombstone.
	Deletes bool
	// Unmarks tells that the item will no longer be marked as one to look at.
	Unmarks bool
	// Restores tells that the deleted item that it is in is restored with it.
	Restores bool
	// Confirms tells that saving only confirms what all versions say: nobody
	// can see a difference, and nobody changed the result.
	Confirms bool
}

// Outcome says what saving will do now (SSE 0.93 §3.4, SSE 0.91 §4.2).
func (s *Session) Outcome() Outcome {
	o := Outcome{
		Update: s.it.Winner.Updates + 1, Deletes: s.deletes(),
		ToChoose: len(s.Open()), Confirms: s.confirms(), Unmarks: s.it.Flagged,
	}
	o.Restores = s.restores(s.place()) != ""
	for i, t := range s.ticks {
		switch conflict := !s.grid.reopened(i + 1); {
		case conflict && t.taken:
			o.Settled++
		case conflict:
			o.Open++
		case t.taken:
			o.Answered++
		default:
			o.Offered++
		}
	}
	return o
}

func (s *Session) confirms() bool {
	switch s.Situation() {
	case OnlyVolatile, Circle, Marked:
		return !s.draft.picked() && !s.draft.stays
	}
	return false
}

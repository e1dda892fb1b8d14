package conflicts

import (
	"fmt"
	"slices"

	"crossfeed/engine/item"
)

// Candidate is one of the versions to choose from. The winner comes first, the
// conflicts follow in their order, and then the versions that are offered again. Number
// counts the candidates from 0 for the winner and is the N of --take; the letters run
// A, B, C….
type Candidate struct {
	Version *item.Version
	// Equal are the versions of equal content (lineage.Equal): they share the column
	// and are included with it. Those of the winner are always included.
	Equal  []*item.Version
	Letter string
	Number int
	// Own tells that this endpoint made the version, or an equal one.
	Own bool
	// Offered tells that it was resolved already and is offered again.
	Offered bool
	// Missing tells that its content was not kept by who published it
	// (SSE 0.91 §5): it can be taken into account, and not be taken.
	Missing bool
	// Taken tells that the version is taken into account: it will not be asked
	// about again. The winner always is.
	Taken bool
	// Locked tells that Taken cannot be taken away: it is an own version, or
	// the winner, or the family of rules resolves all at once (Session.Lock).
	Locked bool
}

// Candidates lists the versions.
func (s *Session) Candidates() []Candidate {
	var all []Candidate
	for n, v := range s.grid.versions {
		all = append(all, Candidate{
			Version: v, Equal: s.grid.equal(n), Letter: Letter(n), Number: n,
			Own:     slices.ContainsFunc(append(s.grid.equal(n), v), s.own),
			Offered: s.grid.reopened(n), Missing: s.grid.gone[n],
			Taken: s.counts(n), Locked: s.locked(n) != nil,
		})
	}
	return all
}

// own reports whether this endpoint made a version.
func (s *Session) own(v *item.Version) bool { return s.endpoint != "" && v.Top().By == s.endpoint }

// candidate finds a version by its number.
func (s *Session) candidate(number int) (*item.Version, error) {
	if v := s.grid.version(number); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no version %d: they are numbered from 0, the winner, to %d", number, len(s.ticks))
}

// number is that of a version, or -1 where it is no candidate any more.
func (s *Session) number(v *item.Version) int {
	if v == nil {
		return -1
	}
	return slices.Index(s.grid.versions, v)
}

// letterOf is the letter of a version, or "" where it is no candidate any more.
func (s *Session) letterOf(v *item.Version) string {
	n := s.number(v)
	if n < 0 {
		return ""
	}
	return Letter(n)
}

func letters(numbers []int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, Letter(n))
	}
	return all
}

// Letter names a candidate by its number: A to Z, then AA, AB….
func Letter(number int) string {
	last := string(rune('A' + number%26))
	if number < 26 {
		return last
	}
	return Letter(number/26-1) + last
}

// tick says whether a conflict is taken into account.
type tick struct {
	taken bool
	// offered is what it was before a person touched it.
	offered bool
}

// counts tells whether a candidate is taken into account.
func (s *Session) counts(number int) bool { return number == 0 || s.ticks[number-1].taken }

// ticked is a text that tells which candidates are taken into account.
func (s *Session) ticked() string {
	text := make([]byte, len(s.ticks))
	for i, t := range s.ticks {
		text[i] = '-'
		if t.taken {
			text[i] = '+'
		}
	}
	return string(text)
}

// Tick says whether a conflict, or a version that is offered again, is taken into
// account: what is not says nothing in proposals. Un-ticking an own version
// is ErrOwn, un-ticking the winner ErrWinner (SSE 0.93 §3.4), and un-ticking anything
// where every update resolves all conflicts is ErrAll (SSE 0.91 §4.2).
func (s *Session) Tick(number int, taken bool) error {
	if _, err := s.candidate(number); err != nil {
		return err
	}
	if err := s.locked(number); err != nil && !taken {
		return err
	}
	s.retick(func() {
		if number > 0 {
			s.ticks[number-1].taken = taken
		}
	})
	return nil
}

// retick changes ticks. Where others changed the stretch that a paragraph was moved to as
// well, the paragraph is there only while the versions that moved and edited it are
// included: what was chosen for it, and would no longer be in the result, is given back.
func (s *Session) retick(change func()) {
	type chosenMove struct {
		openMove
		r    *row
		hunk int
		kind moveKind
	}
	var before []chosenMove
	for field, chosen := range s.draft.hunks {
		r := s.grid.find(field)
		for i, c := range chosen {
			m, open := s.openMove(r, i)
			if !open || c.typed != nil {
				continue
			}
			p := s.pieces(r)[i]
			kind := s.moved(p, c)
			_, there := chosen[m.to]
			has := there && !s.lacks(r, *p.move)
			if has && kind != asMoved || !there && kind != unmoved {
				before = append(before, chosenMove{m, r, i, kind})
			}
		}
	}
	change()
	for _, b := range before {
		now, open := s.openMove(b.r, b.hunk)
		moves := func(n int) bool { return s.pieces(b.r)[b.to].texts[n] == b.text }
		if open && now == b.openMove || b.kind == asMoved && slices.ContainsFunc(s.speakers(b.r), moves) {
			continue
		}
		if b.kind != unmoved {
			s.draft.resetHunk(b.r.field.Name, b.hunk)
		}
		s.draft.resetHunk(b.r.field.Name, b.to)
	}
}

// openMove is a paragraph that was moved to a stretch that others changed as well: what
// those who moved it have there, without it, and with the edit.
type openMove struct {
	to                 int
	text, left, edited string
}

// openMove returns that of a stretch that a paragraph was moved away from, if there is one.
func (s *Session) openMove(r *row, hunk int) (o openMove, open bool) {
	pieces := s.pieces(r)
	m := pieces[hunk].move
	if m == nil || m.To == hunk || !pieces[m.To].Open {
		return o, false
	}
	return openMove{m.To, pieces[m.To].texts[m.By], m.Left, m.There}, true
}

// Only ticks exactly the conflicts numbered, from 1, and versions offered again. Leaving an own one out is
// ErrOwn, leaving any out where all are resolved at once ErrAll. After an error the ticks are as they were.
func (s *Session) Only(numbers ...int) error {
	for _, n := range numbers {
		if n < 1 || n > len(s.ticks) {
			return fmt.Errorf("there is no conflict %d: they are numbered from 1 to %d", n, len(s.ticks))
		}
	}
	for n := 1; n <= len(s.ticks); n++ {
		if err := s.locked(n); err != nil && !slices.Contains(numbers, n) {
			return err
		}
	}
	s.retick(func() {
		for i := range s.ticks {
			s.ticks[i].taken = slices.Contains(numbers, i+1)
		}
	})
	return nil
}

// Lock is the reason why a version cannot be left out: ErrWinner, ErrOwn or ErrAll;
// nil where it can.
func (s *Session) Lock(number int) error {
	if _, err := s.candidate(number); err != nil {
		return err
	}
	return s.locked(number)
}

func (s *Session) locked(number int) error {
	switch {
	case number == 0:
		return fmt.Errorf("version %s: %w", Letter(number), ErrWinner)
	case s.grid.bound(number, s.about.bound(s.it, "")): // whoever resolves
		return fmt.Errorf("version %s: %w", Letter(number), ErrAll)
	case s.grid.bound(number, s.about.bound(s.it, s.endpoint)):
		return fmt.Errorf("version %s: %w", Letter(number), ErrOwn)
	}
	return nil
}

package conflicts

import (
	"fmt"
	"slices"

	"crossfeed/engine/item"
)

// Candidate is one of the versions to choose from. The winner comes first, then the conflicts
// in their order, then the reopened versions. Number counts from 0, the winner, and is the N
// of --take. Letters run A, B, C….
type Candidate struct {
	Version *item.Version
	// Equal are versions with equal content (ancestry.Equal). They share the column and are
	// included with it. Versions equal to the winner are always included.
	Equal  []*item.Version
	Letter string
	Number int
	// Own reports whether this endpoint made the version, or an equal one.
	Own bool
	// Offered reports whether the version was resolved before and has been reopened.
	Offered bool
	// Missing reports whether the publisher did not store the version's content (SSE 0.91 §5).
	// Such a version can be included, but nothing can be taken from it.
	Missing bool
	// Taken reports whether the version is included, so that nobody is asked about it again.
	// The winner is always included.
	Taken bool
	// Locked reports whether the version cannot be left out: it is the endpoint's own, or the
	// winner, or the dialect resolves all versions at once (Session.Lock).
	Locked bool
}

// Candidates returns the versions to choose from.
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

func (s *Session) own(v *item.Version) bool { return s.endpoint != "" && v.Top().By == s.endpoint }

func (s *Session) candidate(number int) (*item.Version, error) {
	if v := s.grid.version(number); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no version %d: they are numbered from 0, the winner, to %d", number, len(s.ticks))
}

// number returns the number of v, or -1 if v is no longer a candidate.
func (s *Session) number(v *item.Version) int {
	if v == nil {
		return -1
	}
	return slices.Index(s.grid.versions, v)
}

// letterOf returns the letter of v, or "" if v is no longer a candidate.
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

// Letter returns the letter for a candidate's number: A to Z, then AA, AB….
func Letter(number int) string {
	last := string(rune('A' + number%26))
	if number < 26 {
		return last
	}
	return Letter(number/26-1) + last
}

// tick records whether a conflict is included.
type tick struct {
	taken bool
	// offered is the initial state, before a person changed it.
	offered bool
}

func (s *Session) counts(number int) bool { return number == 0 || s.ticks[number-1].taken }

// ticked encodes which candidates are included, as a map key.
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

// Tick includes a conflict or a reopened version, or leaves it out. Proposals ignore versions
// that are left out. The error is ErrOwn for leaving out an own version, ErrWinner for the
// winner (SSE 0.93 §3.4), and ErrAll for any version if every update resolves all conflicts
// (SSE 0.91 §4.2).
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

// retick changes ticks. If others also changed the hunk that a paragraph was moved to, the
// result has the moved paragraph only while the versions that moved and edited it are
// included. A choice for the paragraph that would no longer show in the result is reset.
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

// openMove is a paragraph that was moved to a hunk that others changed as well: the target
// hunk as the versions that moved it have it, without the paragraph, and with the edit.
type openMove struct {
	to                 int
	text, left, edited string
}

// openMove returns the open move of a paragraph out of a hunk, if there is one.
func (s *Session) openMove(r *row, hunk int) (o openMove, open bool) {
	pieces := s.pieces(r)
	m := pieces[hunk].move
	if m == nil || m.To == hunk || !pieces[m.To].Open {
		return o, false
	}
	return openMove{m.To, pieces[m.To].texts[m.By], m.Left, m.There}, true
}

// Only includes exactly the numbered conflicts (from 1) and reopened versions. The error is
// ErrOwn if an own version is not among them, and ErrAll if any is not where all are resolved
// at once. The ticks do not change then.
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

// Lock returns the reason why a version cannot be left out (ErrWinner, ErrOwn or ErrAll), or
// nil if it can.
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
	case s.grid.bound(number, s.about.bound(s.it, "")): // regardless of who resolves
		return fmt.Errorf("version %s: %w", Letter(number), ErrAll)
	case s.grid.bound(number, s.about.bound(s.it, s.endpoint)):
		return fmt.Errorf("version %s: %w", Letter(number), ErrOwn)
	}
	return nil
}

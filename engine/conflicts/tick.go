package conflicts

import (
	"fmt"
	"slices"
)

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
// where every update settles all conflicts is ErrAll (SSE 0.91 §4.2).
func (s *Session) Tick(number int, taken bool) error {
	if _, err := s.candidate(number); err != nil {
		return err
	}
	if err := s.locked(number); err != nil && !taken {
		return err
	}
	if number > 0 {
		s.ticks[number-1].taken = taken
	}
	return nil
}

// Only ticks exactly the conflicts numbered, from 1, and versions offered again. Leaving an own one out is
// ErrOwn, leaving any out where all are settled at once ErrAll. After an error the ticks are as they were.
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
	for i := range s.ticks {
		s.ticks[i].taken = slices.Contains(numbers, i+1)
	}
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

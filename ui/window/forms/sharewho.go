package forms

import "fyne.io/fyne/v2"

// Tell says who could read the list, and lets it be published, where the fields still say
// what was asked for.
func (s *Share) Tell(asked Sharing, who string) {
	if place(asked) != place(s.Asked()) {
		return
	}
	s.told = asked
	s.who.SetText(who)
	s.changed()
}

// known tells whether it was said who can read what the fields say.
func (s *Share) known() bool {
	return s.told.Location != "" && place(s.told) == place(s.Asked())
}

// Waiting tells whether the focus is where a person asked to go on, and not in another field
// that they went to meanwhile.
func (s *Share) Waiting(focused fyne.Focusable) bool { return focused == s.location || focused == s.do }

// left asks who could read the list where a person has typed a place, once for each.
func (s *Share) left() {
	if place(s.asked) != place(s.Asked()) {
		s.ask()
	}
}

// ask asks who could read the list, where that is not known yet.
func (s *Share) ask() {
	if asked := s.Asked(); asked.Location != "" && !s.known() {
		s.asked = asked
		s.events.Ask(asked)
	}
}

// Trust trusts a certificate and asks again.
func (s *Share) Trust(fingerprint string) {
	s.access.Trust(fingerprint)
	s.Problem("")
	s.ask()
}

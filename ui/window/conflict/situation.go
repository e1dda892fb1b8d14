package conflict

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/say"
)

// situationText says what kind of case it is, and which versions differ in
// nothing that a person can see.
func situationText(shown Shown, speaker say.Speaker) string {
	s := shown.Session
	kind := s.Situation()
	text := cmp.Or(circleText(shown), orphanText(shown), say.Situation(kind))
	if kind == conflicts.OnlyVolatile {
		return text
	}
	if moves := movesText(shown, speaker); moves != "" {
		text += " " + moves
	}
	for _, group := range s.Alike() {
		if len(group) > 1 {
			text += " " + lang.L("{{.Who}}: no real difference.", say.Data{"Who": say.And(lettersOf(s, group))})
		}
	}
	return strings.TrimSpace(text)
}

func lettersOf(s *conflicts.Session, numbers []int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, s.Candidates()[n].Letter)
	}
	return all
}

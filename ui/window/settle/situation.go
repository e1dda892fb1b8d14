package settle

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
)

// situationText says what kind of case it is, and which versions differ in
// nothing that a person can see.
func situationText(s *session.Session) string {
	kind := s.Situation()
	text := say.Situation(kind)
	if kind == session.DeletedByAll || kind == session.SameEverywhere || kind == session.OnlyVolatile {
		return text
	}
	for _, group := range s.Alike() {
		if len(group) > 1 {
			text += " " + lang.L("{{.Who}}: no real difference.", say.Data{"Who": say.And(lettersOf(s, group))})
		}
	}
	return strings.TrimSpace(text)
}

func lettersOf(s *session.Session, numbers []int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, s.Candidates()[n].Letter)
	}
	return all
}

package grid

import (
	"fmt"

	"crossfeed/engine/settle/session"
)

// Outcome says what saving will do, and what has to be chosen before.
func (v View) Outcome(s *session.Session) []string {
	o := s.Outcome()
	open := s.Open()
	sentence := fmt.Sprintf("Saves update %d. %s", o.Update, goes(o))
	if o.Deletes {
		sentence = fmt.Sprintf("Saves update %d, which deletes it. %s", o.Update, goes(o))
	}
	all := v.sentences(sentence)
	if len(open) > 0 {
		all = append(all, v.sentences("To choose before: "+and(Named(open))+".")...)
	}
	return all
}

// goes says what becomes of the conflicts.
func goes(o session.Outcome) string {
	settled := "No version goes"
	switch {
	case o.Settled == 1:
		settled = "1 version goes"
	case o.Settled > 1:
		settled = fmt.Sprintf("%d versions go", o.Settled)
	}
	stays := "none stays open"
	switch {
	case o.Open == 1:
		stays = "1 stays open"
	case o.Open > 1:
		stays = fmt.Sprintf("%d stay open", o.Open)
	}
	return settled + " into the history, " + stays + "."
}

// Named puts what is open into words: "" is whether the item stays.
func Named(open []string) []string {
	var all []string
	for _, field := range open {
		if field == "" {
			field = "whether it stays"
		}
		all = append(all, field)
	}
	return all
}

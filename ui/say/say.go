// Package say puts people and times into the words of the window. Every word
// goes through Fyne's lang.
package say

import (
	"regexp"
	"time"

	"fyne.io/fyne/v2/lang"
)

// Data are the values that a translated sentence names.
type Data = map[string]any

// Speaker knows who "you" are and what time it is.
type Speaker struct {
	// Own is the identifier of this endpoint.
	Own string
	// Now is the clock.
	Now func() time.Time
	// Zone is where the user is.
	Zone *time.Location
	// Book has the names of endpoints; nil has none.
	Book *Book
}

// Language is the language that the window speaks, as its code in ISO 639-1.
func Language() string { return lang.X("language of the window", "en") }

// Person is the endpoint that made an update, in a person's words.
func (s Speaker) Person(by string) string {
	switch by {
	case "":
		return lang.L("somebody")
	case s.Own:
		return lang.L("you")
	}
	return s.name(by)
}

// By is Person after "by": other languages decline it.
func (s Speaker) By(by string) string {
	switch by {
	case "":
		return lang.X("by somebody", "somebody")
	case s.Own:
		return lang.X("by you", "you")
	}
	return s.name(by)
}

// Generated tells whether an identifier is one that a program made: it says nothing to a
// person.
func Generated(by string) bool { return generated.MatchString(by) }

// name is what a person calls an endpoint, or its identifier.
func (s Speaker) name(by string) string {
	if name := s.Book.Name(by); name != "" {
		return name
	}
	return Short(by)
}

// Changed says who made a change and when, or only who where the time is not
// known.
func (s Speaker) Changed(by string, at time.Time) string {
	data := Data{"Who": s.By(by), "When": s.Local(at), "Ago": s.Ago(at)}
	if at.IsZero() {
		return lang.L("changed by {{.Who}}", data)
	}
	return lang.L("changed {{.When}} by {{.Who}}, {{.Ago}}", data)
}

// Made says who made a version and when.
func (s Speaker) Made(by string, at time.Time) string {
	if at.IsZero() {
		return s.Person(by) + " · " + s.Ago(at)
	}
	return s.Person(by) + " · " + s.Local(at) + " · " + s.Ago(at)
}

// Deleted is Changed for a deletion.
func (s Speaker) Deleted(by string, at time.Time) string {
	data := Data{"Who": s.By(by), "When": s.Local(at)}
	if at.IsZero() {
		return lang.L("deleted by {{.Who}}", data)
	}
	return lang.L("deleted by {{.Who}}, {{.When}}", data)
}

// generated is what an identifier looks like that a program made: such are told
// apart by their beginnings, and cut, so that they leave room for the time.
var generated = regexp.MustCompile(`^[a-z2-7]{16,}$`)

// Short is an identifier as it is shown: one that a program made is cut.
func Short(by string) string {
	const enough = 8
	if Generated(by) {
		return by[:enough] + "…"
	}
	return by
}

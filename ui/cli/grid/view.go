package grid

import (
	"strconv"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

// View says how a settling is drawn.
type View struct {
	// Width is that of the terminal in columns; 0 is 80.
	Width int
	// Now is what times are told against, in the zone that they are told in.
	Now time.Time
	// Person is what an endpoint is called: "you" for this one. nil calls them
	// by their identifiers.
	Person func(by string) string
	// Keys puts the number to type for a version behind its letter: "A·1".
	Keys bool
	// Remark is what is said about a version besides, or nil.
	Remark func(conflicts.Candidate) string
	// Where tells where places of an item are; nil leaves identifiers.
	Where func(id string, places ...item.Place) ([]engine.Whereabouts, error)
	// All shows the fields too that are the same in all versions.
	All bool

	// at are the places that were asked for already.
	at map[item.Place]engine.Whereabouts
}

// Draw draws a settling: the versions, what they started from, the fields that
// differ, why something is proposed, and what saving will do.
func (v View) Draw(s *conflicts.Session) []string {
	v = v.located(s)
	all := v.Head(s)
	if fields := v.Fields(s); len(fields) > 0 {
		all = append(append(all, ""), fields...)
	}
	return append(append(all, ""), v.Outcome(s)...)
}

func (v View) width() int {
	const usual, least = 80, 20
	if v.Width <= 0 {
		return usual
	}
	return max(v.Width, least)
}

// Who is what an endpoint is called, in one line.
func (v View) Who(by string) string {
	switch {
	case by == "":
		return "somebody"
	case v.Person == nil:
		return inOneLine(by)
	}
	return inOneLine(v.Person(by))
}

// label names a version.
func (v View) label(c conflicts.Candidate) string {
	if !v.Keys {
		return c.Letter
	}
	return c.Letter + "·" + strconv.Itoa(c.Number+1)
}

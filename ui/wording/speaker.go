package wording

import (
	"strconv"
	"time"

	"crossfeed/engine/record/quickadd"
)

// Data are the values inserted into a translated sentence.
type Data = map[string]any

// Speaker knows who "you" are and what time it is.
type Speaker struct {
	// Own is the identifier of this endpoint.
	Own string
	// Now is the clock.
	Now func() time.Time
	// Zone is the user's time zone.
	Zone *time.Location
	// Book has the names of people and devices; nil means none.
	Book *Book
}

// Language returns the ISO 639-1 code of the window's language.
func Language() string { return L("language-of-the-window", "en") }

// Changed says who made a change and when, or if the time is unknown, only who.
func (s Speaker) Changed(by string, at time.Time) string {
	data := Data{"Who": s.By(by), "When": s.Local(at), "Ago": s.Ago(at)}
	if at.IsZero() {
		return L("changed-by-who", "changed by {{.Who}}", data)
	}
	return L("changed-when-by-who-ago", "changed {{.When}} by {{.Who}}, {{.Ago}}", data)
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
		return L("deleted-by-who", "deleted by {{.Who}}", data)
	}
	return L("deleted-by-who-when", "deleted by {{.Who}}, {{.When}}", data)
}

// Number formats a number with thousands separators.
func Number(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + L("between-thousands", ",") + text[at:]
	}
	return text
}

// Typing returns the time, zone and language for dates that a person types. The language is
// that of the window, which its translation names.
func (s Speaker) Typing() quickadd.Now {
	return quickadd.Now{Time: s.Now().In(s.Zone), Language: quickadd.Language(Language())}
}

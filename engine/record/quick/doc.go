// Package quick reads what a person types in one line: a date in words, or a
// whole todo such as "milk next fri 18:00 #dairy p1".
//
// English and German words are always understood, whatever the language of the
// program. docs/records.md says which; lexicon.go holds them. What time it is
// is given, never asked for. Dates are floating: they are meant where the person
// is.
package quick

import (
	"time"

	"crossfeed/engine/record"
)

// Language decides what words mean that are another word in the other language,
// and the order of "11/27".
type Language string

// Languages that are read. Any other counts as English.
const (
	English Language = "en"
	German  Language = "de"
)

// Now is when, where and in which language a person types.
type Now struct {
	// Time is in the zone in which the person is.
	Time     time.Time
	Language Language
}

// Date is the date that a text says, and whether all of the text is one date:
// words, the ways in which dates are written, or the text form of record.Date.
// A time alone is the next such time. A day that does not exist is no date.
func Date(text string, now Now) (record.Date, bool) {
	words := wordsOf(text)
	r := reader{Now: now, sure: true}
	if w, n := r.when(words); n > 0 && n == len(words) {
		return r.resolve(w), true
	}
	d, err := record.ParseDate(text)
	return d, err == nil && !d.IsZero()
}

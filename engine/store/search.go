package store

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Searchable is the text that Query.Search looks into: the titles, texts and
// fields of all versions of an item, folded.
func Searchable(it *item.Item) string { return searchable(it, record.Searched(it.Winner.Content)) }

// Shown is what lists show of an item whose versions are sorted so, and its Searchable
// text: a record is read once for both.
func Shown(it *item.Item, s ancestry.Sorted) (Row, string) {
	facts, words := record.Summary(it.Winner.Content)
	return rowOf(it, s, facts), searchable(it, words)
}

// searchable is the text of an item whose winner has those words.
func searchable(it *item.Item, words []string) string {
	var text strings.Builder
	fold(&text, words)
	for _, v := range it.Conflicts {
		fold(&text, record.Searched(v.Content))
	}
	return text.String()
}

// fold adds texts, each with a boundary after it.
func fold(b *strings.Builder, texts []string) {
	for _, t := range texts {
		if t != "" {
			b.WriteString(Fold(t))
			b.WriteByte(boundary)
		}
	}
}

// boundary keeps a search from matching across two texts: XML cannot hold it.
const boundary = 0

// Fold makes texts alike that differ only in case or in how accents are
// composed: ß as ss, and A with a combining diaeresis as ä.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(s)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Query says which rows of a set are wanted: those that pass every field.
type Query struct {
	// Search keeps rows whose title, text or fields of a record, in the winner
	// or an open conflict, contain it, whatever the case. Empty keeps all.
	Search string
	// Deleted asks for the tombstones with nothing to resolve instead of the
	// rest.
	Deleted bool
	// Conflicted keeps only rows with something to resolve.
	Conflicted bool
	// Open leaves out todos that are done or cancelled.
	Open bool
	// DueFrom and DueTo keep rows that are due on these days or between, as
	// they are written, whatever their time and zone: "2026-11-27". Empty is
	// without a bound; where both are, rows that are never due pass too.
	DueFrom, DueTo string
	// Tag keeps rows with that tag, whatever the case. Empty keeps all.
	Tag string
	// Parent keeps rows that are part of the todo of that UID. Empty keeps all.
	Parent string
	// Alarms keeps only rows with alarms.
	Alarms bool
	// Limit is the greatest number of rows; 0 is no limit.
	Limit int
	// Enough is how many rows CountRows has to count: where there are more it may
	// give any number from there to all. 0 is all.
	Enough int
}

// TagCount is a tag and how much it is used.
type TagCount struct {
	Set int64
	Tag string
	// Open is the number of rows with the tag that Query{Open: true} gives.
	Open int
}

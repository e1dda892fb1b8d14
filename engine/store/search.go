package store

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Searchable is the text that Query.Search looks into: the titles, texts and
// fields of all versions of an item, folded.
func Searchable(it *item.Item) string {
	var b strings.Builder
	for _, v := range it.Versions() {
		for _, part := range record.Searched(v.Content) {
			if part != "" {
				b.WriteString(Fold(part))
				b.WriteByte(boundary)
			}
		}
	}
	return b.String()
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

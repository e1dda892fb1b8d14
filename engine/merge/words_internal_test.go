package merge

import (
	"slices"
	"testing"

	"crossfeed/engine/enginetest/testsize"
)

// ASCII is split like any text: tested with every ASCII character, and with all texts of some
// characters of each kind.
func TestWordsOfASCIIAreThoseOfAnyText(t *testing.T) {
	check := func(text string) {
		if got, want := asciiWords(text), anyWords(text); !slices.Equal(got, want) {
			t.Fatalf("%q: got %q, want %q", text, got, want)
		}
	}
	for b := range byte(0x80) {
		for _, around := range []string{"a", "1", " ", "_"} {
			check(around + string(rune(b)) + around)
			check(string(rune(b)) + string(rune(b)) + around)
		}
	}
	var all func(text string, left int)
	all = func(text string, left int) {
		check(text)
		for _, next := range "aZ1_ .':,;\r\n\t\"-" {
			if left > 0 {
				all(text+string(next), left-1)
			}
		}
	}
	all("", testsize.Of(4, 5))
}

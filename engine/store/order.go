package store

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// NameKeys returns a function that makes sort keys from names, in the order that people
// expect: ä next to a, ignoring case, and 10 after 9. CLDR's root order suits all languages of
// the program.
func NameKeys() func(name string) []byte {
	c := collate.New(language.Und, collate.IgnoreCase, collate.Numeric)
	var buffer collate.Buffer
	return func(name string) []byte {
		buffer.Reset() // it would grow to the size of all keys, and be copied each time
		return slices.Clone(c.KeyFromString(&buffer, name))
	}
}

// SortByName sorts by name in the order of NameKeys. The sort is stable.
func SortByName[T any](all []T, name func(T) string) {
	if len(all) < 2 { // making NameKeys takes longer than sorting dozens
		return
	}
	type keyed struct {
		key  []byte
		name string
		at   int
	}
	key, sorted := NameKeys(), make([]keyed, len(all))
	for i, one := range all {
		sorted[i] = keyed{key(name(one)), name(one), i}
	}
	slices.SortFunc(sorted, func(a, b keyed) int {
		return cmp.Or(slices.Compare(a.key, b.key), strings.Compare(a.name, b.name), cmp.Compare(a.at, b.at))
	})
	for i := range sorted { // in cycles, because a copy of all may be large
		first := all[i]
		for at := i; sorted[at].at != at; {
			from := sorted[at].at
			sorted[at].at = at
			if from == i {
				all[at] = first
				break
			}
			all[at], at = all[from], from
		}
	}
}

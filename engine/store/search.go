package store

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Shown returns what lists show of an item with these sorted versions, and its text for
// Query.Search: the titles, texts and fields of all versions, folded. It parses the record only
// once.
func Shown(it *item.Item, s ancestry.Sorted) (Row, string) {
	facts, words := record.Summary(it.Winner.Content)
	var text strings.Builder
	fold(&text, words)
	for _, v := range it.Conflicts {
		fold(&text, record.Searched(v.Content))
	}
	return rowOf(it, s, facts), text.String()
}

// fold adds folded texts, each followed by a boundary.
func fold(b *strings.Builder, texts []string) {
	for _, t := range texts {
		if t != "" {
			b.WriteString(Fold(t))
			b.WriteByte(boundary)
		}
	}
}

// boundary prevents matches across two texts, since XML cannot contain it.
const boundary = 0

// Fold removes differences in case and in the composition of accents: ß becomes ss, and a with
// a combining diaeresis becomes ä.
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

// Query selects rows of a list: those that match every field.
type Query struct {
	// Search selects rows whose winner or open conflicts contain it in the title, the text or
	// the fields of a record, ignoring case. After "#" it also selects those with a tag that
	// begins with it. Empty selects all.
	Search string
	// Deleted selects the tombstones with nothing to resolve, instead of the rest.
	Deleted bool
	// Trash selects those of Deleted that were not hidden (ItemWriter.HideDeleted).
	Trash bool
	// Conflicted selects only rows with something to resolve.
	Conflicted bool
	// Open excludes todos that are done or cancelled.
	Open bool
	// Closed selects only todos that are done or cancelled.
	Closed bool
	// Kind selects records of that kind. Empty selects all.
	Kind record.Kind
	// Undated excludes rows with a due date.
	Undated bool
	// DueFrom and DueTo select rows that are due on or between these days, as they are written
	// ("2026-11-27"), whatever their time and zone. Empty is unlimited; if both are empty,
	// rows without a due date are selected, too.
	DueFrom, DueTo string
	// Tag selects rows with that tag, ignoring case. Empty selects all.
	Tag string
	// Parent selects rows that are part of the todo with that UID. Empty selects all.
	Parent string
	// Alarms selects only rows with alarms.
	Alarms bool
	// Limit is the maximum number of rows, or 0 for no limit.
	Limit int
	// Enough is how many rows CountRows has to count: if there are more, it may return any
	// number between Enough and all. 0 counts all.
	Enough int
}

// SearchedTag returns the folded beginning of a tag that Search looks for, or "".
func (q Query) SearchedTag() string {
	if tag, is := strings.CutPrefix(Fold(q.Search), "#"); is {
		return tag
	}
	return ""
}

// TagCount is a tag with how often it is used.
type TagCount struct {
	Set int64
	Tag string
	// Open is the number of rows with the tag that match Query{Open: true}.
	Open int
}

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
	order := make([]int, len(all))
	for i, s := range sorted {
		order[i] = s.at
	}
	reorder(all, order)
}

// reorder moves each element of order, which it uses up, to its place. It goes round in cycles,
// because a copy of all may be large.
func reorder[T any](all []T, order []int) {
	for i := range order {
		first := all[i]
		for at := i; order[at] != at; {
			from := order[at]
			order[at] = at
			if from == i {
				all[at] = first
				break
			}
			all[at], at = all[from], from
		}
	}
}

package feed

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	places "crossfeed/engine/rules/order"
)

// Limits of one item, against feeds that are made to take all time and memory.
// No item that people share comes near them.
const (
	// maxNodes limits the elements and attributes, those of conflicts included.
	maxNodes = 200_000
	// maxConflicts limits the versions in sx:conflicts: each is compared with
	// each.
	maxConflicts = 1_000
	// maxNesting limits how deep elements are nested within a version. A version
	// that becomes a conflict stands three levels deeper than it did, and has to
	// stay readable there.
	maxNesting = 128
	// maxLevels limits how deep outlines stand in each other.
	maxLevels = places.Levels
	// maxOpenNodes limits the elements and attributes of the outlines around another,
	// which are all held.
	maxOpenNodes = 1_000_000
	// maxBindings limits the namespace declarations in force. In a conflict those
	// of the document and of the winner are in force as well.
	maxBindings = 256
)

// SectionLimits is what a Problem names as its section where an item is beyond a
// limit that no specification sets.
const SectionLimits = "limits of Crossfeed"

// Fits refuses an item that could not be read again from the document that it is
// written to. Merging can make one: it unites the conflicts of both sides.
func Fits(it *item.Item) error {
	if n := len(it.Conflicts); n > maxConflicts {
		return tooManyConflicts(n)
	}
	nodes := 0
	for _, v := range it.Conflicts {
		nodes += nodesOf(v)
	}
	if nodes == 0 {
		return nil
	}
	if nodes += nodesOf(it.Winner); nodes > maxNodes {
		return fmt.Errorf("its versions have %d elements and attributes together, and an item may have no more than %d: resolve it first", nodes, maxNodes)
	}
	return nil
}

func tooManyConflicts(n int) error {
	return fmt.Errorf("there are %d conflicts, and an item may have no more than %d: resolve some of them first", n, maxConflicts)
}

// nodesOf counts what reading a version takes from maxNodes, and never too
// little.
func nodesOf(v *item.Version) int {
	const perHistory, perVersion = 4, 24
	n := perVersion + perHistory*len(v.History) + marks(v.Content.XML()) + marks(v.Extra) + marks(v.Publisher)
	for _, h := range v.History {
		n += marks(h.Extra)
	}
	return n
}

// marks counts the beginnings of elements and of attribute values in canonical
// XML.
func marks(xml string) int {
	return strings.Count(xml, "<") - strings.Count(xml, "</") + strings.Count(xml, `="`)
}

// Sizes, in characters and in elements, that no value has that a person typed. What is
// beyond them is read and stored, and a part of it is shown.
const (
	LongestLine  = 10_000
	LongestText  = 1_000_000
	mostElements = 1_000
)

// Size is the absurd size of a field of an item, or of the feed itself: how many characters
// its longest value has, or how many values there are.
type Size struct {
	// Item is "" for the feed itself.
	Item       string `json:"item"`
	Field      string `json:"field"`
	Characters int    `json:"characters,omitempty"`
	Values     int    `json:"values,omitempty"`
}

// The fields of an item that are of its history, and its identifier.
const (
	fieldID      = "id"
	fieldAuthor  = "author"
	fieldHistory = "history"
)

func (s Size) String() string {
	if s.Values == 0 {
		return fmt.Sprintf("its %s has %d characters; the beginning is shown", s.Field, s.Characters)
	}
	values := s.Field
	if values == fieldHistory {
		values = "history entries"
	}
	return fmt.Sprintf("its %s are %d; a few of them are shown", values, s.Values)
}

// problem is the warning of a size.
func (s Size) problem(line int) Problem {
	return Problem{Warning, line, s.Item, "absurd-size", SectionLimits, s.String()}
}

// sizes are warnings about values of an item that are absurdly long or many.
func sizes(e *Entry) (found []Problem) {
	e.Sizes = oversized(e.Item)
	for _, s := range e.Sizes {
		found = append(found, s.problem(e.Line))
	}
	return found
}

// oversized are the fields that are of an absurd size in a version of an item, or of none.
func oversized(it *item.Item) (all []Size) {
	if it == nil {
		return nil
	}
	id := it.ID()
	if len(id) > LongestLine {
		id = brief(id)
	}
	add := func(field string, characters, values int) {
		if characters == 0 && values == 0 {
			return
		}
		at := slices.IndexFunc(all, func(s Size) bool { return s.Field == field })
		if at < 0 {
			at, all = len(all), append(all, Size{Item: id, Field: field})
		}
		all[at].Characters, all[at].Values = max(all[at].Characters, characters), max(all[at].Values, values)
	}
	add(fieldID, longestOf(LongestLine, it.ID()), 0)
	for _, v := range it.Versions() {
		if n := len(v.History); n > mostElements {
			add(fieldHistory, 0, n)
		}
		for _, h := range v.History {
			add(fieldAuthor, longestOf(LongestLine, h.By), 0)
		}
		if len(v.Content.XML()) <= LongestLine {
			continue
		}
		r := record.Read(v.Content)
		for _, f := range record.Fields(r.Kind) {
			characters, values := absurdSize(f.Form, r.Get(f.Name))
			add(f.Name, characters, values)
		}
	}
	return all
}

// absurdSize is the length of a value or the number of its parts, where one is absurd.
func absurdSize(form record.Form, value string) (characters, values int) {
	most := LongestLine
	parts := []string{value}
	switch {
	case form == record.Text:
		most = LongestText
	case form == record.Picture || form == record.Files: // these are data
		return 0, 0
	case form == record.Words:
		parts = record.ParseTags(value)
	case form.Rows():
		parts = strings.Split(value, "\n")
	}
	if len(parts) > mostElements {
		return 0, len(parts)
	}
	return longestOf(most, parts...), 0
}

// longestOf is how long the longest of some values is, where that is absurd, or 0.
func longestOf(most int, values ...string) int {
	longest := 0
	for _, v := range values {
		if len(v) > most {
			longest = max(longest, utf8.RuneCountInString(v))
		}
	}
	if longest <= most {
		return 0
	}
	return longest
}

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

// Limits of one item, as a defense against feeds that are designed to exhaust time and memory.
// Items that people share are far below them.
const (
	// maxNodes limits the elements and attributes, including those of conflicts.
	maxNodes = 200_000
	// maxConflicts limits the versions in sx:conflicts: each is compared with all others.
	maxConflicts = 1_000
	// maxNesting limits the nesting of elements within a version. A version that becomes a
	// conflict moves three levels deeper, and has to remain readable there.
	maxNesting = 128
	// maxLevels limits the nesting of outlines.
	maxLevels = places.Levels
	// maxOpenNodes limits the elements and attributes of the outlines that enclose another
	// one, which are all held in memory.
	maxOpenNodes = 1_000_000
	// maxBindings limits the namespace declarations in force. In a conflict, this includes
	// those of the document and of the winner.
	maxBindings = 256
)

// SectionLimits is the section of a Problem about a limit that no specification sets.
const SectionLimits = "limits of Crossfeed"

// Fits returns an error for an item that could not be read again once written. Merging can
// create one, because it combines the conflicts of both sides.
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

// nodesOf returns how much of maxNodes reading a version takes. The estimate is never too low.
func nodesOf(v *item.Version) int {
	const perHistory, perVersion = 4, 24
	n := perVersion + perHistory*len(v.History) + marks(v.Content.XML()) + marks(v.Extra) + marks(v.Publisher)
	for _, h := range v.History {
		n += marks(h.Extra)
	}
	return n
}

// marks counts the start tags and attribute values in canonical XML.
func marks(xml string) int {
	return strings.Count(xml, "<") - strings.Count(xml, "</") + strings.Count(xml, `="`)
}

// Sizes, in characters and in elements, that no manually entered value exceeds. Larger values
// are read and stored, but only a part of them is shown.
const (
	LongestLine  = 10_000
	LongestText  = 1_000_000
	mostElements = 1_000
)

// Size is the absurd size of a field of an item, or of the feed itself: the number of
// characters of its longest value, or the number of values.
type Size struct {
	// Item is "" for the feed itself.
	Item       string `json:"item"`
	Field      string `json:"field"`
	Characters int    `json:"characters,omitempty"`
	Values     int    `json:"values,omitempty"`
}

// The fields of an item that are not content.
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

func (s Size) problem(line int) Problem {
	return Problem{Warning, line, s.Item, "absurd-size", SectionLimits, s.String()}
}

// sizes returns warnings about values of an item that are absurdly long or numerous.
func sizes(e *Entry) (found []Problem) {
	e.Sizes = oversized(e.Item)
	for _, s := range e.Sizes {
		found = append(found, s.problem(e.Line))
	}
	return found
}

// oversized returns the fields that have an absurd size in any version of an item, which may
// be nil.
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

// absurdSize returns the length of a value or the number of its parts, if that is absurd.
func absurdSize(form record.Form, value string) (characters, values int) {
	most := LongestLine
	parts := []string{value}
	switch {
	case form == record.Text:
		most = LongestText
	case form == record.Picture || form == record.Files: // these contain data
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

// longestOf returns the length of the longest value if it exceeds most, or 0.
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

package feed

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/record"
)

// Sizes that no value has that a person typed. What is beyond them is read and kept, and
// a part of it is shown.
const (
	longestLine  = 10_000
	longestText  = 1_000_000
	mostElements = 1_000
)

// sizes are warnings about values of an item that are absurdly long or many.
func sizes(e *Entry) []Problem {
	if e.Item == nil || len(e.Item.Winner.Content.XML()) <= longestLine {
		return nil
	}
	var found []Problem
	r := record.Read(e.Item.Winner.Content)
	for _, f := range record.Fields(r.Kind) {
		if text := oversized(f.Form, r.Get(f.Name)); text != "" {
			found = append(found, Problem{Warning, e.Line, e.Item.ID(), "absurd-size", SectionLimits, "its " + f.Name + " " + text})
		}
	}
	return found
}

// oversized says what is absurd about the size of a value, or "".
func oversized(form record.Form, value string) string {
	most := longestLine
	switch {
	case form == record.Text:
		most = longestText
	case form == record.Picture || form == record.Files: // these are data
		return ""
	case form == record.Words:
		if n := len(record.ParseTags(value)); n > mostElements {
			return fmt.Sprintf("are %d; a few of them are shown", n)
		}
		return longestOf(record.ParseTags(value), most)
	case form.Rows():
		lines := strings.Split(value, "\n")
		if len(lines) > mostElements {
			return fmt.Sprintf("are %d; a few of them are shown", len(lines))
		}
		return longestOf(lines, most)
	}
	return longestOf([]string{value}, most)
}

// longestOf says how long the longest of some values is, where that is absurd, or "".
func longestOf(values []string, most int) string {
	longest := 0
	for _, v := range values {
		if len(v) > most {
			longest = max(longest, utf8.RuneCountInString(v))
		}
	}
	if longest <= most {
		return ""
	}
	return fmt.Sprintf("has %d characters; the beginning is shown", longest)
}

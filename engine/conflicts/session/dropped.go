package session

import (
	"slices"
	"strings"

	"crossfeed/engine/record"
)

// Dropped is what saving would leave out of a version: something that the version
// has, and that neither the result nor the original has. It stays in the history.
type Dropped struct {
	// Number identifies the candidate.
	Number int
	// Field is the name of the field; "" for the deletion of the item where the
	// result keeps it.
	Field string
	// Values are the value that the result lacks, or the members of a set, or the
	// lines of a text. There are none where the version emptied the field and the
	// result does not.
	Values []string
}

// Dropped lists what saving now would drop, by candidate and then by field. Only
// included versions that say something drop anything: what is left out stays open.
func (s *Session) Dropped() []Dropped {
	var all []Dropped
	for n, v := range s.grid.versions {
		switch {
		case !s.counts(n):
		case v.Deleted && !s.deletes():
			all = append(all, Dropped{Number: n})
		case s.grid.lives[n]:
			all = append(all, s.droppedOf(n)...)
		}
	}
	return all
}

func (s *Session) droppedOf(number int) []Dropped {
	var all []Dropped
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		if !r.speaks[number] || r.alike && !s.deletes() || r.field.Merge == record.MergeNever {
			continue
		}
		value, result := r.values[number], ""
		if !s.deletes() {
			result = s.stand(r).value
		}
		if r.field.Alike(value, result) || r.base != nil && r.field.Alike(value, *r.base) {
			continue
		}
		d := Dropped{Number: number, Field: r.field.Name, Values: r.missingFrom(value, result)}
		if len(d.Values) > 0 || value == "" {
			all = append(all, d)
		}
	}
	return all
}

// missingFrom returns what a value has, and neither the original nor the result.
func (r *row) missingFrom(value, result string) []string {
	if r.field.Merge != record.MergeText && !r.field.Form.Rows() {
		if value == "" {
			return nil
		}
		return []string{value}
	}
	known := count(filled(result))
	if r.base != nil {
		for line, n := range count(filled(*r.base)) {
			known[line] = max(known[line], n)
		}
	}
	return slices.DeleteFunc(filled(value), func(line string) bool {
		known[line]--
		return known[line] >= 0
	})
}

func count(lines []string) map[string]int {
	counts := map[string]int{}
	for _, line := range lines {
		counts[line]++
	}
	return counts
}

// filled returns the lines of a text that are not blank.
func filled(text string) []string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	return slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
}

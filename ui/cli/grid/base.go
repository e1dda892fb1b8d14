package grid

import (
	"fmt"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
)

// original says what the original of the versions is, or why it is not known.
func (v View) original(b lineage.Base) string {
	switch {
	case b.Merged() && len(b.Missing) > 0:
		return mergedFrom(b) + ". Missing: " + v.updates(b.Missing) + "."
	case b.Merged():
		return mergedFrom(b) + "."
	case b.Known() && b.Version.Deleted:
		return "Original: deleted, " + v.made(b.Version) + "."
	case b.Known():
		return "Original: " + v.made(b.Version) + "."
	}
	const unknown = "Original not known"
	switch b.Unknown {
	case lineage.Apart:
		return unknown + ": the versions have no update in common."
	case lineage.Cut:
		return unknown + ": another program shortened the history of " + v.updates(b.Missing) + "."
	case lineage.NeverSeen:
		return unknown + ": never received " + v.updates(b.Missing) + "."
	}
	return unknown + "."
}

// mergedFrom says from how many originals one is merged: it is no version that
// somebody wrote.
func mergedFrom(b lineage.Base) string {
	if len(b.Of) == 2 {
		return "Original: merged from two originals"
	}
	return fmt.Sprintf("Original: merged from %d originals", len(b.Of))
}

// updates names updates.
func (v View) updates(all []item.History) string {
	names := make([]string, len(all))
	for i, h := range all {
		names[i] = fmt.Sprintf("update %d by %s", h.Sequence, v.Who(h.By))
	}
	return and(names)
}

// based reports whether there is an original that says something.
func based(s *conflicts.Session) bool {
	b := s.Base()
	return b.Merged() || b.Known() && !b.Version.Deleted
}

// Base shows the original, or says why it is not known.
func (v View) Base(s *conflicts.Session) []string {
	all := v.Paragraph(v.original(s.Base()))
	if !based(s) {
		return all
	}
	widest := 0
	cells := v.cells(s)
	for _, c := range cells {
		widest = max(widest, Width(c.Field))
	}
	for _, c := range cells {
		if c.Base == "" || c.Field == conflicts.Other {
			continue
		}
		before := "  " + pad(c.Field, widest) + "  "
		var lines []string
		for _, line := range plainly(c.Form, c.Base) {
			lines = append(lines, wrap(line, v.width()-Width(before))...)
		}
		all = append(all, indented(before, lines)...)
	}
	return all
}

// plainly is a value compared with nothing.
func plainly(form record.Form, value string) []string {
	return drawn(conflicts.Cell{Form: form}, value)
}

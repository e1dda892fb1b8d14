package snapshot

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/store"
)

// bySection groups nodes by their sections.
func bySection(nodes []*node) []group {
	ordered, ranks := slices.Clone(nodes), map[string]int{"": 0}
	byHand(ordered)
	for _, n := range ordered {
		if key := sectionOf(n.row); ranks[key] == 0 && key != "" {
			ranks[key] = len(ranks)
		}
	}
	rank := func(a, b string) int { return cmp.Compare(ranks[a], ranks[b]) }
	groups := grouped(nodes, sectionOf, rank, func(_ string, first *Row) Heading {
		return Heading{Group: GroupBySection, Section: strings.TrimSpace(first.Section)}
	})
	if len(groups) > 0 && groups[0].heading.Section == "" {
		groups[0].heading = nil
	}
	return groups
}

// sectionOf returns the section of a row, with its case folded, or "".
func sectionOf(r *Row) string {
	if r.Section == "" {
		return "" // most have none
	}
	return store.Fold(strings.TrimSpace(r.Section))
}

// showSections groups a list of todos by section if some of the rows have one, unless the person
// chose another arrangement: sections that somebody else made are seen at once.
func (s *Snapshot) showSections(rows []Row) {
	_, chosen := s.Arrangements[s.Place]
	if s.Place.Kind == KindList && !chosen && slices.ContainsFunc(rows, func(r Row) bool { return r.Section != "" }) {
		s.Arrangement.Group = GroupBySection
	}
}

// HeadingOf returns the heading above a row, which is the row itself if it is one, or NoRow.
func (r Rows) HeadingOf(row int) int {
	for row >= 0 && r[row].Heading == nil {
		row--
	}
	return row
}

// Section returns the section that a row is shown in, or "".
func (r Rows) Section(row int) string {
	if heading := r.HeadingOf(row); heading != NoRow {
		return r[heading].Heading.Section
	}
	return ""
}

// Top returns the ancestor of a row at the top level, or the row itself.
func (r Rows) Top(row int) int {
	for r[row].Depth > 0 {
		row--
	}
	return row
}

// OrderAfter returns the manual order of a new todo after the last one of a section, or "" if
// there is no room: it is last in the list then. It keeps the todos of a section together, or
// the section might move once the first of them is gone.
func (r Rows) OrderAfter(section string) string {
	last, next := int64(math.MinInt64), int64(math.MaxInt64)
	for i := range r {
		if r[i].Ordered && sectionOf(&r[i]) == store.Fold(section) {
			last = max(last, r[i].Order)
		}
	}
	for i := range r {
		if r[i].Ordered && r[i].Order > last {
			next = min(next, r[i].Order)
		}
	}
	if section == "" || last == math.MinInt64 || next == math.MaxInt64 || last+1 == next {
		return ""
	}
	return strconv.FormatInt(last+1, 10)
}

// Sections returns the sections of the rows, each once.
func (r Rows) Sections() (all []string) {
	seen := map[string]bool{"": true}
	for i := range r {
		if key := sectionOf(&r[i]); !seen[key] {
			seen[key] = true
			all = append(all, strings.TrimSpace(r[i].Section))
		}
	}
	return all
}

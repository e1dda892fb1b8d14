package grid

import (
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// versions lists the versions, aligned.
func (v View) versions(candidates []conflicts.Candidate) []string {
	widest := 0
	for _, c := range candidates {
		widest = max(widest, Width(v.label(c)))
	}
	var all []string
	for _, c := range candidates {
		before := mark(c) + " " + pad(v.label(c), widest) + "  "
		all = append(all, indented(before, wrap(v.said(c), v.width()-Width(before)))...)
	}
	return all
}

// mark says whether a version is taken into account: - where that cannot be
// changed.
func mark(c conflicts.Candidate) string {
	switch {
	case c.Locked:
		return "[-]"
	case c.Taken:
		return "[x]"
	}
	return "[ ]"
}

// said says who made a version, and what there is to know about it.
func (v View) said(c conflicts.Candidate) string {
	parts := []string{v.made(c.Version)}
	if c.Version.Deleted {
		parts[0] = "deleted, " + parts[0]
	}
	if c.Number == 0 {
		parts = append(parts, "the winner")
	}
	if c.Own {
		parts = append(parts, "your own")
	}
	if c.Offered {
		parts = append(parts, "offered again: its settling was undone")
	}
	if c.Missing {
		parts = append(parts, "what it said was not kept, so that it cannot be taken")
	}
	parts = append(parts, v.remarks(c.Version)...)
	if v.Remark != nil {
		parts = append(parts, v.Remark(c))
	}
	return strings.Join(parts, ", ")
}

// remarks says what is wrong with the time of a version.
func (v View) remarks(version *item.Version) []string {
	switch lineage.Clock(version, v.Now) {
	case lineage.Ahead:
		return []string{"its time lies ahead: that clock cannot be right"}
	case lineage.Behind:
		return []string{"its time lies before what it was made from: that clock cannot be right"}
	}
	return nil
}

// and joins words.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

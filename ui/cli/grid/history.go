package grid

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
)

// History says how an item came about, one update a line, the newest first. They
// are numbered from the oldest, and each names those that it was made from.
func (v View) History(s *conflicts.Session, g lineage.Graph) []string {
	var all []string
	for i, n := range g.Nodes {
		before := fmt.Sprintf("%3d  ", len(g.Nodes)-i)
		all = append(all, indented(before, wrap(v.update(s, g, n), v.width()-Width(before)))...)
	}
	if len(all) == 0 {
		return v.Paragraph("Nothing is known about how it came about.")
	}
	return all
}

// update says what an update was.
func (v View) update(s *conflicts.Session, g lineage.Graph, n lineage.Node) string {
	parts := []string{v.moment(n.Update)}
	if n.Version != nil && n.Version.Deleted {
		parts = append(parts, "deleted it")
	}
	switch len(n.Parents) {
	case 0:
		parts = append(parts, "the first that is known")
	case 1:
		parts = append(parts, "made from "+ordinals(g, n))
	default:
		parts = append(parts, "resolved "+ordinals(g, n))
	}
	if n.Role == lineage.Dropped {
		parts = append(parts, "had no effect on the current version")
	}
	if n.Version == nil {
		parts = append(parts, "what it said never came here")
	}
	return strings.Join(append(parts, v.asCandidate(s, n)...), ", ")
}

// asCandidate names the version to choose from that an update made.
func (v View) asCandidate(s *conflicts.Session, n lineage.Node) []string {
	for _, c := range s.Candidates() {
		if n.Version != nil && c.Version.Same(n.Version) {
			return []string{"it is " + v.label(c)}
		}
	}
	return nil
}

// ordinals are the numbers of the updates that one was made from.
func ordinals(g lineage.Graph, n lineage.Node) string {
	var all []string
	for _, p := range n.Parents {
		all = append(all, fmt.Sprint(len(g.Nodes)-p))
	}
	return and(all)
}

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
		parts = append(parts, "reopened: its resolution was undone")
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
		all = append(all, indented(before, wrapped(plainly(c.Form, c.Base), v.width()-Width(before), unlimited))...)
	}
	return all
}

// plainly is a value compared with nothing.
func plainly(form record.Form, value string) []string {
	return drawn(conflicts.Cell{Form: form}, value)
}

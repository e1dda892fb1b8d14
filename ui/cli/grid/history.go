package grid

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/lineage"
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
		parts = append(parts, "settled "+ordinals(g, n))
	}
	if n.Role == lineage.Dropped {
		parts = append(parts, "led to nothing that is there now")
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

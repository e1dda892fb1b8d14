package place

// Levels is how deep the outlines of a document stand in each other at most.
const Levels = 1_000

// Folded lays out the rows of a tree for a document: what stands deeper than a document
// goes follows at the root, each branch with what is in it. Its place still names the
// parent that it stands in, which is one of the deepest of the document; Locate takes it
// at its word. So merges may make a tree of any depth, and it can be published.
func Folded(rows []Row) []Row {
	folded := make([]Row, 0, len(rows))
	for len(rows) > 0 {
		var deeper []Row
		for _, r := range rows {
			if r.Depth < Levels {
				folded = append(folded, r)
				continue
			}
			r.Depth -= Levels
			deeper = append(deeper, r)
		}
		rows = deeper
	}
	return folded
}

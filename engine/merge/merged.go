package merge

import "strings"

// Whole proposes a text of which the chunks are known: a diff3 over lines for any
// number of versions. Where a chunk is open the whole is. Where all that is open
// can be merged word by word, the whole can.
func (f Field) Whole(chunks []Chunk) Proposal {
	p := f.agree()
	if !p.Open || f.Base == nil {
		return p
	}
	var parts []string
	open, byWord := false, true
	for _, c := range chunks {
		switch {
		case !c.Open:
			parts = append(parts, c.Value)
		case c.Words != nil:
			open, parts = true, append(parts, *c.Words)
		default:
			open, byWord = true, false
		}
	}
	value := strings.Join(Fit(parts, Ended(f.Base, f.Values)), "")
	switch {
	case open && byWord:
		p.Words = &value
	case !open:
		p.Open, p.Value, p.From, p.Reason = false, value, f.from(value), Merged
	}
	return p
}

// compareAll compares the versions of a text with their base.
func compareAll(base *string, values []string) (*diff3, []hunk) {
	common := base
	if common == nil {
		common = &values[0]
	}
	versions := make([][]line, len(values))
	for i, v := range values {
		versions[i] = body(v)
	}
	d := newDiff3(body(*common), versions, maxLines)
	return d, d.hunks()
}

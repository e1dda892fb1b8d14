package reconcile

import "strings"

// weave joins texts that were changed in several places: a diff3 over lines for
// any number of versions. Where a stretch collides the whole is open; Chunks has
// proposals for the other stretches.
func (f Field) weave(p Proposal) Proposal {
	var b strings.Builder
	for _, c := range Chunks(f.Base, f.Values) {
		if c.Open {
			return p
		}
		b.WriteString(c.Value)
	}
	p.Value = b.String()
	p.Open, p.From, p.Reason = false, f.from(p.Value), Woven
	return p
}

// weave cuts texts into stretches, of which those that no version changed in
// their lines come as they are.
func weave(base *string, values []string) (*loom, []region) {
	spine := base
	if spine == nil {
		spine = &values[0]
	}
	versions := make([][]line, len(values))
	for i, v := range values {
		versions[i] = lines(v)
	}
	l := newLoom(lines(*spine), versions, maxLines)
	all := l.withLastLine(l.regions())
	l.moved(all)
	return l, all
}

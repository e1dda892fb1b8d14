package merge

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

// weave lays texts out against each other.
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
	return l, l.withLastLine(l.regions())
}

// settled finds what the regions become. Those that collide are tried again.
func (l *loom) settled(all []region, again func(region) ([]line, bool)) []region {
	for i, r := range all {
		if r.differs {
			all[i] = l.join(r, again)
		}
	}
	l.settleMoves(all)
	return all
}

// join joins what the versions made of a region: those that changed it agree, or
// another way is found, or it is open.
func (l *loom) join(r region, again func(region) ([]line, bool)) region {
	if chosen, agreed := l.choose(r); agreed {
		r.joined = l.value(r, chosen)
		return r
	}
	r.joined, r.byWords = again(r)
	r.open = !r.byWords
	return r
}

package reconcile

import (
	"slices"
	"strings"
)

// Chunk is a stretch of lines of a text as the base and every version have it.
// The chunks' Base joined give the base, the chunks' Texts of one version joined
// give its text, to the byte.
type Chunk struct {
	// Base is the stretch in the text that they started from; "" where that is
	// not known.
	Base string
	// Texts are those of the versions, in their order.
	Texts []string
	// Alike tells that all versions say the same here.
	Alike bool
	// Proposal is that for this stretch.
	Proposal
}

// Chunks cuts a text that was changed in several places into stretches: those
// that all versions share, and those where at least two differ. base is nil
// where it is not known; then nothing is proposed where they differ.
func Chunks(base *string, values []string) []Chunk {
	if len(values) == 0 {
		return nil
	}
	l, regions := weave(base, values)
	var all []Chunk
	for _, r := range regions {
		if r.differs {
			all = append(all, l.chunk(r, base != nil))
			continue
		}
		for _, part := range l.byEnds(r) {
			all = append(all, l.chunk(part, base != nil))
		}
	}
	return meeting(slices.DeleteFunc(all, empty))
}

// empty tells of the line after the last line end that it is one.
func empty(c Chunk) bool {
	return c.Alike && c.Base == "" && c.Texts[0] == ""
}

func (l *loom) chunk(r region, known bool) Chunk {
	c := Chunk{Texts: make([]string, len(l.versions))}
	f := Field{Join: JoinText, Values: c.Texts}
	for i := range c.Texts {
		c.Texts[i] = text(l.of(i, r))
	}
	if known {
		c.Base = text(l.base(r))
		f.Base = &c.Base
	}
	c.Alike = !slices.ContainsFunc(c.Texts, func(t string) bool { return t != c.Texts[0] })
	c.Proposal = l.propose(r, f)
	return c
}

// propose proposes what a region becomes, f being what stands there.
func (l *loom) propose(r region, f Field) Proposal {
	p := f.agree()
	switch {
	case f.Base == nil:
		return p
	case r.open:
		return collision(p)
	case !p.Open:
		return p
	}
	if !r.differs {
		r.joined = l.value(r, 0)
	}
	if value, whole := written(r.joined); whole {
		p.Value = value
		p.Open, p.From, p.Reason = false, f.from(value), Woven
	}
	return p
}

// collision opens a proposal.
func collision(p Proposal) Proposal {
	return Proposal{Open: true, From: -1, Changed: p.Changed, Reason: Collision}
}

// meeting leaves open what would begin with the second half of a line end whose
// first half is the end of what comes before it.
func meeting(all []Chunk) []Chunk {
	halved := false
	for i, c := range all {
		if halved && !c.Open && strings.HasPrefix(c.Value, "\n") {
			all[i].Proposal = collision(c.Proposal)
		}
		if c.Open || c.Value != "" {
			halved = !c.Open && strings.HasSuffix(c.Value, "\r")
		}
	}
	return all
}

func text(lines []line) string {
	var b strings.Builder
	b.Grow(bytesOf(lines))
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String()
}

package merge

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
	who := make([]int, len(values))
	for i := range who {
		who[i] = i
	}
	return ChunksAmong(base, values, who)
}

// ChunksAmong cuts the same stretches as Chunks, and proposes what some of the
// versions alone make of them: those with the indexes who. Proposals number these.
func ChunksAmong(base *string, values []string, who []int) []Chunk {
	if len(values) == 0 {
		return nil
	}
	l, regions := weave(base, values)
	some, settled := l.only(who), among(regions, who)
	if len(who) > 0 {
		settled = some.settled(settled, some.weaveWords)
	}
	var all []Chunk
	for i, r := range regions {
		if r.differs {
			all = append(all, l.chunk(r, base).among(who, some, settled[i], base))
			continue
		}
		for _, part := range l.byEnds(r) {
			all = append(all, l.chunk(part, base).among(who, some, part.only(who), base))
		}
	}
	return meeting(slices.DeleteFunc(all, empty))
}

// empty tells of the line after the last line end that it is one.
func empty(c Chunk) bool {
	return c.Alike && c.Base == "" && c.Texts[0] == ""
}

// chunk is a region without its proposal.
func (l *loom) chunk(r region, base *string) Chunk {
	c := Chunk{Texts: make([]string, len(l.versions))}
	for i := range c.Texts {
		c.Texts[i] = text(l.of(i, r))
	}
	if base != nil {
		c.Base = text(l.base(r))
	}
	c.Alike = !slices.ContainsFunc(c.Texts, func(t string) bool { return t != c.Texts[0] })
	return c
}

// among is the chunk with what some versions make of it: the same region on the
// loom of these alone.
func (c Chunk) among(who []int, some *loom, r region, base *string) Chunk {
	f := Field{Join: JoinText, Values: pick(c.Texts, who)}
	if base != nil {
		f.Base = &c.Base
	}
	c.Proposal = some.propose(r, f)
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

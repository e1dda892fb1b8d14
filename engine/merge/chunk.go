package merge

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// Chunk is a stretch of lines of a text as the base and every version have it.
// The chunks' Base joined give the base, the chunks' Texts of one version joined
// give its text, to the byte.
type Chunk struct {
	// Base is the stretch in the base; "" where that is not known.
	Base string
	// Texts is what each version has, in their order.
	Texts []string
	// Alike reports whether all versions say the same here. Where the base is known, a
	// last line without a line end says the same as one with it: End decides
	// which it is.
	Alike bool
	// Proposal is that for this stretch. Fit fits the values together.
	Proposal
	// Move is set where a paragraph was moved away and edited.
	Move *Move
}

// Chunks cuts a text that was changed in several places into stretches: those
// that all versions share, and those where at least two differ. base is nil
// where it is not known; then nothing is proposed where they differ.
func Chunks(base *string, values []string) []Chunk { return Compare(base, values).Chunks() }

// Comparison is how the versions of a text compare. Comparing takes longer than cutting.
type Comparison struct {
	base  *string
	diff  *diff3
	hunks []hunk
}

// Compare compares versions of a text with their base, which is nil where it is not known.
func Compare(base *string, values []string) Comparison {
	if len(values) == 0 {
		return Comparison{}
	}
	d, hunks := compareAll(base, values)
	return Comparison{base, d, hunks}
}

// Chunks are the stretches with what all versions make of them.
func (c Comparison) Chunks() []Chunk {
	if c.diff == nil {
		return nil
	}
	who := make([]int, len(c.diff.versions))
	for i := range who {
		who[i] = i
	}
	return c.Among(who)
}

// Among are the same stretches as Chunks, with what some of the versions alone make of
// them: those with the indexes who. Proposals number these.
func (c Comparison) Among(who []int) []Chunk {
	var all []Chunk
	for _, h := range c.hunks {
		if h.differs {
			all = append(all, c.diff.chunk(h, c.base, who))
			continue
		}
		for _, part := range c.diff.byEnds(h) {
			all = append(all, c.diff.chunk(part, c.base, who))
		}
	}
	if c.base != nil {
		findMoves(all, who)
	}
	return meeting(all)
}

// chunk is a hunk with what some versions make of it.
func (d *diff3) chunk(h hunk, base *string, who []int) Chunk {
	c := Chunk{Texts: make([]string, len(d.versions))}
	for i := range c.Texts {
		c.Texts[i] = text(d.of(i, h))
	}
	f := Field{Join: JoinText, Values: pick(c.Texts, who)}
	if base != nil {
		c.Base = text(d.old(h))
		f.Base, f.Equal = &c.Base, sameText
	}
	c.Alike = !slices.ContainsFunc(c.Texts, func(t string) bool { return !f.same(t, c.Texts[0]) })
	c.Proposal = d.only(who).propose(h.only(who), f)
	switch {
	case !c.Open || base == nil:
	case len(who) < len(c.Texts):
		c.Proposal = f.Whole(Chunks(f.Base, f.Values)) // others cut it more coarsely than these do
	default:
		c.Words = byWord(c.Proposal, f)
	}
	return c
}

// propose proposes what a hunk becomes, f being what the versions have there.
func (d *diff3) propose(h hunk, f Field) Proposal {
	p := f.agree()
	if h.touches && p.Reason == OneSided {
		return collision(p)
	}
	if f.Base == nil || !p.Open {
		return p
	}
	if chosen, agreed := d.choose(h); agreed {
		if value, whole := written(d.withEnds(h, chosen)); whole {
			p.Value = value
			p.Open, p.From, p.Reason = false, f.from(value), Merged
			return p
		}
	}
	return collision(p)
}

// collision opens a proposal.
func collision(p Proposal) Proposal {
	return Proposal{Open: true, From: -1, Changed: p.Changed, Reason: Collision}
}

// byWord is what changed in an open field, merged word by word; nil where that cannot be.
// It takes longer than all else, and is only for what is offered.
func byWord(p Proposal, f Field) *string {
	if words, ok := Words(*f.Base, pick(f.Values, p.Changed)); ok {
		return &words
	}
	return nil
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
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String()
}

// Both is two versions of a stretch, one after the other where they differ. What
// they have in common is there once, unless it is nothing but blank lines and
// rules: these separate what each of them added. end is for a line without one.
func Both(first, second, end string) string {
	a, b := body(first), body(second)
	last := ""
	if hasEnd(first) || hasEnd(second) {
		last = end
	}
	if slices.Equal(texts(a), texts(b)) {
		return strings.Join(fit([]string{text(a)}, end, last), "")
	}
	var parts []string
	var one, other []line
	flush := func() {
		parts = append(parts, text(one), text(other))
		one, other = nil, nil
	}
	for _, s := range diffTokens(context.Background(), texts(a), texts(b), maxLines) {
		if s.equal > 0 && speaks(a[:s.equal]) {
			flush()
			parts = append(parts, text(a[:s.equal]))
		} else {
			one = append(one, a[:s.equal+s.removed]...)
			other = append(other, b[:s.equal+s.added]...)
		}
		a, b = a[s.equal+s.removed:], b[s.equal+s.added:]
	}
	flush()
	return strings.Join(fit(parts, end, last), "")
}

// speaks reports whether lines say anything: blank ones and rules do not.
func speaks(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return strings.ContainsFunc(l.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	})
}

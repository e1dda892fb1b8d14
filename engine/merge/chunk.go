package merge

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// Chunk is a section of a text with its lines in the base and in every version. Concatenating
// the chunks' Base results in the base, and concatenating their Texts of one version results
// in its text, byte for byte.
type Chunk struct {
	// Base is the section in the base; "" if the base is not known.
	Base string
	// Texts holds the section in each version, in their order.
	Texts []string
	// Alike reports whether all versions have the same text here. If the base is known, a last
	// line without a line end equals one with it: End decides which one to use.
	Alike bool
	// Proposal is the proposal for this section. Fit joins the values.
	Proposal
	// Move is set if a paragraph was moved away and edited.
	Move *Move
}

// Chunks divides a text that was changed in several versions into the sections that all
// versions share and those in which at least two differ. base is nil if it is not known; then
// there are no proposals for differing sections.
func Chunks(base *string, values []string) []Chunk { return Compare(base, values).Chunks() }

// Comparison is the comparison of the versions of a text. Making it takes longer than dividing
// the text into chunks.
type Comparison struct {
	base  *string
	diff  *diff3
	hunks []hunk
}

// Compare compares versions of a text with their base, which is nil if it is not known.
func Compare(base *string, values []string) Comparison {
	if len(values) == 0 {
		return Comparison{}
	}
	d, hunks := compareAll(base, values)
	return Comparison{base, d, hunks}
}

// Chunks returns the sections with the merge of all versions.
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

// Among returns the same sections as Chunks, but merges only the versions with the indices
// who. Proposals refer to positions in who.
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
	return openSplitLineEnds(all)
}

// chunk returns the chunk of a hunk with the merge of some versions.
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
		c.Proposal = f.Whole(Chunks(f.Base, f.Values)) // chunks may be coarser for all versions
	default:
		c.Words = byWord(c.Proposal, f)
	}
	return c
}

// propose merges a hunk; f holds the values of the versions.
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

// collision returns an open proposal.
func collision(p Proposal) Proposal {
	return Proposal{Open: true, From: -1, Changed: p.Changed, Reason: Collision}
}

// byWord merges the changes of an open field word by word, and returns nil if that is
// impossible. It is slow and only used for suggestions.
func byWord(p Proposal, f Field) *string {
	if words, ok := Words(*f.Base, pick(f.Values, p.Changed)); ok {
		return &words
	}
	return nil
}

// openSplitLineEnds opens proposals that begin with the second half of a line end whose first
// half ends the preceding value.
func openSplitLineEnds(all []Chunk) []Chunk {
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

// Both returns two versions of a section, one after the other where they differ. Common parts
// occur only once, unless they are only blank lines and rules, which separate what each
// version added. end is for lines without a line end.
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

// speaks reports whether lines have content: blank lines and rules do not.
func speaks(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return strings.ContainsFunc(l.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	})
}

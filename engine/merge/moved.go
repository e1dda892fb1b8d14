package merge

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Move is a paragraph that one version moved away from a stretch, while another
// one edited it there. A merge by lines takes that for a deletion of a paragraph
// that was changed. Others may have moved or edited it alike.
type Move struct {
	// By is the first version that moved the paragraph, Edited the first that edited it.
	By, Edited int
	// To is the number of the chunk at the new position; that of the stretch itself
	// where the paragraph only changed places with its neighbours.
	To int
	// Here and There are what the stretch and the chunk at the new position become
	// where the paragraph is moved and edited. They are "" where Unclear.
	Here, There string
	// Left is what those who moved the paragraph have in the chunk at the new position
	// without it, and without the others that were moved there.
	Left string
	// Unclear reports that the moved paragraph was edited as well: then nobody can say
	// what it becomes with both edits.
	Unclear bool
	// paragraph are the lines as they were, edits what Edited made of them, and there is
	// what the base has in the chunk at the new position.
	paragraph []line
	edits     []replacement
	there     string
}

// leastMoved is how alike, in thousandths, a paragraph is to what it was before it
// was moved and edited.
const leastMoved = 600

// findMoves finds what was moved and edited among the versions with the indexes
// who, where there is only one way to see it.
func findMoves(all []Chunk, who []int) {
	f := moveFinder{all: all, who: who, layouts: map[int]*layout{}}
	for i := range all {
		c := &all[i]
		if !c.Open || c.Base == "" {
			continue
		}
		if alike := f.alike(i); len(alike) == 2 {
			one, other := f.find(i, alike[0], alike[1]), f.find(i, alike[1], alike[0])
			switch {
			case other == nil:
				c.Move = one
			case one == nil:
				c.Move = other
			}
		}
	}
	f.leave()
}

// moveFinder looks for the lines of chunks in the whole texts.
type moveFinder struct {
	all     []Chunk
	who     []int
	layouts map[int]*layout
}

// ofBase is in place of a version where the base is meant.
const ofBase = -1

// text is what a version has in a chunk.
func (f moveFinder) text(version, chunk int) string {
	if version == ofBase {
		return f.all[chunk].Base
	}
	return f.all[chunk].Texts[f.who[version]]
}

// layout is a text by its lines.
func (f moveFinder) layout(version int) *layout {
	l := f.layouts[version]
	if l == nil {
		l = layoutOf(nil)
		for i := range f.all {
			for _, one := range body(f.text(version, i)) {
				l.add(one, i)
			}
		}
		f.layouts[version] = l
	}
	return l
}

// alike are the versions that changed a chunk, those together that made the same of it.
func (f moveFinder) alike(chunk int) (all [][]int) {
	for _, n := range f.all[chunk].Changed {
		i := slices.IndexFunc(all, func(g []int) bool { return f.text(g[0], chunk) == f.text(n, chunk) })
		if i < 0 {
			all = append(all, []int{n})
		} else {
			all[i] = append(all[i], n)
		}
	}
	return all
}

// find finds a paragraph of a chunk that some versions moved and others edited, each
// alike.
func (f moveFinder) find(chunk int, movers, editors []int) *Move {
	by, edited := movers[0], editors[0]
	base, moved := body(f.text(ofBase, chunk)), body(f.text(by, chunk))
	mover := sync.OnceValue(func() []step { return diffTokens(context.Background(), texts(base), texts(moved), maxLines) })
	turned := sync.OnceValue(func() bool { return sameMembers(speaking(base), speaking(moved)) })
	there := f.layout(by)
	m, last := &Move{By: by, Edited: edited, To: -1}, len(there.lines)
	for _, e := range slices.Backward(editsOf(base, body(f.text(edited, chunk)))) {
		at, old := there.find(e.old), f.layout(ofBase).find(e.old)
		if !speaks(e.old) || len(at) != 1 || len(old) != 1 || !turned() && !removed(mover(), e.from, e.to) {
			return f.unclear(chunk, movers, edited)
		}
		end := at[0] + len(e.old)
		to := there.chunk[at[0]]
		if to != there.chunk[end-1] || m.To >= 0 && m.To != to || end > last || !f.moved(movers, to, chunk) {
			return nil
		}
		m.To, m.edits, last = to, append(m.edits, e), at[0]
	}
	if m.To < 0 {
		return nil
	}
	edit := Placed(f.text(by, m.To), nil, []*Move{m})
	if m.To == chunk {
		m.Here = edit
	} else {
		m.Here, m.There = f.text(by, chunk), edit
	}
	return m
}

// moved reports whether these versions made the same of a chunk, to which they may have
// moved a paragraph of another one. Where others changed it as well, it is open.
func (f moveFinder) moved(movers []int, to, chunk int) bool {
	c := f.all[to]
	alike := !slices.ContainsFunc(movers, func(n int) bool { return f.text(n, to) != f.text(movers[0], to) })
	switch {
	case to == chunk:
		return true
	case c.Open:
		return alike && len(c.Changed) > len(movers) && !slices.ContainsFunc(body(c.Base), line.isGap)
	}
	return slices.Equal(c.Changed, movers)
}

// leave finds what is left where paragraphs were moved to, without them.
func (f moveFinder) leave() {
	for to := range f.all {
		moved := map[string][]*Move{} // by what those who moved them have there
		for i, c := range f.all {
			if m := c.Move; m != nil && m.To == to && i != to {
				m.paragraph, m.there = trimmed(body(c.Base)), f.text(ofBase, to)
				moved[f.text(m.By, to)] = append(moved[f.text(m.By, to)], m)
			}
		}
		for text, all := range moved {
			left := Placed(text, all, nil)
			for _, m := range all {
				m.Left = left
			}
		}
	}
}

// Placed is what those who moved paragraphs to a chunk have there, without the paragraphs
// that are left where they were, and with the edit of those that are merged.
func Placed(text string, left, merged []*Move) string {
	lines := body(text)
	for _, m := range left {
		var rest []line
		for i, in := range m.in(lines) {
			if !in {
				rest = append(rest, lines[i])
			}
		}
		lines = rest
	}
	if len(left) > 0 && !speaks(lines) && !speaks(body(left[0].there)) {
		return left[0].there
	}
	return withEdits(lines, merged)
}

// Brought is a text of a chunk to which paragraphs were moved, with these as those who moved
// them have them there, or with the edit of those that are merged, and nothing else that
// these changed. It is Placed where nobody can say which lines are the paragraphs.
func Brought(old, text string, moved, merged []*Move) string {
	before, now := body(old), body(text)
	brought := make([]bool, len(now))
	for _, m := range moved {
		for i, is := range m.in(now) {
			brought[i] = brought[i] || is
		}
	}
	var all []line
	from, at := 0, 0
	for _, s := range diffTokens(context.Background(), texts(before), texts(now), maxLines) {
		all = append(all, before[from:from+s.equal+s.removed]...)
		for i := range s.added {
			if i += at + s.equal; brought[i] {
				all = append(all, now[i])
			}
		}
		from, at = from+s.equal+s.removed, at+s.equal+s.added
	}
	for _, m := range moved {
		if m.Unclear || slices.ContainsFunc(m.edits, func(e replacement) bool { return len(layoutOf(all).find(e.old)) == 0 }) {
			return Placed(text, nil, merged)
		}
	}
	if len(merged) == 0 {
		return ended(all)
	}
	return withEdits(all, merged)
}

// withEdits are lines with the edits of paragraphs that are among them.
func withEdits(lines []line, merged []*Move) string {
	l, at := layoutOf(lines), map[int]replacement{}
	for _, m := range merged {
		for _, e := range m.edits {
			for _, i := range l.find(e.old) {
				at[i] = e
			}
		}
	}
	if len(at) == 0 {
		return text(lines)
	}
	for _, i := range slices.Backward(slices.Sorted(maps.Keys(at))) {
		lines = slices.Replace(slices.Clone(lines), i, i+len(at[i].old), at[i].now...)
	}
	return ended(lines)
}

// ended is the text of lines, each with an end.
func ended(lines []line) string {
	lines, end := slices.Clone(lines), LineEnd(text(lines))
	for i := range lines {
		if lines[i].end == "" {
			lines[i].end = end
		}
	}
	return text(lines)
}

// in reports which lines were the paragraph, edited or not, or are the blank ones after it,
// or else before it.
func (m *Move) in(lines []line) []bool {
	old := m.paragraph
	first, last, in := len(lines), 0, make([]bool, len(lines))
	add := func(i int) { first, last, in[i] = min(first, i), max(last, i+1), true }
	before, at := 0, 0
	for _, s := range diffTokens(context.Background(), texts(old), texts(lines), maxLines) {
		for i := range s.equal {
			add(at + i)
		}
		for _, p := range pairs(old[before:before+s.removed], lines[at:at+s.added]) {
			add(at + p.right)
		}
		before, at = before+s.equal+s.removed, at+s.equal+s.added
	}
	blank := func(i int) bool { return i >= 0 && i < len(lines) && strings.TrimSpace(lines[i].text) == "" }
	if step, i := 1, last; first < last {
		if !blank(i) {
			step, i = -1, first-1
		}
		for ; blank(i); i += step {
			in[i] = true
		}
	}
	return in
}

// unclear is a move of a paragraph that was edited by both, where there is exactly
// one that is alike.
func (f moveFinder) unclear(chunk int, movers []int, edited int) *Move {
	by := movers[0]
	old := trimmed(body(f.text(ofBase, chunk)))
	if len(old) == 0 || speaks(body(f.text(by, chunk))) {
		return nil
	}
	was := profileOf(text(old))
	m := &Move{By: by, Edited: edited, To: -1, Unclear: true}
	for j := range f.all {
		if j == chunk || speaks(body(f.text(ofBase, j))) || !f.moved(movers, j, chunk) {
			continue
		}
		if alike(was, profileOf(text(trimmed(body(f.text(by, j)))))) < leastMoved {
			continue
		}
		if m.To >= 0 {
			return nil
		}
		m.To = j
	}
	if m.To < 0 {
		return nil
	}
	return m
}

// layout is a text by its lines, with the number of the chunk that each is in.
type layout struct {
	lines     []line
	chunk     []int
	positions map[string][]int
}

// layoutOf is a text of one chunk.
func layoutOf(lines []line) *layout {
	l := &layout{positions: map[string][]int{}}
	for _, one := range lines {
		l.add(one, 0)
	}
	return l
}

func (l *layout) add(one line, chunk int) {
	l.positions[one.text] = append(l.positions[one.text], len(l.lines))
	l.lines, l.chunk = append(l.lines, one), append(l.chunk, chunk)
}

// find lists the positions at which lines are, one after the other.
func (l layout) find(lines []line) (at []int) {
	if len(lines) == 0 {
		return nil
	}
	for _, i := range l.positions[lines[0].text] {
		if i+len(lines) <= len(l.lines) && sameLines(l.lines[i:i+len(lines)], lines) {
			at = append(at, i)
		}
	}
	return at
}

// replacement is what a version made of lines of the base, base[from:to]. Both are
// without the blank lines around them.
type replacement struct {
	from, to int
	old, now []line
}

// editsOf lists what became of lines. Where lines were only added, they belong to
// the one before them.
func editsOf(base, version []line) (all []replacement) {
	for _, c := range changes(texts(base), texts(version), maxLines) {
		switch {
		case c.from < c.to:
		case c.from > 0:
			c.from, c.start = c.from-1, c.start-1
		case c.to < len(base):
			c.to, c.end = c.to+1, c.end+1
		}
		e := replacement{c.from, c.to, base[c.from:c.to], trimmed(version[c.start:c.end])}
		for len(e.old) > 0 && !speaks(e.old[:1]) {
			e.from, e.old = e.from+1, e.old[1:]
		}
		for len(e.old) > 0 && !speaks(e.old[len(e.old)-1:]) {
			e.to, e.old = e.to-1, e.old[:len(e.old)-1]
		}
		all = append(all, e)
	}
	return all
}

// trimmed are lines without those around them that say nothing.
func trimmed(lines []line) []line {
	for len(lines) > 0 && !speaks(lines[:1]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && !speaks(lines[len(lines)-1:]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// removed reports whether all tokens of the left side from one to another were
// removed.
func removed(steps []step, from, to int) bool {
	at := 0
	for _, s := range steps {
		if s.equal > 0 && at < to && at+s.equal > from {
			return false
		}
		at += s.equal + s.removed
	}
	return true
}

// speaking are the texts of the lines that say anything.
func speaking(lines []line) (all []string) {
	for _, l := range lines {
		if speaks([]line{l}) {
			all = append(all, l.text)
		}
	}
	return all
}

func sameMembers(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

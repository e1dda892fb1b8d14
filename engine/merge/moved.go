package merge

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Move is a paragraph that one version moved away from a section while another one edited it
// there. To a line-based merge, this looks like the deletion of a changed paragraph. Several
// versions may have moved or edited it in the same way.
type Move struct {
	// By is the first version that moved the paragraph, and Edited the first that edited it.
	By, Edited int
	// To is the index of the chunk at the new position, or of the section itself if the
	// paragraph only changed places with its neighbours.
	To int
	// Here and There are the merged texts of the section and of the chunk at the new position
	// if the paragraph is both moved and edited. They are "" if Unclear.
	Here, There string
	// Left is the text of the movers in the chunk at the new position, without the paragraph
	// and without any others moved there.
	Left string
	// Unclear reports whether the moved paragraph was edited as well: then there is no merge
	// of both edits.
	Unclear bool
	// paragraph holds the original lines, edits their changes by Edited, and there the text of
	// the base in the chunk at the new position.
	paragraph []line
	edits     []replacement
	there     string
}

// leastMoved is the minimum similarity, in thousandths, between a paragraph before and after
// it was moved and edited.
const leastMoved = 600

// findMoves finds paragraphs that were moved and edited among the versions with the indices
// who, if the result is unambiguous.
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

// moveFinder finds lines of chunks in the whole texts.
type moveFinder struct {
	all     []Chunk
	who     []int
	layouts map[int]*layout
}

// ofBase is used instead of a version to refer to the base.
const ofBase = -1

// text returns the text of a version in a chunk.
func (f moveFinder) text(version, chunk int) string {
	if version == ofBase {
		return f.all[chunk].Base
	}
	return f.all[chunk].Texts[f.who[version]]
}

// layout returns the cached layout of a version.
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

// alike groups the versions that changed a chunk by the resulting text.
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

// find finds a paragraph of a chunk that all movers moved, and all editors edited, in the same
// way.
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

// moved reports whether the movers have the same text in a chunk to which they may have moved
// a paragraph. If others changed it as well, it is open.
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

// leave determines the texts of the chunks to which paragraphs were moved, without these
// paragraphs.
func (f moveFinder) leave() {
	for to := range f.all {
		moved := map[string][]*Move{} // by the text of their movers
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

// Placed returns text, which the movers have in a chunk, without the paragraphs in left, which
// remain at their old position, and with the edits of those in merged.
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

// Brought returns old with the moved paragraphs added as in text, or with the edits of those
// in merged, but without any other changes of the movers. If it is unclear which lines the
// paragraphs consist of, it returns Placed.
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

// withEdits returns the lines with the edits of the merged paragraphs among them.
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

// ended returns the text of lines, each with a line end.
func ended(lines []line) string {
	lines, end := slices.Clone(lines), LineEnd(text(lines))
	for i := range lines {
		if lines[i].end == "" {
			lines[i].end = end
		}
	}
	return text(lines)
}

// in reports which lines belong to the paragraph, edited or not, including the blank lines
// after it or, if there are none, before it.
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

// unclear finds a move of a paragraph that both sides edited, if exactly one paragraph is
// similar enough.
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

// layout is a text by its lines, with the index of each line's chunk.
type layout struct {
	lines     []line
	chunk     []int
	positions map[string][]int
}

// layoutOf returns the layout of a text with a single chunk.
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

// find returns the positions at which the consecutive lines occur.
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

// replacement is a version's replacement for lines of the base, base[from:to], both without
// surrounding blank lines.
type replacement struct {
	from, to int
	old, now []line
}

// editsOf returns the edits of the lines. Added lines belong to the line before them.
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

// trimmed returns lines without surrounding lines that have no content.
func trimmed(lines []line) []line {
	for len(lines) > 0 && !speaks(lines[:1]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && !speaks(lines[len(lines)-1:]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// removed reports whether all tokens of the left side in the range were removed.
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

// speaking returns the texts of the lines that have content.
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

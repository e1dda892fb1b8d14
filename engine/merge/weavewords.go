package merge

import (
	"strings"
	"unicode"
)

// maxWoven is the number of bytes of a stretch, in the base and all versions
// together, that is woven word by word. A longer one is left open.
const maxWoven = 100_000

// weaveWords joins a region that collides line by line, word by word. Line ends
// are words of their own. It fails where it collides again.
func (l *loom) weaveWords(r region) (woven []line, whole bool) {
	if l.emptied(r) || l.size(r) > maxWoven {
		return nil, false
	}
	versions := make([][]line, len(l.versions))
	for i := range versions {
		versions[i] = wordsOf(l.of(i, r))
	}
	w := newLoom(wordsOf(l.base(r)), versions, maxWords)
	w.reach = reach(w.spine)
	return w.whole()
}

// whole joins all regions; it fails where one collides.
func (l *loom) whole() (woven []line, whole bool) {
	for _, r := range l.settled(l.regions(), nothing) {
		switch {
		case r.open:
			return nil, false
		case r.differs:
			woven = append(woven, r.joined...)
		default:
			woven = append(woven, l.value(r, 0)...)
		}
	}
	return woven, true
}

// nothing is the last resort where words collide.
func nothing(region) ([]line, bool) { return nil, false }

// wordsOf makes words of lines: a word is a line without an end, a line end an
// empty line.
func wordsOf(lines []line) []line {
	var all []line
	for _, l := range lines {
		for _, w := range words(l.text) {
			all = append(all, line{text: w})
		}
		if l.end != "" {
			all = append(all, line{end: l.end})
		}
	}
	return all
}

// reach tells how far changes hang together. Only an unchanged word keeps two of
// them apart: with nothing but spaces, punctuation, numbers or a line end between
// them they touch. So no date or address is put together of two halves, and a
// line changed next to a changed line is a collision by words as it is by lines.
func reach(spine []line) []int {
	all := make([]int, len(spine)+1)
	all[len(spine)] = len(spine)
	for i := len(spine) - 1; i >= 0; i-- {
		all[i] = i
		if !strings.ContainsFunc(spine[i].text, unicode.IsLetter) {
			all[i] = all[i+1]
		}
	}
	return all
}

func (l *loom) size(r region) int {
	n := bytesOf(l.base(r))
	for i := range l.versions {
		n += bytesOf(l.of(i, r))
	}
	return n
}

func bytesOf(lines []line) int {
	n := 0
	for _, l := range lines {
		n += len(l.text) + len(l.end)
	}
	return n
}

package textedit

import (
	"regexp"
	"slices"
)

// finder finds a text in the lines of another one, ignoring case, and counts the matches.
// After an edit, only the affected lines are counted again.
type finder struct {
	text    *buffer
	needle  string
	pattern *regexp.Regexp
	// hits are the numbers of matches per line, or notCounted after an edit.
	hits []int
	// last caches the matches in the line that was searched last.
	last struct {
		line int
		all  [][]int
	}
}

const notCounted = -1

// search sets the text to find; "" finds nothing.
func (f *finder) search(needle string) {
	if needle == f.needle {
		return
	}
	f.needle, f.pattern, f.hits, f.last.all = needle, nil, nil, nil
	if needle != "" {
		f.pattern = regexp.MustCompile("(?i)" + regexp.QuoteMeta(needle))
	}
}

func (f *finder) changed(c change) {
	f.last.all = nil
	if f.hits != nil {
		f.hits = splice(f.hits, c)
		for i := range c.inserted {
			f.hits[c.line+i] = notCounted
		}
	}
}

// count returns the number of matches, and the number of the match at a position, counted from
// 1; 0 if none begins there.
func (f *finder) count(at Pos) (number, total int) {
	if f.pattern == nil {
		return 0, 0
	}
	for i := range f.text.lines {
		if i == at.Line || f.counted(i) == notCounted {
			all := f.matches(i)
			if n := slices.IndexFunc(all, func(m []int) bool { return m[0] == at.Col }); i == at.Line && n >= 0 {
				number = total + n + 1
			}
		}
		total += f.hits[i]
	}
	return number, total
}

// next returns the first match at or after a position; after the last match, it continues with
// the first.
func (f *finder) next(at Pos) (from, to Pos, found bool) {
	n := len(f.text.lines)
	for i := range n + 1 {
		l := (at.Line + i) % n
		for _, m := range f.matches(l) {
			if i > 0 || m[0] >= at.Col {
				return Pos{l, m[0]}, Pos{l, m[1]}, true
			}
		}
	}
	return at, at, false
}

// previous returns the last match before a position; before the first match, it continues with
// the last.
func (f *finder) previous(at Pos) (from, to Pos, found bool) {
	n := len(f.text.lines)
	for i := range n + 1 {
		l := (at.Line - i + n + n) % n
		all := f.matches(l)
		for j := len(all) - 1; j >= 0; j-- {
			if m := all[j]; i > 0 || m[0] < at.Col {
				return Pos{l, m[0]}, Pos{l, m[1]}, true
			}
		}
	}
	return at, at, false
}

// counted returns the number of matches in a line, or notCounted.
func (f *finder) counted(l int) int {
	if f.hits == nil {
		f.hits = slices.Repeat([]int{notCounted}, len(f.text.lines))
	}
	return f.hits[l]
}

// matches returns the matches in a line.
func (f *finder) matches(l int) [][]int {
	if f.pattern == nil || f.counted(l) == 0 {
		return nil
	}
	if f.last.all == nil || f.last.line != l {
		f.last.line, f.last.all = l, f.pattern.FindAllStringIndex(f.text.lines[l].text, -1)
		f.hits[l] = len(f.last.all)
	}
	return f.last.all
}

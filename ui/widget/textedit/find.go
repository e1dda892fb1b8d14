package textedit

import "regexp"

// finder finds a text in the lines of another one, whatever the case of its letters, and
// counts where it is. An edit has only the lines counted again that it touched.
type finder struct {
	text    *buffer
	needle  string
	pattern *regexp.Regexp
	// hits are the numbers of matches in each line; notCounted where a line was edited.
	hits []int
}

const notCounted = -1

// search sets the text to find; "" finds nothing.
func (f *finder) search(needle string) {
	if needle == f.needle {
		return
	}
	f.needle, f.pattern, f.hits = needle, nil, nil
	if needle != "" {
		f.pattern = regexp.MustCompile("(?i)" + regexp.QuoteMeta(needle))
	}
}

func (f *finder) changed(c change) {
	if f.hits != nil {
		f.hits = splice(f.hits, c)
		for i := range c.inserted {
			f.hits[c.line+i] = notCounted
		}
	}
}

// count is the number of matches, and that of the match at a position, counted from 1; 0
// where none begins there.
func (f *finder) count(at Pos) (number, total int) {
	if f.pattern == nil {
		return 0, 0
	}
	if f.hits == nil {
		f.hits = make([]int, len(f.text.lines))
		for i := range f.hits {
			f.hits[i] = notCounted
		}
	}
	for i, l := range f.text.lines {
		if f.hits[i] == notCounted {
			f.hits[i] = len(f.pattern.FindAllStringIndex(l.text, -1))
		}
		if i == at.Line && f.hits[i] > 0 {
			for n, m := range f.pattern.FindAllStringIndex(l.text, -1) {
				if m[0] == at.Col {
					number = total + n + 1
				}
			}
		}
		total += f.hits[i]
	}
	return number, total
}

// next is the first match that begins at a position or after it; after the last one comes
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

// previous is the last match that begins before a position; before the first one comes
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

func (f *finder) matches(l int) [][]int {
	if f.pattern == nil {
		return nil
	}
	return f.pattern.FindAllStringIndex(f.text.lines[l].text, -1)
}

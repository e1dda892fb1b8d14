package merge

import (
	"slices"
	"strings"
)

// value is what a region becomes where a version was chosen: its lines, with the
// line ends joined one by one. A line end is a value of its own, so that a
// program that turned all of them round does not collide with every other edit.
func (l *loom) value(r region, chosen int) []line {
	all := slices.Clone(l.of(chosen, r))
	for k := range all {
		// Only the last line of a text has no end, and which one is the last
		// is for the chosen version to say.
		if all[k].end != "" {
			all[k].end = l.end(r, k)
		}
	}
	return all
}

// end joins the ends of the nth lines of a region.
func (l *loom) end(r region, n int) string {
	base := endOf(l.base(r), n)
	var changed []string
	for i := range l.versions {
		if e := endOf(l.of(i, r), n); e != "" && e != base {
			changed = append(changed, e)
		}
	}
	slices.Sort(changed)
	changed = slices.Compact(changed)
	if len(changed) == 1 || base == "" && len(changed) > 0 {
		return changed[0]
	}
	return base
}

func endOf(lines []line, n int) string {
	if n < len(lines) {
		return lines[n].end
	}
	return ""
}

// byEnds cuts a region that all versions share in the lines' text where line ends
// begin or cease to differ.
func (l *loom) byEnds(r region) []region {
	var all []region
	at, before := 0, false
	for n := 0; n <= r.to-r.from; n++ {
		differ := n < r.to-r.from && l.endsDiffer(r, n)
		if n > at && (differ != before || n == r.to-r.from) {
			all = append(all, r.part(at, n))
			at = n
		}
		before = differ
	}
	return all
}

func (l *loom) endsDiffer(r region, n int) bool {
	base := l.spine[r.from+n].end
	for i, v := range l.versions {
		if v.lines[r.at[i].from+n].end != base {
			return true
		}
	}
	return false
}

// part is a stretch of a region that is as long in all versions.
func (r region) part(from, to int) region {
	p := region{stretch: stretch{r.from + from, r.from + to}, at: make([]stretch, len(r.at))}
	for i, s := range r.at {
		p.at[i] = stretch{s.from + from, s.from + to}
	}
	return p
}

// withLastLine lets the last region begin a line earlier where that line is the
// last one of some versions and not of others: its end comes and goes with what
// follows it.
func (l *loom) withLastLine(all []region) []region {
	n := len(all)
	if n < 2 || !all[n-1].differs || !l.emptied(all[n-1]) {
		return all
	}
	before, last := &all[n-2], &all[n-1]
	before.to--
	last.from--
	for i := range last.at {
		before.at[i].to--
		last.at[i].from--
	}
	if before.from == before.to {
		return slices.Delete(all, n-2, n-1)
	}
	return all
}

// emptied tells whether some have nothing in a region.
func (l *loom) emptied(r region) bool {
	return r.from == r.to || slices.ContainsFunc(r.at, func(s stretch) bool { return s.from == s.to })
}

// written writes lines with their ends. It fails where a CR would meet an LF of
// another version: that would be one line end instead of two.
func written(lines []line) (text string, whole bool) {
	var b strings.Builder
	for i, l := range lines {
		if l.text == "" && strings.HasPrefix(l.end, "\n") && i > 0 && lines[i-1].end == "\r" {
			return "", false
		}
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String(), true
}

package merge

import (
	"slices"
	"strings"
)

// withEnds returns the lines of a version in a hunk with each line end merged separately.
// Otherwise, a program that converts all line ends to CRLF would conflict with every other
// edit.
func (d *diff3) withEnds(h hunk, chosen int) []line {
	all := slices.Clone(d.of(chosen, h))
	for k := range all {
		// The last line of a text may have no line end: Fit decides about that.
		if all[k].end != "" {
			all[k].end = d.end(h, k)
		}
	}
	return all
}

// end merges the ends of the nth lines of a hunk.
func (d *diff3) end(h hunk, n int) string {
	base := endOf(d.old(h), n)
	var changed []string
	for i := range d.versions {
		if e := endOf(d.of(i, h), n); e != "" && e != base {
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

// byEnds divides a hunk without different lines into parts whose line ends differ or are
// equal.
func (d *diff3) byEnds(h hunk) []hunk {
	var all []hunk
	at, before := 0, false
	for n := 0; n <= h.to-h.from; n++ {
		differ := n < h.to-h.from && d.endsDiffer(h, n)
		if n > at && (differ != before || n == h.to-h.from) {
			all = append(all, h.part(at, n))
			at = n
		}
		before = differ
	}
	return all
}

func (d *diff3) endsDiffer(h hunk, n int) bool {
	base := d.base[h.from+n]
	for i, v := range d.versions {
		if !sameEnd(base, v.lines[h.at[i].from+n]) {
			return true
		}
	}
	return false
}

// sameEnd compares line ends. The last line of a text may have none, which does not count as a
// change.
func sameEnd(a, b line) bool { return a.end == b.end || a.end == "" || b.end == "" }

// sameText compares texts, ignoring the last line end if only one of them has it.
func sameText(a, b string) bool {
	if a == "" || b == "" || hasEnd(a) == hasEnd(b) {
		return a == b
	}
	return strings.TrimSuffix(a, lastEnd(a)) == strings.TrimSuffix(b, lastEnd(b))
}

func hasEnd(text string) bool { return lastEnd(text) != "" }

// lastEnd returns the line end at the end of a text, or "".
func lastEnd(text string) string {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if strings.HasSuffix(text, end) {
			return end
		}
	}
	return ""
}

// End returns the line end for the end of the merged text, or "": that of the base, unless a
// version changed it. Empty texts are ignored.
func End(base *string, values []string) string {
	known := base != nil && *base != ""
	for _, v := range values {
		switch {
		case v == "":
		case base == nil,
			known && hasEnd(v) != hasEnd(*base),
			!known && hasEnd(v):
			return lastEnd(v)
		}
	}
	if known {
		return lastEnd(*base)
	}
	return ""
}

// Fit joins the sections of a text: it ensures a line end between two lines, and after the
// last one if end, the result of End, is not "". It never loses a line: an empty last line,
// which consists only of its line end, keeps it.
func Fit(stretches []string, end string) []string {
	return fit(stretches, LineEnd(append(slices.Clone(stretches), end)...), end)
}

// fit adds line ends between lines, and another one after the last line.
func fit(stretches []string, between, end string) []string {
	all, last := slices.Clone(stretches), -1
	for i, s := range all {
		if s == "" {
			continue
		}
		if last >= 0 {
			all[last] = before(all[last], s, between)
		}
		last = i
	}
	if last >= 0 {
		all[last] = finished(all[last], end)
	}
	return all
}

// LineEnd returns the first line end in texts, which is used for lines without one.
func LineEnd(texts ...string) string {
	for _, t := range texts {
		switch i := strings.IndexAny(t, "\r\n"); {
		case i < 0:
		case strings.HasPrefix(t[i:], "\r\n"):
			return "\r\n"
		default:
			return t[i : i+1]
		}
	}
	return "\n"
}

// before returns a section that another one follows. A CR directly before an LF would be one
// line end instead of two.
func before(s, next, end string) string {
	if !hasEnd(s) {
		s += end
	}
	if strings.HasSuffix(s, "\r") && strings.HasPrefix(next, "\n") {
		return s + "\n"
	}
	return s
}

func finished(s, end string) string {
	switch has := lastEnd(s); {
	case has == "":
		return s + end
	case end == "" && has != "":
		if rest := strings.TrimSuffix(s, has); rest != "" && !hasEnd(rest) {
			return rest
		}
	}
	return s
}

// written returns lines with their ends. It reports false if a CR would precede an LF from
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

package merge

import (
	"slices"
	"strings"
)

// withEnds is what a version has in a hunk, with the line ends merged one by one.
// A line end is a value of its own, so that a program that turned all of them to
// CRLF does not collide with every other edit.
func (d *diff3) withEnds(h hunk, chosen int) []line {
	all := slices.Clone(d.of(chosen, h))
	for k := range all {
		// The last line of a text may have no end: Fit decides about that.
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

// byEnds cuts a hunk in which no line differs where line ends begin or cease to
// differ.
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

// sameEnd compares the ends of lines. The last line of a text may have none, and
// that alone is no change of the line.
func sameEnd(a, b line) bool { return a.end == b.end || a.end == "" || b.end == "" }

// sameText compares texts, but for the end of their last lines where one has none.
func sameText(a, b string) bool {
	if a == "" || b == "" || hasEnd(a) == hasEnd(b) {
		return a == b
	}
	return strings.TrimSuffix(a, lastEnd(a)) == strings.TrimSuffix(b, lastEnd(b))
}

func hasEnd(text string) bool { return lastEnd(text) != "" }

// lastEnd is the line end that a text ends in, or "".
func lastEnd(text string) string {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if strings.HasSuffix(text, end) {
			return end
		}
	}
	return ""
}

// End is the line end that what versions of a text are merged to ends in, or "": as the
// base does, unless a version changed that. An empty text says nothing.
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

// Fit fits the stretches of a text together: between two lines there is a line end, and
// after the last one where end, which End gives, is not "". No line is lost: an empty last
// line is nothing but its end, and keeps it.
func Fit(stretches []string, end string) []string {
	return fit(stretches, LineEnd(append(slices.Clone(stretches), end)...), end)
}

// fit puts line ends between two lines, and another one after the last.
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

// LineEnd is the first line end in texts: what a line gets that has none.
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

// before is a stretch that another one follows. A CR that meets an LF would be one
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

package merge

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// Both is two versions of a stretch, one after the other where they differ. What
// they have in common is there once, unless it is nothing but blank lines and
// rules: these separate what each of them added. end is for a line without one.
func Both(first, second, end string) string {
	a, b := body(first), body(second)
	ended := hasEnd(first) || hasEnd(second)
	if slices.Equal(texts(a), texts(b)) {
		return strings.Join(fit([]string{text(a)}, ended, end), "")
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
	return strings.Join(fit(parts, ended, end), "")
}

// speaks reports whether lines say anything: blank ones and rules do not.
func speaks(lines []line) bool {
	return slices.ContainsFunc(lines, func(l line) bool {
		return strings.ContainsFunc(l.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	})
}

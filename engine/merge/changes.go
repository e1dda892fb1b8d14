package merge

import "context"

// change is a stretch of the base, base[from:to], and what a version has instead
// of it, version[start:end]. Either may be empty.
type change struct{ from, to, start, end int }

// replaces reports whether each line is replaced by exactly one.
func (c change) replaces() bool { return c.to-c.from == c.end-c.start }

// changes finds where a version differs from the base, in its order. Between two
// of them something is equal.
func changes(base, version []string, limit int) []change {
	var all []change
	at, there := 0, 0
	for _, s := range diffTokens(context.Background(), base, version, limit) {
		if s.equal == 0 {
			all = append(all, change{at, at + s.removed, there, there + s.added})
		}
		at += s.equal + s.removed
		there += s.equal + s.added
	}
	return all
}

package merge

import "context"

// change is a stretch of the spine, spine[from:to], and what a version has
// instead of it, version[start:end]. Either may be empty. The spine is the text
// that all versions are compared with.
type change struct{ from, to, start, end int }

// changes finds where a version differs from the spine, in its order. Between two
// of them something is equal.
func changes(spine, version []string, limit int) []change {
	var all []change
	at, there := 0, 0
	for _, s := range diffTokens(context.Background(), spine, version, limit) {
		if s.equal == 0 {
			all = append(all, change{at, at + s.removed, there, there + s.added})
		}
		at += s.equal + s.removed
		there += s.equal + s.added
	}
	return lowered(all, spine, version)
}

// lowered moves what was only added or only removed down, as far as that says the
// same: the second of two equal lines is the new one. So the same edit is found
// in the same place, whatever else a version changed.
func lowered(all []change, spine, version []string) []change {
	bottom := len(spine)
	for i := len(all) - 1; i >= 0; i-- {
		c := &all[i]
		for c.to < bottom && c.slides(spine, version) {
			*c = change{c.from + 1, c.to + 1, c.start + 1, c.end + 1}
		}
		bottom = c.from
	}
	return touching(all)
}

// slides tells whether a change can be one place further down.
func (c change) slides(spine, version []string) bool {
	switch {
	case c.from == c.to:
		return version[c.start] == version[c.end]
	case c.start == c.end:
		return spine[c.from] == spine[c.to]
	}
	return false
}

// touching makes one of changes with nothing between them.
func touching(all []change) []change {
	var kept []change
	for _, c := range all {
		if n := len(kept); n > 0 && kept[n-1].to == c.from {
			kept[n-1].to, kept[n-1].end = c.to, c.end
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

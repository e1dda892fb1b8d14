package order

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// Sibling is an item among the children of one parent.
type Sibling struct{ ID, Key string }

// Last is the key of items that were moved to the top level because of a cycle: they come
// after everything that a user positioned, ordered by identifier.
const Last = "1/0"

// Valid reports whether a text is a key: fractions in lowest terms and identifiers, formatted
// as by this package, with at most 64 levels and 8 KB.
func Valid(key string) bool {
	_, ok := parse(key)
	return ok
}

// Compare orders siblings: by their keys, pair by pair, the fractions as numbers and the
// identifiers by code point. Siblings without a valid key come after all others, ordered by
// identifier.
func Compare(a, b Sibling) int { return pathOf(a).compare(pathOf(b)) }

// Between returns a key for the item id between two siblings: after left and before right,
// where nil means the beginning or the end. Its fraction depends only on the two keys, so that
// items that different endpoints insert at the same position are in ascending order of
// identifier (SSE 0.91 §3.2). It is the simplest one that fits, so that keys stay short.
//
// A sibling without a key counts as the last one. If left is not before right, right is
// ignored. The key is "" if a fitting one would exceed the maximum length.
func Between(left, right *Sibling, id string) string {
	var low, high *path
	if left != nil {
		low = pathOf(*left).keyed()
	}
	if right != nil {
		if p := pathOf(*right).keyed(); low == nil || low.compare(*p) < 0 {
			high = p
		}
	}
	return between(low, high).text()
}

// Below returns a key that moves a sibling's child, which has the key inside there, to right
// after the sibling: before everything that follows the sibling, and with the same order among
// the children. It is "" if the key would exceed the maximum length.
func Below(s Sibling, inside string) string {
	outer, inner := pathOf(s).keyed(), pathOf(Sibling{Key: inside}).keyed()
	steps := append(slices.Clone(outer.steps), step{s.ID, inner.first})
	return key{outer.first, append(steps, inner.steps...)}.text()
}

// between descends the two paths, level by level, until a fraction fits between them.
func between(low, high *path) key {
	var fractions []fraction
	var unders []string
	for level := 0; ; level++ {
		at, end := low.at(level, zero), high.at(level, infinity)
		if at.compare(end) < 0 {
			return assemble(append(fractions, simplest(at, end)), unders)
		}
		under := low.under(level)
		if high != nil && high.under(level) != under {
			high = nil // everything below low precedes it
		}
		fractions, unders = append(fractions, at), append(unders, under)
	}
}

// path is a key together with the identifier of its last pair.
type path struct {
	key
	id    string
	valid bool
}

func pathOf(s Sibling) path {
	k, ok := parse(s.Key)
	return path{k, s.ID, ok}
}

// keyed returns the path, or the path of Last if the sibling has no key.
func (p path) keyed() *path {
	if !p.valid {
		p.key, p.valid = key{first: infinity}, true
	}
	return &p
}

// at returns the fraction of a level, or otherwise if the path is nil or ends above that
// level.
func (p *path) at(level int, otherwise fraction) fraction {
	if p == nil || level > len(p.steps) {
		return otherwise
	}
	return p.fraction(level)
}

// under returns the identifier of a level.
func (p *path) under(level int) string {
	if level < len(p.steps) {
		return p.steps[level].under
	}
	return p.id
}

func (p path) compare(o path) int {
	if !p.valid || !o.valid {
		return cmp.Or(-boolean(p.valid)+boolean(o.valid), strings.Compare(p.id, o.id))
	}
	for level := range min(len(p.steps), len(o.steps)) + 1 {
		if c := p.fraction(level).compare(o.fraction(level)); c != 0 {
			return c
		}
		if c := strings.Compare(p.under(level), o.under(level)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(p.steps), len(o.steps))
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Limits of keys: longer or deeper ones are invalid, because they would cost more than any
// order is worth.
const (
	maxBytes  = 8 << 10
	maxLevels = 64
)

// guessed is the prefix of keys that a reader created.
const guessed = "~"

// key is the fraction of the first level, and a step for each level below.
type key struct {
	first fraction
	steps []step
}

// step descends below an item of one fraction to a fraction of the next level.
type step struct {
	under string
	to    fraction
}

// assemble creates a key from the fractions of its levels and the identifiers between them.
func assemble(fractions []fraction, unders []string) key {
	k := key{first: fractions[0]}
	for i, id := range unders {
		k.steps = append(k.steps, step{id, fractions[i+1]})
	}
	return k
}

func (k *key) fraction(level int) fraction {
	if level == 0 {
		return k.first
	}
	return k.steps[level-1].to
}

func parse(text string) (key, bool) {
	if len(text) > maxBytes {
		return key{}, false
	}
	first, rest, deeper := strings.Cut(strings.TrimPrefix(text, guessed), " ")
	f, ok := parseFraction(first)
	if !ok || !deeper {
		return key{first: f}, ok
	}
	steps, ok := parseSteps(rest)
	return key{f, steps}, ok
}

func parseSteps(text string) ([]step, bool) {
	words := strings.Split(text, " ")
	if len(words)%2 != 0 || len(words) > 2*(maxLevels-1) {
		return nil, false
	}
	var steps []step
	for i := 0; i < len(words); i += 2 {
		id, known := unescape(words[i])
		f, ok := parseFraction(words[i+1])
		if !known || !ok {
			return nil, false
		}
		steps = append(steps, step{id, f})
	}
	return steps, true
}

// unescape parses an identifier that is escaped exactly as by this package.
func unescape(word string) (string, bool) {
	id, _ := url.PathUnescape(word) // "" if word is not escaped
	return id, id != "" && url.PathEscape(id) == word
}

// text returns the key as written, or "" if it would exceed the maximum length.
func (k key) text() string {
	if len(k.steps) >= maxLevels {
		return ""
	}
	var b strings.Builder
	b.WriteString(k.first.text())
	for _, s := range k.steps {
		b.WriteString(" " + url.PathEscape(s.under) + " " + s.to.text())
	}
	if b.Len() > maxBytes {
		return ""
	}
	return b.String()
}

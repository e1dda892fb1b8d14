package order

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// Sibling is an item among those of one parent.
type Sibling struct{ ID, Key string }

// Last is the key of what was put to the root out of a cycle: it stands after
// everything that a person put anywhere, by identifier.
const Last = "1/0"

// Valid tells whether a text is a key: fractions in lowest terms and identifiers as
// they are written here, of at most 64 levels and 8 KB.
func Valid(key string) bool {
	_, ok := parse(key)
	return ok
}

// Compare orders siblings: by their keys, pair by pair, the fractions as numbers and
// the identifiers by code point; a sibling without a key, or with one that is no
// key, comes after all others, by identifier.
func Compare(a, b Sibling) int { return pathOf(a).compare(pathOf(b)) }

// Between is a key for the item id between two siblings: after left and before right,
// where nil is the beginning or the end. Its fraction depends on the two keys alone,
// so that items put at one place by different endpoints stand in ascending order of
// identifier (SSE 0.91 §3.2). It is the simplest that fits, so keys stay short.
//
// A sibling without a key counts as one that stands last. Where left is not before
// right, right does not count. The key is "" where one that fits would be longer than
// a key may be.
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

// Below is a key that puts what is in a sibling, with that key there, right after the
// sibling: before all that comes after it, and in the same order. It is "" where it would
// be longer than a key may be.
func Below(s Sibling, inside string) string {
	outer, inner := pathOf(s).keyed(), pathOf(Sibling{Key: inside}).keyed()
	steps := append(slices.Clone(outer.steps), step{s.ID, inner.first})
	return key{outer.first, append(steps, inner.steps...)}.text()
}

// between goes down the two paths, level by level, until a fraction fits between.
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
			high = nil // all that is below low comes before it
		}
		fractions, unders = append(fractions, at), append(unders, under)
	}
}

// path is a key with the identifier that ends it.
type path struct {
	key
	id    string
	valid bool
}

func pathOf(s Sibling) path {
	k, ok := parse(s.Key)
	return path{k, s.ID, ok}
}

// keyed is the path itself, or that of Last where the sibling has no key.
func (p path) keyed() *path {
	if !p.valid {
		p.key, p.valid = key{first: infinity}, true
	}
	return &p
}

// at is the fraction of a level, or another one where the path ends above it or there
// is none.
func (p *path) at(level int, otherwise fraction) fraction {
	if p == nil || level > len(p.steps) {
		return otherwise
	}
	return p.fraction(level)
}

// under is the identifier of a level.
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

// A key that is longer, or has more levels, is none: it would cost more than any order
// is worth.
const (
	maxBytes  = 8 << 10
	maxLevels = 64
)

// guessed is what a key begins with that a reader made.
const guessed = "~"

// key is the fraction of the first level, and a step for each one below.
type key struct {
	first fraction
	steps []step
}

// step goes below an item of one fraction, to a fraction of the next level.
type step struct {
	under string
	to    fraction
}

// assemble makes a key of the fractions of its levels and the identifiers between.
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

// unescape reads an identifier in the one way that it is written.
func unescape(word string) (string, bool) {
	id, _ := url.PathUnescape(word) // "" where word is not escaped
	return id, id != "" && url.PathEscape(id) == word
}

// text is the key as it is written, or "" where it is longer than a key may be.
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

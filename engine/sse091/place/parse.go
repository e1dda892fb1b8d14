package place

import (
	"net/url"
	"strings"
)

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
	if text == "" || len(text) > maxBytes {
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
	steps := make([]step, 0, len(words)/2)
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
	id, err := url.PathUnescape(word)
	return id, err == nil && id != "" && url.PathEscape(id) == word
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

package order_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// The tests write a document as lines, indented by two spaces more for children:
//
//	a =3/2 ^p !q @5
//
// is the item a with the key 3/2, which was set for the parent p, removed from a cycle under
// q, and changed at the time 5. An unshared outline is "-". Local items are written in the
// same way, with "same" if the version is the one in the document, and so are results, with
// "*" if the position was derived. Spaces in keys are "_". "aside" is a skipped outline.

func spots(t *testing.T, text string) (all []order.Spot) {
	t.Helper()
	open := []int{0}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimPrefix(line, "\t\t\t"), "\n")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		id, p, when, _ := read(t, words)
		s := order.Spot{ID: strings.Trim(id, "-"), Number: len(all) + 1, Parent: open[depth], Given: p, Skipped: slices.Contains(words, "aside")}
		s.Top.When = when
		all = append(all, s)
		open = append(open[:depth+1], len(all))
	}
	return all
}

func read(t *testing.T, words []string) (id string, p item.Place, when item.When, same bool) {
	t.Helper()
	for _, w := range words[1:] {
		switch value := w[1:]; w[0] {
		case '=':
			p.Key = strings.ReplaceAll(value, "_", " ")
		case '^':
			p.Parent = value
		case '!':
			p.Cycle = value
		case '@':
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			when = item.At(time.Unix(int64(n), 0))
		case 's':
			same = true
		}
	}
	return words[0], p, when, same
}

// known parses the local items, one per line.
func known(t *testing.T, text string) func(string) order.Known {
	t.Helper()
	held := map[string]order.Known{}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			id, p, _, same := read(t, words)
			held[id] = order.Known{Place: p, Same: same}
		}
	}
	return func(id string) order.Known { return held[id] }
}

// format formats positions.
func format(all []order.Located) string {
	var out []string
	for _, l := range all {
		words := []string{l.ID}
		for _, part := range []struct{ mark, value string }{{"=", strings.ReplaceAll(l.Key, " ", "_")}, {"^", l.Parent}, {"!", l.Cycle}} {
			if part.value != "" {
				words = append(words, part.mark+part.value)
			}
		}
		if l.Derived {
			words = append(words, "*")
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, ", ")
}

package merge_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/merge"
)

// set is a set of up to seven letters, as bits.
type set uint8

func (s set) String() string {
	var all []string
	for i := range 7 {
		if s>>i&1 == 1 {
			all = append(all, string(rune('a'+i)))
		}
	}
	return strings.Join(all, "\n")
}

// unite is what sets that came from a base have to become: by the sums and
// differences of whole sets.
func unite(base set, versions []set) (union set, open bool) {
	var removed, added set
	for _, a := range versions {
		removed |= base &^ a
		added |= a &^ base
		for _, b := range versions {
			sameGone := base &^ a & (base &^ b)
			onlyA, onlyB := a&^base&^b, b&^base&^a
			open = open || sameGone != 0 && onlyA != 0 && onlyB != 0
		}
	}
	return base&^removed | added, open
}

func TestSetsBecomeWhatTheSumsOfSetsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.Uint8Range(0, 127)
		base := set(any.Draw(t, "base"))
		var sets []set
		var values []string
		for _, v := range rapid.SliceOfN(any, 2, 6).Draw(t, "versions") {
			sets = append(sets, set(v))
			values = append(values, turned(t, set(v).String()))
		}
		want, open := unite(base, sets)
		got := merge.Propose(merge.Field{Join: merge.JoinSet, Base: known(base.String()), Values: values})
		switch {
		case got.Open != open:
			t.Fatalf("open is %v, want %v: %+v", got.Open, open, got)
		case !open && sorted(got.Value) != want.String():
			t.Fatalf("got %q, want %q", got.Value, want.String())
		case got.From >= 0 && sorted(values[got.From]) != want.String():
			t.Fatalf("it is said to be from %d: %+v", got.From, got)
		}
	})
}

// turned puts the lines of a set into any order.
func turned(t *rapid.T, lines string) string {
	return strings.Join(rapid.Permutation(strings.Split(lines, "\n")).Draw(t, "turned"), "\n")
}

func sorted(lines string) string {
	all := strings.Split(lines, "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}

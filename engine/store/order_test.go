package store_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"crossfeed/engine/store"
)

// Whatever the initial order, numbers in names are compared as numbers, and the sort is
// stable.
func TestNamesAreSortedInWhateverOrderTheyCome(t *testing.T) {
	type named struct {
		name string
		nth  int
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		all := make([]named, n)
		for i, number := range random.Perm(n) {
			all[i] = named{"list " + strconv.Itoa(number/2), 0}
		}
		seen := map[string]int{}
		for i := range all {
			all[i].nth = seen[all[i].name]
			seen[all[i].name]++
		}
		store.SortByName(all, func(one named) string { return one.name })
		for i, one := range all {
			if want := (named{"list " + strconv.Itoa(i/2), i % 2}); one != want {
				t.Fatalf("of %d, %d is %v, want %v", n, i, one, want)
			}
		}
	}
}

func TestNamesThatDifferInCaseHaveOneOrder(t *testing.T) {
	all := []string{"b", "A", "a", "B"}
	store.SortByName(all, func(name string) string { return name })
	if want := []string{"A", "a", "B", "b"}; !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

package order_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// located is a document, the local items, and the resulting positions.
type located struct{ what, document, held, want string }

func (c located) check(t *testing.T) {
	t.Helper()
	s := spots(t, c.document)
	before := slices.Clone(s)
	if got := format(order.Locate(s, known(t, c.held))); got != c.want {
		t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.want)
	}
	if !slices.Equal(s, before) {
		t.Errorf("%s: the spots were changed", c.what)
	}
}

func TestPlacesInADocumentWithKeys(t *testing.T) {
	for _, c := range []located{
		{"given keys count", `
			a =1
			  x =1 ^a
			  y =2 ^a
			b =3/2`, "", "a =1, x =1 ^a, y =2 ^a, b =3/2"},
		{"guesses that were given count as well", `
			a =~1
			b =~2`, "", "a =~1, b =~2"},
		{"equal keys stand by identifier", `
			a =1
			b =1`, "", "a =1, b =1"},
		{"an outline that takes no part is passed over, and so is where it stands", `
			-
			  a =1
			  -
			    b =2
			c =3
			  -
			    d =1 ^c`, "", "a =1, b =2, c =3, d =1 ^c"},
		{"what a cycle put to the root stays there", `
			a =1
			b =1/0 !a`, "", "a =1, b =1/0 !a"},
		{"a parent that is not in the document stays the parent", `
			a =1
			b =7 ^gone`, "", "a =1, b =7 ^gone"},
		{"but for what is no key", `
			a =1
			b =x ^gone`, "", "a =1, b =~2 *"},
		{"an orphan that is held with a lesser key has that", `
			a =7 ^gone`, "a =5 ^gone same", "a =5 ^gone *"},
		{"and one that is held with a greater key, its own", `
			a =7 ^gone`, "a =9 ^gone same", "a =7 ^gone"},
		{"an outline that was set aside is no place of its item, but of what stands in it", `
			a aside
			  c =1 ^a
			b =1
			  a =2 ^b`, "", "c =1 ^a, b =1, a =2 ^b"},
		{"where such an orphan stands says nothing", `
			z =7 ^gone
			a =3
			b =2 ^gone`, "", "z =7 ^gone, a =3, b =2 ^gone"},
		{"of several outlines of one item the first counts", `
			a =1
			  b =1 ^a
			b =2
			a =3`, "", "a =1, b =1 ^a"},
		{"what stands in a second outline of an item stands in that item", `
			a =1
			b =2
			a =3
			  c =1 ^a`, "", "a =1, b =2, c =1 ^a"},
		{"an item in itself stands where its first outline stands", `
			a =1
			  a =2 ^a
			    b =1 ^a`, "", "a =1, b =1 ^a"},
	} {
		c.check(t)
	}
}

func TestPlacesInADocumentWithoutKeys(t *testing.T) {
	for _, c := range []located{
		{"read for the first time, keys count from 1", `
			c
			  x
			  y
			a
			b`, "", "c =~1 *, x =~1 ^c *, y =~2 ^c *, a =~2 *, b =~3 *"},
		{"versions that are held keep their keys", `
			a
			b`, `
			a =5 same
			b =9/2 ^a same`, "a =5 *, b =9/2 ^a *"},
		{"so they do where the document says otherwise", `
			b
			a`, `
			a =1 same
			b =2 same`, "b =2 *, a =1 *"},
		{"an item that was inserted gets a key between its neighbours", `
			a
			new
			b`, `
			a =1 same
			b =2 same`, "a =1 *, new =~3/2 *, b =2 *"},
		{"several get theirs one after the other", `
			a
			x
			y
			z
			b`, `
			a =1 same
			b =2 same`, "a =1 *, x =~3/2 *, y =~5/3 *, z =~7/4 *, b =2 *"},
		{"at the beginning and at the end", `
			x
			a
			y`, "a =1 same", "x =~1/2 *, a =1 *, y =~2 *"},
		{"between two that were put at one place", `
			a
			x
			b`, `
			a =1 same
			b =1 same`, "a =1 *, x =~1_a_1 *, b =1 *"},
		{"an item that was changed where it stands keeps its key", `
			a
			b @9
			c`, `
			a =1 same
			b =2
			c =3 same`, "a =1 *, b =~2 *, c =3 *"},
		{"an item that was moved among its siblings gets a new one", `
			c @9
			a
			b`, `
			a =1 same
			b =2 same
			c =3`, "c =~1/2 *, a =1 *, b =2 *"},
		{"of two that were changed, the newer was moved", `
			a
			c @8
			b @9`, `
			a =1 same
			b =2
			c =3`, "a =1 *, c =~3 *, b =~4 *"},
		{"an item that was moved into another gets a new one there", `
			a
			  b @9
			  x`, `
			a =1 same
			b =2
			x =5 ^a same`, "a =1 *, b =~1 ^a *, x =5 ^a *"},
		{"a version that is held elsewhere stays there, for moving is an update", `
			a
			b`, `
			a =1 same
			b =1/0 !a same`, "a =1 *, b =1/0 !a *"},
		{"also in a parent that is not in the document", `
			a
			b`, `
			a =1 same
			b =4 ^gone same`, "a =1 *, b =4 ^gone *"},
		{"a newer one that stands at the root was moved there", `
			a
			b @9`, `
			a =1 same
			b =4 ^gone`, "a =1 *, b =~2 *"},
		{"what is held without a key gets one", `
			a
			b`, `
			a = same
			b =4 same`, "a =~1 *, b =4 *"},
	} {
		c.check(t)
	}
}

func TestPlacesWhereAProgramThatKnowsNoKeysKeptThem(t *testing.T) {
	for _, c := range []located{
		{"moved among its siblings, at first reading: the newest was moved", `
			c =3 @9
			a =1 @1
			b =2 @2`, "", "c =~1/2 *, a =1, b =2"},
		{"a key of an older version tells who was moved, also where clocks are wrong", `
			a =1 @1
			c @2
			b =2 @9`, "a =1\nb =2\nc =3", "a =1, c =~3/2 *, b =2"},
		{"a version that is held was not moved", `
			a =1 @1
			c =3 @2
			b =2 @9`, `
			a =1 same
			b =2 same`, "a =1, c =~3/2 *, b =2"},
		{"moved into another item", `
			a =1
			  b =2 @9`, "", "a =1, b =~1 ^a *"},
		{"moved out of one that is still there", `
			a =1
			b =1 ^a @9`, "", "a =1, b =~2 *"},
		{"moved out of one that is gone, into another", `
			a =1
			  b =1 ^gone @9`, "", "a =1, b =~1 ^a *"},
		{"the mark of a cycle goes when it is moved", `
			b =1/0 !a @9
			a =1`, "", "b =~1/2 *, a =1"},
		{"no key is one that cannot be read", `
			a =1
			b =1/1
			c =3`, "", "a =1, b =~2 *, c =3"},
		{"a version that is held takes the lesser of two places", `
			a =1
			b =2`, `
			a =1/2 same
			b =5/2 same`, "a =1/2 *, b =2"},
		{"what an endpoint gave counts more than what was guessed here", `
			a =2
			b =~3`, `
			a =~1 same
			b =7 same`, "a =2, b =7 *"},
	} {
		c.check(t)
	}
}

func TestSpotsComeInAnyOrder(t *testing.T) {
	s := spots(t, `
			a =1
			  b =1 ^a
			c =2`)
	want := format(order.Locate(s, nil))
	slices.Reverse(s)
	if got := format(order.Locate(s, nil)); got != want {
		t.Errorf("backwards: %s, forwards: %s", got, want)
	}
}

func TestSpotsThatStandNowhereStandAtTheRoot(t *testing.T) {
	got := format(order.Locate([]order.Spot{{ID: "a", Number: 1, Parent: 7}, {ID: "b", Number: 2, Parent: 2}}, nil))
	if want := "a =~1 *, b =~2 *"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheLesserOfTwoPlaces(t *testing.T) {
	for _, c := range []struct {
		what            string
		lesser, greater item.Place
	}{
		{"the root comes first", item.Place{Key: "2"}, item.Place{Parent: "a", Key: "1"}},
		{"so what a cycle put there stays there", item.Place{Key: order.Last, Cycle: "a"}, item.Place{Parent: "a", Key: "1"}},
		{"then the lesser parent", item.Place{Parent: "a", Key: "2"}, item.Place{Parent: "b", Key: "1"}},
		{"then the lesser key, as a number", item.Place{Parent: "a", Key: "9"}, item.Place{Parent: "a", Key: "10"}},
		{"a key that was given comes before a guess, wherever that is",
			item.Place{Parent: "b", Key: "3"}, item.Place{Key: "~1"}},
		{"a guess comes before none", item.Place{Parent: "b", Key: "~3"}, item.Place{}},
		{"what is no key is none", item.Place{Parent: "b", Key: "~3"}, item.Place{Key: "first"}},
		{"at one place the lesser former parent", item.Place{Key: order.Last, Cycle: "a"}, item.Place{Key: order.Last, Cycle: "b"}},
	} {
		if order.Lesser("i", c.lesser, c.greater) != c.lesser || order.Lesser("i", c.greater, c.lesser) != c.lesser {
			t.Errorf("%s: of %v and %v", c.what, c.lesser, c.greater)
		}
	}
}

func TestANewVersionThatStaysConfirmsItsPlace(t *testing.T) {
	for _, c := range []struct{ before, after item.Place }{
		{item.Place{Parent: "a", Key: "~3/2"}, item.Place{Parent: "a", Key: "3/2"}},
		{item.Place{Key: order.Last, Cycle: "a"}, item.Place{Key: order.Last}},
		{item.Place{}, item.Place{}},
	} {
		if got := order.Confirm(c.before); got != c.after {
			t.Errorf("%v becomes %v, want %v", c.before, got, c.after)
		}
	}
}

func TestAGuessIsMarkedOnce(t *testing.T) {
	for key, want := range map[string]string{"1": "~1", "~1": "~1", "": ""} {
		if got := order.Guess(key); got != want || order.Guessed(got) != (want != "") {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
}

// Items that are inserted into a gap one by one keep the document's order, even if the numbers
// of their keys exceed a machine word.
func TestARunOfItemsWhoseNumbersOutgrowAMachine(t *testing.T) {
	const x = 999_999_999_999_999_998
	for _, c := range []struct{ what, low, high, want string }{
		// The mediants of x and x+1 are (kx+k+x)/(k+1); those of 1/(x+1) and 1/x are their
		// inverses.
		{"great numerators", fmt.Sprint(x), fmt.Sprint(x + 1), "~25999999999999999973/26"},
		{"great denominators", fmt.Sprintf("1/%d", x+1), fmt.Sprintf("1/%d", x), "~26/25999999999999999949"},
	} {
		s := []order.Spot{{ID: "low", Number: 1, Given: item.Place{Key: c.low}}}
		for i := range 25 {
			s = append(s, order.Spot{ID: fmt.Sprint(i), Number: i + 2})
		}
		s = append(s, order.Spot{ID: "high", Number: 27, Given: item.Place{Key: c.high}})
		located := order.Locate(s, nil)
		if got := located[25].Key; got != c.want {
			t.Errorf("%s: the last key is %s, want %s", c.what, got, c.want)
		}
	}
}

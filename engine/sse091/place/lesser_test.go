package place_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
)

func TestTheLesserOfTwoPlaces(t *testing.T) {
	for _, c := range []struct {
		what            string
		lesser, greater item.Place
	}{
		{"the root comes first", item.Place{Key: "2"}, item.Place{Parent: "a", Key: "1"}},
		{"so what a cycle put there stays there", item.Place{Key: place.Last, Cycle: "a"}, item.Place{Parent: "a", Key: "1"}},
		{"then the lesser parent", item.Place{Parent: "a", Key: "2"}, item.Place{Parent: "b", Key: "1"}},
		{"then the lesser key, as a number", item.Place{Parent: "a", Key: "9"}, item.Place{Parent: "a", Key: "10"}},
		{"a key that was given comes before a guess, wherever that is",
			item.Place{Parent: "b", Key: "3"}, item.Place{Key: "~1"}},
		{"a guess comes before none", item.Place{Parent: "b", Key: "~3"}, item.Place{}},
		{"what is no key is none", item.Place{Parent: "b", Key: "~3"}, item.Place{Key: "first"}},
		{"at one place the lesser former parent", item.Place{Key: place.Last, Cycle: "a"}, item.Place{Key: place.Last, Cycle: "b"}},
	} {
		if place.Lesser("i", c.lesser, c.greater) != c.lesser || place.Lesser("i", c.greater, c.lesser) != c.lesser {
			t.Errorf("%s: of %v and %v", c.what, c.lesser, c.greater)
		}
	}
}

func TestANewVersionThatStaysConfirmsItsPlace(t *testing.T) {
	for _, c := range []struct{ before, after item.Place }{
		{item.Place{Parent: "a", Key: "~3/2"}, item.Place{Parent: "a", Key: "3/2"}},
		{item.Place{Key: place.Last, Cycle: "a"}, item.Place{Key: place.Last}},
		{item.Place{}, item.Place{}},
	} {
		if got := place.Kept(c.before); got != c.after {
			t.Errorf("%v becomes %v, want %v", c.before, got, c.after)
		}
	}
}

func TestAGuessIsMarkedOnce(t *testing.T) {
	for key, want := range map[string]string{"1": "~1", "~1": "~1", "": ""} {
		if got := place.Guess(key); got != want || place.Guessed(got) != (want != "") {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
}

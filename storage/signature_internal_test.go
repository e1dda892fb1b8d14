package storage

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lacks tells whether a signature shows that a text does not contain another.
func lacks(text, search string) bool {
	in, of := signatureOf(text), signatureOf(search)
	for i := range in {
		if in[i]&of[i] != of[i] {
			return true
		}
	}
	return false
}

func TestNoTextThatContainsAnotherIsPassedOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, search, after := rapid.String().Draw(t, "before"), rapid.String().Draw(t, "search"), rapid.String().Draw(t, "after")
		if lacks(before+search+after, search) {
			t.Fatalf("%q is passed over", before+search+after)
		}
	})
}

func TestMostTextsThatDoNotContainAnotherArePassedOver(t *testing.T) {
	words := strings.Fields("call the plumber about kitchen tap and order boxes for moving house before friday")
	passed, all := 0, 0
	for _, w := range words {
		for _, other := range words {
			if !strings.Contains(other, w) {
				all++
				if lacks(other, w) {
					passed++
				}
			}
		}
	}
	if passed*10 < all*9 {
		t.Errorf("%d of %d are passed over", passed, all)
	}
}

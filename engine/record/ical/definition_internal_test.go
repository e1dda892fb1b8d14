package ical

import (
	"strings"
	"testing"

	goical "github.com/emersion/go-ical"
)

func TestTheTypesOfPropertiesAreThoseOfTheLibrary(t *testing.T) {
	for name, d := range definitions {
		theirs := strings.ToLower(string((&goical.Prop{Name: name}).ValueType()))
		if theirs == "" || d.kind == typeGeo || d.kind == typeStatus {
			continue // unknown to the library, or a structure, for which it has no type
		}
		if d.kind != theirs {
			t.Errorf("%s: %s, not %s", name, d.kind, theirs)
		}
	}
}

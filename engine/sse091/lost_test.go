package sse091_test

import (
	"fmt"
	"slices"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
)

// What a merge drops goes to the archive, unless what stays was made from it.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"what the winner was made from", held(t, winner), held(t, past), nil},
		{"what stays as a conflict", held(t, winner), held(t, "3|-|c|31@C"), nil},
		{"what a truncated winner does not tell of", held(t, "4|-|w|40@A;30@A"), held(t, "2|-|c|21@C"), []string{"2|-|c|21@C"}},
		{"also where it was made from it", held(t, "4|-|w|40@A;30@A"), held(t, "2|-|p|20@A"), []string{"2|-|p|20@A"}},
		{"what a conflict was made from", held(t, winner, "3|-|c|31@C;21@C"), held(t, "2|-|c0|21@C"), nil},
		{"an entry that a later one replaces", held(t, winner, "3|-|c|31@C"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"an entry that the later one was made from", held(t, winner, "3|-|c|31@C;22@C"), held(t, winner, "2|-|c0|22@C"), nil},
		{"an entry that the later one settled", held(t, winner, "3|-|c|31@C;21@A"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"one update that says two things", held(t, winner), held(t, "4|-|v|40@A;30@A"), []string{"4|-|v|40@A;30@A"}},
		{"one update, deleted and not", held(t, winner), held(t, "4|D|w|40@A;30@A"), []string{"4|D|w|40@A;30@A"}},
		{"a copy that is known less well", held(t, winner), held(t, "4|-|w|40@A;30@A"), nil},
		{"a tombstone's dropped data", held(t, "4|D|w|40@A"), held(t, "4|D||40@A"), nil},
		{"what nothing but the keys is known of", held(t, winner, "3|-|c|31@C"), held(t, winner, "3|M||31@C"), nil},
		{"each once", held(t, winner, "3|-|c|31@C", "2|-|c0|22@C"), held(t, winner, "2|-|c0|22@C"), []string{"2|-|c0|22@C"}},
		{"what was settled", updated(t, held(t, winner, "3|-|c|31@C"), stamp(50, "A")), held(t, winner, "3|-|c|31@C"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectVersions(t, "dropped", sse091.Merge(c.x, c.y).Dropped, c.want...)
			expectVersions(t, "dropped the other way", sse091.Merge(c.y, c.x).Dropped, c.want...)
		})
	}
	expectVersions(t, "dropped of what is new here", sse091.Merge(nil, held(t, winner, "3|-|c|31@C", "2|-|c0|22@C")).Dropped, "2|-|c0|22@C")
}

// One endpoint identifier in use twice shows in one version that it gives two updates.
func TestTwice(t *testing.T) {
	const base = "2|-|x|30@A;20@B"
	for _, c := range []struct {
		name string
		x, y *item.Item
		want []string
	}{
		{"the same version", held(t, base), held(t, base), nil},
		{"another time", held(t, base), held(t, "2|-|x|31@A;20@B"), []string{"A 2"}},
		{"no time", held(t, base), held(t, "2|-|x|-@A;20@B"), []string{"A 2"}},
		{"another content", held(t, base), held(t, "2|-|y|30@A;20@B"), []string{"A 2"}},
		{"deleted", held(t, base), held(t, "2|D|x|30@A;20@B"), []string{"A 2"}},
		{"two tombstones with other data", held(t, "2|D|x|30@A"), held(t, "2|D|y|30@A"), nil},
		{"a truncated copy", held(t, base), held(t, "2|-|x|30@A"), nil},
		{"nothing but the keys is known", held(t, winner, "2|-|x|30@C"), held(t, winner, "2|M||30@C"), nil},
		{"against an update below", held(t, base), held(t, "3|-|w|40@C;31@A;20@B"), []string{"A 2"}},
		{"below in both", held(t, "3|-|x|40@D;30@A"), held(t, "3|-|y|41@E;31@A"), []string{"A 2"}},
		{"in a conflict", held(t, base), held(t, "4|-|w|50@W;40@W;30@A;20@B", "2|-|c|29@C;21@B"), []string{"B 1"}},
		{"without by there is nobody to tell of", held(t, "2|-|x|30@-"), held(t, "2|-|y|30@-"), nil},
		{"an update and the next one", held(t, base), held(t, "3|-|y|40@A;30@A;20@B"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range []rules.Result{sse091.Merge(c.x, c.y), sse091.Merge(c.y, c.x)} {
				var got []string
				for _, clash := range r.Twice {
					got = append(got, fmt.Sprint(clash.By, " ", clash.Sequence))
					if sse091.Compare(clash.Greater, clash.Lesser) < 0 {
						t.Errorf("%s is said to be greater than %s", written(clash.Greater), written(clash.Lesser))
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}

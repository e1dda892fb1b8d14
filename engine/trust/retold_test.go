package trust_test

import (
	"reflect"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/trust"
)

// saying is a version with that history, and a title.
func saying(title string, history ...item.History) *item.Version {
	v := version(history...)
	v.Content = item.Plain(title, "")
	return v
}

func TestOtherWordsUnderAnUpdateOfOurs(t *testing.T) {
	mine := saying("Eggs", by("me", 1, 1))
	gone, more := saying("Eggs", by("me", 1, 1)), saying("Eggs", by("me", 1, 1))
	gone.Deleted, more.Updates = true, 2
	for _, c := range []struct {
		name          string
		made          []*item.Version
		local, merged *item.Item
		want          []trust.Alarm
	}{
		{"what we said", nil, of(mine), of(saying("Eggs", by("me", 1, 1))), nil},
		{"what others say after it", nil, of(mine), of(saying("Milk", by("you", 2, 2), by("me", 1, 1))), nil},
		{"other words", nil, of(mine), of(saying("Milk", by("me", 1, 1))), forged(1, 1, 1)},
		{"a deletion", nil, of(mine), of(gone), forged(1, 1, 1)},
		{"more updates", nil, of(mine), of(more), forged(1, 1, 1)},
		{"other words in a conflict", nil, of(mine), of(saying("Milk", by("you", 2, 2)), saying("Tea", by("me", 1, 1))), forged(1, 1, 1)},
		{"what the archive has", []*item.Version{mine}, nil, of(saying("Eggs", by("me", 1, 1))), nil},
		{"other words than the archive has", []*item.Version{mine}, of(saying("Tea", by("you", 9, 9))), of(saying("Milk", by("me", 1, 1))), forged(1, 1, 1)},
		{"what both devices of one identifier said", []*item.Version{mine}, nil, of(saying("Milk", by("me", 1, 2))), nil}, // Item tells
		{"what nothing is known of", nil, nil, of(saying("Milk", by("me", 1, 1))), nil},
	} {
		a, is := trust.Retold(trust.Own{By: "me", Made: func() []*item.Version { return c.made }}, c.local, c.merged)
		var got []trust.Alarm
		if is {
			got = []trust.Alarm{a}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
	nobody := item.History{Sequence: 1, When: by("", 1, 1).When}
	if _, is := trust.Retold(trust.Own{}, of(saying("Eggs", nobody)), of(saying("Milk", nobody))); is {
		t.Error("an update by nobody is nobody's")
	}
}

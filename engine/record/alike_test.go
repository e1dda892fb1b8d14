package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

func TestDoneAtAnotherMomentIsAlikeAndNotEqual(t *testing.T) {
	f, err := record.Find(record.Todo, "done")
	if err != nil {
		t.Fatal(err)
	}
	const nine, ten = "true 2026-11-24T09:00:00Z", "true 2026-11-24T10:00:00Z"
	for _, c := range []struct {
		a, b         string
		equal, alike bool
	}{
		{nine, nine, true, true},
		{nine, ten, false, true},
		{"true", ten, false, true},
		{"false", ten, false, false},
		{"false in-process 50%", "false in-process 60%", false, false},
		{"false cancelled", nine, false, false},
	} {
		if f.Equal(c.a, c.b) != c.equal || f.Alike(c.a, c.b) != c.alike || f.Alike(c.b, c.a) != c.alike {
			t.Errorf("%q and %q: equal %t, alike %t", c.a, c.b, f.Equal(c.a, c.b), f.Alike(c.a, c.b))
		}
	}
}

package item_test

import (
	"testing"
	"time"

	"crossfeed/engine/item"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// Times are compared as instants, never as texts (SSE 0.93 §2.1.6), and an
// absent one is the earliest (§3.3, "Winner Picking" step 2a).
func TestWhenCompare(t *testing.T) {
	utc := item.ReadWhen("2005-05-21T12:00:00Z", noon)
	berlin := item.ReadWhen("2005-05-21T14:00:00+02:00", noon.In(time.FixedZone("", 2*60*60)))
	half := item.ReadWhen("2005-05-21T12:00:00.5Z", noon.Add(time.Second/2))
	early := item.ReadWhen("2005-05-21T13:00:00+02:00", noon.Add(-time.Hour))
	ancient := item.ReadWhen("0001-01-01T00:00:00Z", time.Time{})
	absent := item.When{}
	for _, c := range []struct {
		name string
		x, y item.When
		want int
	}{
		{"one instant in two zones", utc, berlin, 0},
		{"earlier though the text is greater", utc, early, 1},
		{"a fraction of a second", half, utc, 1},
		{"present and absent", utc, absent, 1},
		{"the first instant of all and absent", ancient, absent, 1},
		{"both absent", absent, absent, 0},
		{"an empty text is absent", item.ReadWhen("", noon), absent, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.x.Compare(c.y); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
			if got := c.y.Compare(c.x); got != -c.want {
				t.Errorf("the other way: got %d, want %d", got, -c.want)
			}
			if equal := c.want == 0; c.x.Equal(c.y) != equal || c.y.Equal(c.x) != equal {
				t.Errorf("equal: %v and %v, want %v", c.x.Equal(c.y), c.y.Equal(c.x), equal)
			}
		})
	}
}

// Others' times are written back as they were read; ours are whole seconds.
func TestWhenText(t *testing.T) {
	const read = "2005-05-21t14:00:00.50+02:00"
	if w := item.ReadWhen(read, noon); w.String() != read || !w.Present() || !w.Time().Equal(noon) {
		t.Errorf("read: %q, %v", w, w.Time())
	}
	at := item.At(noon.Add(999 * time.Millisecond).In(time.FixedZone("", -7*60*60)))
	if at.String() != "2005-05-21T12:00:00Z" || !at.Time().Equal(noon) {
		t.Errorf("written: %q, %v", at, at.Time())
	}
	if absent := (item.When{}); absent.Present() || absent.String() != "" || !absent.Time().IsZero() {
		t.Errorf("absent: %q, %v", absent, absent.Time())
	}
}

package engine_test

import (
	"errors"
	"testing"

	"crossfeed/engine"
)

func TestEndpointsAreNamedByOneLine(t *testing.T) {
	onEachStore(t, func(t *testing.T, open func(string) *desk) {
		a := parted(open, "A", "B")[0]
		for _, c := range []struct {
			by, name string
			want     error
		}{
			{"B", "  the laptop\n", nil},
			{"C", "the laptop", nil}, // one person, two devices
			{"A", "a\nb", engine.ErrNameLines},
			{"A", "a\u2028b", engine.ErrNameLines},
			{"", "somebody", engine.ErrNobody},
		} {
			if err := a.SetName(t.Context(), c.by, c.name); !errors.Is(err, c.want) {
				t.Errorf("calling %q %q: %v, want %v", c.by, c.name, err, c.want)
			}
		}
		book, err := a.Names(t.Context())
		a.check(err)
		if len(book.Known()) != 2 || book.Name("B") != "the laptop" || book.Name("C") != "the laptop" {
			t.Errorf("names of %q", book.Known())
		}
		all, err := a.Endpoints(t.Context())
		a.check(err)
		if len(all) != 3 || all[0].By != "A" || all[0].Versions != 2 || all[1].Name != "the laptop" || all[2].By != "C" || all[2].Versions != 0 {
			t.Errorf("endpoints %+v", all)
		}
		a.check(a.SetName(t.Context(), "B", " "))
		if book, err = a.Names(t.Context()); err != nil || len(book.Known()) != 1 {
			t.Errorf("after a name was taken away: %q, %v", book.Known(), err)
		}
	})
}

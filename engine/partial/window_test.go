package partial_test

import (
	"testing"

	"crossfeed/engine/partial"
)

func TestWindowsAreReadAndPrinted(t *testing.T) {
	for text, want := range map[string]struct {
		window  partial.Window
		printed string
	}{
		"":           {partial.Window{}, "none"},
		"none":       {partial.Window{}, "none"},
		"30d":        {partial.Window{Days: 30}, "30d"},
		"500":        {partial.Window{Count: 500}, "500"},
		" 30d, 500 ": {partial.Window{Days: 30, Count: 500}, "30d,500"},
		"500,30d":    {partial.Window{Days: 30, Count: 500}, "30d,500"},
		"36500d":     {partial.Window{Days: 36500}, "36500d"},
	} {
		w, err := partial.ParseWindow(text)
		if err != nil || w != want.window || w.String() != want.printed {
			t.Errorf("%q: %+v, %q, %v; want %+v, %q", text, w, w.String(), err, want.window, want.printed)
		}
		if again, err := partial.ParseWindow(w.String()); err != nil || again != w {
			t.Errorf("%q: read back as %+v, %v", w, again, err)
		}
	}
}

func TestWhatIsNoWindowIsRefused(t *testing.T) {
	for _, text := range []string{"0", "0d", "-1", "-3d", "d", "30 d", "30days", "1,2", "1d,2d", "1,", ",", "1.5d", "36501d", "10000001", "+5", "99999999999999999999"} {
		if w, err := partial.ParseWindow(text); err == nil {
			t.Errorf("%q is read as %+v", text, w)
		}
	}
}

package feed_test

import (
	"testing"

	"crossfeed/engine/feed"
)

func TestWindowsAreReadAndPrinted(t *testing.T) {
	for text, want := range map[string]struct {
		window  feed.Window
		printed string
	}{
		"":           {feed.Window{}, "none"},
		"none":       {feed.Window{}, "none"},
		"30d":        {feed.Window{Days: 30}, "30d"},
		"500":        {feed.Window{Count: 500}, "500"},
		" 30d, 500 ": {feed.Window{Days: 30, Count: 500}, "30d,500"},
		"500,30d":    {feed.Window{Days: 30, Count: 500}, "30d,500"},
		"36500d":     {feed.Window{Days: 36500}, "36500d"},
	} {
		w, err := feed.ParseWindow(text)
		if err != nil || w != want.window || w.String() != want.printed {
			t.Errorf("%q: %+v, %q, %v; want %+v, %q", text, w, w.String(), err, want.window, want.printed)
		}
		if again, err := feed.ParseWindow(w.String()); err != nil || again != w {
			t.Errorf("%q: read back as %+v, %v", w, again, err)
		}
	}
}

func TestWhatIsNoWindowIsRefused(t *testing.T) {
	for _, text := range []string{"0", "0d", "-1", "-3d", "d", "30 d", "30days", "1,2", "1d,2d", "1,", ",", "1.5d", "36501d", "10000001", "+5", "99999999999999999999"} {
		if w, err := feed.ParseWindow(text); err == nil {
			t.Errorf("%q is read as %+v", text, w)
		}
	}
}

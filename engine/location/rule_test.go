package location_test

import (
	"testing"
	"time"

	"crossfeed/engine/location"
)

func TestADocumentIsReadWholeOnceADayAtLeast(t *testing.T) {
	known := func(ago time.Duration) location.Known {
		return location.Known{ETag: `"1"`, Hash: hashOf("x"), Whole: noon.Add(-ago)}
	}
	for name, c := range map[string]struct {
		request location.Request
		want    bool
	}{
		"read just now":              {location.Request{Known: known(0)}, true},
		"read within a day":          {location.Request{Known: known(24*time.Hour - 1)}, true},
		"read a day ago":             {location.Request{Known: known(24 * time.Hour)}, false},
		"read when the clock was on": {location.Request{Known: known(-time.Hour)}, false},
		"never read":                 {location.Request{}, false},
		"a person wants the whole":   {location.Request{Known: known(0), Whole: true}, false},
		"nothing to compare with":    {location.Request{Known: location.Known{ETag: `"1"`, Whole: noon}}, false},
	} {
		c.request.Now = noon
		if got := c.request.Conditional(); got != c.want {
			t.Errorf("%s: asked on a condition: %t, want %t", name, got, c.want)
		}
	}
}

package location_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/location"
)

func TestABodyKeepsToItsSizeAndLimit(t *testing.T) {
	for name, c := range map[string]struct {
		at, size, limit int64
		want            string
		trouble         location.Trouble // -1 for none
	}{
		"as long as announced":       {0, 10, 0, "0123456789", -1},
		"the rest of a longer one":   {5, 15, 0, "0123456789", -1},
		"no length announced":        {0, -1, 0, "0123456789", -1},
		"shorter than announced":     {0, 11, 0, "0123456789", location.BrokenOff},
		"the rest is shorter":        {5, 16, 0, "0123456789", location.BrokenOff},
		"longer than announced":      {0, 9, 0, "012345678", location.BrokenOff},
		"the rest is longer":         {5, 14, 0, "012345678", location.BrokenOff},
		"as large as the limit":      {0, -1, 10, "0123456789", -1},
		"larger than the limit":      {0, -1, 9, "012345678", location.TooLarge},
		"beyond the limit with more": {5, -1, 10, "01234", location.TooLarge},
	} {
		for _, slowly := range []bool{false, true} {
			var from io.Reader = strings.NewReader("0123456789")
			if slowly {
				from = iotest.OneByteReader(from)
			}
			b := &location.Body{
				From: from, At: c.at, Size: c.size, Asked: location.Download{Limit: c.limit},
				Named: func(err error) error { return err }, End: func() error { return nil },
			}
			got, err := io.ReadAll(b)
			var e *location.Error
			if errors.As(err, &e); string(got) != c.want || (err == nil) != (c.trouble < 0) || err != nil && e.Trouble != c.trouble {
				t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
			}
			if _, again := b.Read(make([]byte, 1)); err != nil && again != err {
				t.Errorf("%s: afterwards %v", name, again)
			}
		}
	}
}

package transport_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/transport"
)

func TestABodyKeepsToItsSizeAndLimit(t *testing.T) {
	for name, c := range map[string]struct {
		at, size, limit int64
		want            string
		trouble         transport.Trouble // -1 means none
	}{
		"as long as announced":       {0, 10, 0, "0123456789", -1},
		"the rest of a longer one":   {5, 15, 0, "0123456789", -1},
		"no length announced":        {0, -1, 0, "0123456789", -1},
		"shorter than announced":     {0, 11, 0, "0123456789", transport.BrokenOff},
		"the rest is shorter":        {5, 16, 0, "0123456789", transport.BrokenOff},
		"longer than announced":      {0, 9, 0, "012345678", transport.BrokenOff},
		"the rest is longer":         {5, 14, 0, "012345678", transport.BrokenOff},
		"as large as the limit":      {0, -1, 10, "0123456789", -1},
		"larger than the limit":      {0, -1, 9, "012345678", transport.TooLarge},
		"beyond the limit with more": {5, -1, 10, "01234", transport.TooLarge},
	} {
		for _, slowly := range []bool{false, true} {
			var from io.Reader = strings.NewReader("0123456789")
			if slowly {
				from = iotest.OneByteReader(from)
			}
			b := &transport.Body{
				From: from, At: c.at, Size: c.size, Asked: transport.Download{Limit: c.limit},
				Named: func(err error) error { return err }, End: func() error { return nil },
			}
			got, err := io.ReadAll(b)
			var e *transport.Error
			if errors.As(err, &e); string(got) != c.want || (err == nil) != (c.trouble < 0) || err != nil && e.Trouble != c.trouble {
				t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
			}
			if _, again := b.Read(make([]byte, 1)); err != nil && again != err {
				t.Errorf("%s: afterwards %v", name, again)
			}
		}
	}
}

func TestContentRangeIsReadAsWritten(t *testing.T) {
	for text, want := range map[string]transport.Range{
		"bytes 0-0/1":                      {First: 0, Last: 0, Total: 1},
		"bytes 42-1233/1234":               {First: 42, Last: 1233, Total: 1234},
		"Bytes  42-1233/1234 ":             {First: 42, Last: 1233, Total: 1234},
		"bytes 0-9/9223372036854775807":    {First: 0, Last: 9, Total: 1<<63 - 1},
		"bytes 0-9/9223372036854775808":    {},
		"bytes 42-1233/*":                  {},
		"bytes */1234":                     {},
		"bytes 42-1234/1234":               {},
		"bytes 43-42/1234":                 {},
		"bytes -5/1234":                    {},
		"bytes=0-1/2":                      {},
		"seconds 0-1/2":                    {},
		"bytes 0x0-0x1/2":                  {},
		"bytes 0-1/2, bytes 0-1/2":         {},
		"bytes 0-1":                        {},
		"0-1/2":                            {},
		"":                                 {},
		"bytes 0-18446744073709551615/100": {},
	} {
		got, ok := transport.ParseRange(text)
		if ok != (want != transport.Range{}) || ok && got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, ok, want)
		}
	}
}

func TestARangeFollowsOnlyWhatEndsBeforeIt(t *testing.T) {
	r := transport.Range{First: 8, Last: 19, Total: 20}
	for _, c := range []struct {
		from, length int64
		want         bool
	}{{8, 12, true}, {8, -1, true}, {7, 12, false}, {9, 12, false}, {8, 11, false}, {8, 20, false}} {
		if got := r.Follows(c.from, c.length); got != c.want {
			t.Errorf("from %d, %d long: %v", c.from, c.length, got)
		}
	}
	if !transport.BeyondRange("bytes */20", 20) || transport.BeyondRange("bytes */20", 21) || transport.BeyondRange("bytes */*", 20) || transport.BeyondRange("20", 20) {
		t.Error("what is beyond the end is mistaken")
	}
}

// FuzzContentRange checks that any parsed range is within its file, and that it stays the same
// when it is formatted and parsed again.
func FuzzContentRange(f *testing.F) {
	for _, text := range []string{"bytes 0-1/2", "bytes 42-1233/1234", "bytes */5", "bytes 5-4/9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, ok := transport.ParseRange(text)
		if !ok {
			return
		}
		again, same := transport.ParseRange(fmt.Sprintf("bytes %d-%d/%d", r.First, r.Last, r.Total))
		if r.First < 0 || r.Last < r.First || r.Total <= r.Last || !same || again != r {
			t.Errorf("%q is read as %+v, and that as %+v", text, r, again)
		}
	})
}

func TestWhatLiesPackedStaysPacked(t *testing.T) {
	for _, c := range []struct {
		codings []string
		want    bool
	}{{nil, true}, {[]string{""}, true}, {[]string{"Identity"}, true}, {[]string{"aws-chunked"}, true}, {[]string{"gzip"}, false}, {[]string{"identity", "br"}, false}, {[]string{"aws-chunked, gzip"}, false}} {
		if got := transport.Unencoded(c.codings); got != c.want {
			t.Errorf("%q: %v", c.codings, got)
		}
	}
	for name, want := range map[string]bool{"/a.tar.gz": true, "/A.TGZ": true, "/a.svgz": true, "/a.svg": false, "/gz": false, "/a.gz/b.txt": false} {
		if got := transport.Compressed(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

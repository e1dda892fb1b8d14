package ical_test

import (
	"strings"
	"testing"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

// FuzzRead reads arbitrary input. Any todos read can be written and read again as the same
// todos; every problem has a line.
func FuzzRead(f *testing.F) {
	for name := range shapes {
		f.Add(file(f, name))
	}
	f.Add(calendar(custom...) + todo("SUMMARY:K\xe4se", "DUE:tomorrow", "BEGIN:VALARM", "x", "END:VALARM"))
	f.Fuzz(func(t *testing.T, text string) {
		var before []exchange.Entry
		err := ical.Read(strings.NewReader(text), func(e exchange.Entry) error {
			for _, p := range e.Problems {
				if p.Line < 1 || p.Kind == "" {
					t.Errorf("a problem without a line or a text: %+v", p)
				}
			}
			before = append(before, e)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		once := writeAll(t, before)
		twice := writeAll(t, readAll(t, once))
		if once != twice {
			t.Errorf("written again it is\n%s\nnot\n%s", twice, once)
		}
	})
}

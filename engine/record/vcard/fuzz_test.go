package vcard_test

import (
	"bytes"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

func FuzzRead(f *testing.F) {
	for _, file := range samples(f) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		entries := readAll(t, bytes.NewReader(file))
		last := 1 + bytes.Count(file, []byte("\n")) + bytes.Count(file, []byte("\r"))
		for _, e := range entries {
			checkEntry(t, e, last)
		}
		for _, v := range versions {
			comesBack(t, v, entries)
		}
	})
}

// checkEntry checks that an entry has data or problems, and line numbers.
func checkEntry(t *testing.T, e exchange.Entry, last int) {
	if e.Content == nil && len(e.Problems) == 0 {
		t.Errorf("the entry in line %d says nothing", e.Line)
	}
	if e.Content != nil {
		c, err := item.ParseContent(e.Content.XML())
		if err != nil || c.Hash() != e.Content.Hash() || c.Title() != e.Content.Title() {
			t.Errorf("%v: the content is not what its XML gives: %s", err, e.Content.XML())
		}
	}
	for _, p := range append(e.Problems, exchange.Problem{Line: e.Line, Kind: "entry"}) {
		if p.Line < e.Line || p.Line > last || p.Kind == "" {
			t.Errorf("%+v stands in no line of the entry, which is from %d to %d", p, e.Line, last)
		}
	}
}

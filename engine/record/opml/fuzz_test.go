package opml_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/opml"
)

// FuzzRead: whatever is read is written as OPML that says the same.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("../../../testdata/opml/*.opml")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`<opml><body><outline a:b='1' xmlns:a='u' c='&#13;'><x xmlns='v'><y z="&lt;"/></x>t<outline/></outline></body></opml>`)
	f.Fuzz(func(t *testing.T, text string) {
		var before, after []exchange.Entry
		if opml.Read(strings.NewReader(text), func(e exchange.Entry) error { before = append(before, e); return nil }) != nil {
			return
		}
		var file bytes.Buffer
		var all []exchange.Out
		for _, e := range before {
			if e.Content != nil {
				all = append(all, exchange.Out{Content: e.Content, Level: e.Level})
			}
		}
		if err := opml.Write(&file, "", all); err != nil {
			t.Fatal(err)
		}
		if err := opml.Read(&file, func(e exchange.Entry) error { after = append(after, e); return nil }); err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, file.String())
		}
		if len(after) != len(all) {
			t.Fatalf("%d outlines became %d", len(all), len(after))
		}
		for i := range after {
			if was, is := record.Rest(all[i].Content), record.Rest(after[i].Content); was != is {
				t.Fatalf("the rest was\n%s\nand is\n%s", was, is)
			}
			for name, was := range record.Read(all[i].Content).Values() {
				if is := record.Read(after[i].Content).Get(name); is != was {
					t.Fatalf("%s was %q and is %q", name, was, is)
				}
			}
		}
	})
}

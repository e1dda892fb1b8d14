package csx

import (
	"errors"
	"os"
	"strings"
	"testing"

	"crossfeed/engine/location"
)

// FuzzRead: whatever the bytes, reading ends, what it gives keeps its word, and both
// scanners make the same of what is well formed.
func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("../../../testdata/content/example.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	for _, c := range wrongs {
		f.Add(c.document)
	}
	f.Fuzz(func(t *testing.T, document string) {
		l := Limits{Items: 20, Links: 5, Text: 100, Depth: 20}
		seen := map[string]bool{}
		feed, err := Read(strings.NewReader(document), address, l, func(i Item) error {
			if seen[i.ID] || i.ID == "" || i.Mark == "" || i.Line < 1 || len(i.Links) > l.Links || len(i.Title) > l.Text || len(i.Text) > l.Text {
				t.Fatalf("%+v", i)
			}
			seen[i.ID] = true
			for _, link := range i.Links {
				if again, err := location.Parse(link.Address); err != nil || again != link.Address || link.Nested && len(i.Links) > 1 || strings.ContainsAny(link.Name, "\x00\n") {
					t.Fatalf("%+v, %q, %v", link, again, err)
				}
			}
			return nil
		})
		var refused *location.Error
		switch {
		case err != nil && !errors.As(err, &refused):
			t.Fatal(err)
		case len(feed.Problems) > MaxProblems || feed.Wrong < len(feed.Problems):
			t.Fatalf("%d problems of %d", len(feed.Problems), feed.Wrong)
		}
		for _, p := range feed.Problems {
			if p.Line < 1 || p.Rule == "" || p.Section == "" || p.Text == "" {
				t.Fatalf("%+v", p)
			}
		}
		if plain(document) {
			if _, err := agree(document, l); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// plain tells of documents in which tags are where HTML finds them, too: names begin with
// ASCII letters, and no comment or instruction has the tag of an item in it.
func plain(document string) bool {
	for at := range document {
		if document[at] != '<' || at+1 == len(document) {
			continue
		}
		c := strings.TrimPrefix(document[at+1:], "/")
		if c == "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!?", rune(c[0])) {
			return false
		}
	}
	return !strings.Contains(document, "<?") && !strings.Contains(document, "<!--")
}

package contenttest_test

import (
	"encoding/xml"
	"io"
	"maps"
	"net/url"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/contenttest"
	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/enginetest/testsize"
)

func TestTheSameSeedMakesTheSameWorld(t *testing.T) {
	for seed := range uint64(20) {
		a, b := contenttest.New(seed), contenttest.New(seed)
		for range 5 {
			if !maps.Equal(a.Pages(), b.Pages()) {
				t.Fatalf("seed %d", seed)
			}
			a.Change()
			b.Change()
		}
	}
}

func TestReferencesAreWrittenInAllForms(t *testing.T) {
	forms := map[string]bool{}
	for seed := range uint64(50) {
		for address, page := range contenttest.New(seed).Pages() {
			for _, text := range links(page) {
				from, err := url.Parse(address)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := from.Parse(text); err != nil {
					t.Errorf("%s in %s: %v", text, address, err)
				}
				forms[form(text)] = true
			}
		}
	}
	for _, want := range []string{"whole", "host", "root", "beside", "up", "detour", "here", "fragment", "space", "letter"} {
		if !forms[want] {
			t.Errorf("none is written as %q", want)
		}
	}
}

// links returns the texts of the links in a page.
func links(page string) (found []string) {
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		if err == io.EOF || err != nil && len(found) == 0 {
			return found
		}
		start, is := token.(xml.StartElement)
		if !is || start.Name.Local != "link" {
			continue
		}
		var text string
		if err := d.DecodeElement(&text, &start); err != nil {
			return found
		}
		found = append(found, strings.TrimSpace(text))
	}
}

func form(reference string) string {
	switch {
	case strings.Contains(reference, "#"):
		return "fragment"
	case strings.Contains(reference, " "):
		return "space"
	case strings.Contains(reference, "ä"):
		return "letter"
	case strings.HasPrefix(reference, "http"):
		return "whole"
	case strings.HasPrefix(reference, "//"):
		return "host"
	case strings.HasPrefix(reference, "/"):
		return "root"
	case strings.HasPrefix(reference, "../"):
		return "up"
	case strings.HasPrefix(reference, "x/"):
		return "detour"
	case strings.HasPrefix(reference, "./"):
		return "here"
	}
	return "beside"
}

// Worlds in which nothing happens would prove nothing.
func TestMuchHappensInWorlds(t *testing.T) {
	later, failed, gone, old := 0, 0, 0, 0
	worlds := testsize.Of(60, 300)
	for seed := range uint64(worlds) {
		w := contenttest.New(seed)
		c := pseudocode.New(w.Root())
		for run := range 5 {
			pages, before := w.Pages(), len(c.Files)
			fetched := c.Run(func(address string) ([]byte, bool) {
				page, there := pages[address]
				return []byte(page), there
			})
			if run > 0 && len(fetched) > 1 {
				later++
			}
			failed += len(c.Queue)
			if len(c.Files) < before {
				gone++
			}
			for address, document := range c.Feeds {
				if page, there := pages[address]; there && page != string(document) {
					old++
				}
			}
			w.Change()
		}
	}
	t.Logf("of %d runs: %d later ones fetch more than the root, %d entries wait, %d remove files, %d feeds are held older than they are", 5*worlds, later, failed, gone, old)
	if later < worlds || failed < worlds/3 || gone < worlds/10 || old < worlds/3 {
		t.Error("too little happens")
	}
}

package wording_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The table of special cases in docs/guide.md quotes the texts of the window.
func TestSpecialCasesQuoteWhatTheWindowSays(t *testing.T) {
	says := texts(t)
	page, err := os.ReadFile("../../docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n## Special cases\n")
	section, _, ended := strings.Cut(section, "\n## ")
	if !found || !ended {
		t.Fatal("the page has no section of special cases")
	}
	rows := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || strings.Contains(line, "---") || strings.Contains(line, "the window says") {
			continue
		}
		rows++
		quote := strings.TrimSuffix(strings.TrimSpace(cells[2]), " (in the editor)")
		if !says.MatchString(quote) {
			t.Errorf("nothing says %q", quote)
		}
	}
	if rows < 10 {
		t.Errorf("the table has %d rows", rows)
	}
}

// texts matches the texts of the window with any values inserted.
func texts(t *testing.T) *regexp.Regexp {
	t.Helper()
	raw, err := os.ReadFile("../../assets/translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	gap, letter := regexp.MustCompile(`\\\{\\\{\\\.\w+\\\}\\\}`), regexp.MustCompile(`\pL`)
	var patterns []string
	add := func(text any) {
		literal := gap.Split(regexp.QuoteMeta(text.(string)), -1)
		if letter.MatchString(strings.Join(literal, "")) {
			patterns = append(patterns, strings.Join(literal, "[^.,:;]+"))
		}
	}
	for _, text := range all {
		if forms, plural := text.(map[string]any); plural {
			for _, form := range forms {
				add(form)
			}
			continue
		}
		add(text)
	}
	return regexp.MustCompile("^(" + strings.Join(patterns, "|") + ")$")
}

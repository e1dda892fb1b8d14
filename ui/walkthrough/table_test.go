package walkthrough_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestEveryScenarioOfTheTableIsPlayed checks that each row of the table in benchmarks.md has a
// scenario, and each scenario a row.
func TestEveryScenarioOfTheTableIsPlayed(t *testing.T) {
	found := func(what, files string) []string {
		paths, err := filepath.Glob(files)
		if err != nil {
			t.Fatal(err)
		}
		letters := map[string]bool{}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(what).FindAllStringSubmatch(string(text), -1) {
				letters[match[1]] = true
			}
		}
		return slices.Sorted(maps.Keys(letters))
	}
	rows := found(`(?m)^\| \(([a-z])\) \|`, "../../docs/benchmarks.md")
	played := found(`\b(?:resolving|unasked|tabulate|bothAppend)\((?:t, )?"([a-z])"`, "scenarios*_test.go")
	if len(rows) == 0 || !slices.Equal(rows, played) {
		t.Errorf("the table has the scenarios %q, the tests play %q", rows, played)
	}
}

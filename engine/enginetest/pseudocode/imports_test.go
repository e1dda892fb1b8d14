package pseudocode_test

import (
	"go/build"
	"slices"
	"strings"
	"testing"
)

// A reference for the engine must not share its mistakes.
func TestNothingOfThisModuleIsImported(t *testing.T) {
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(p.Imports, "encoding/xml") {
		t.Fatalf("imports are not seen: %q", p.Imports)
	}
	for _, name := range p.Imports {
		if first, _, _ := strings.Cut(name, "/"); first == "crossfeed" || strings.Contains(first, ".") {
			t.Errorf("imports %s", name)
		}
	}
}

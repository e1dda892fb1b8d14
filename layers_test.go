package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the packages in the order in which they may import one another: a package may
// import those of the lines above it, and those before it on its own line. The packages of one
// service have a common prefix, and no service imports another one.
var layers = []string{
	// Leaves.
	"engine/internal/xmlstream engine/crash",
	"engine/item",
	"engine/rules engine/rules/feedsync engine/rules/order engine/rules/sse091",
	"engine/merge",
	"engine/record/exchange engine/record engine/record/ical engine/record/vcard engine/record/quickadd",
	"engine/ancestry",
	"engine/feed",
	"engine/transport engine/transport/web engine/transport/webdav engine/transport/bucket",
	"engine/fetch",
	"engine/logging",
	"engine/trust",
	"engine/store",
	"engine/credentials",
	"engine/edit",
	"engine/attachments",
	// Services, and what combines them.
	"engine/lists/transfer engine/lists",
	"engine/conflicts",
	"engine/publish",
	"engine/library/cache engine/library/csx engine/library/contentsync engine/library/folder engine/library",
	"engine/safekeeping",
	"engine/subscribe/intake engine/subscribe",
	"engine/sharing", // combines lists, subscribe and publish
	"engine",
	"storage",
	"assets docs ui/display",
	"ui/wording",
	"ui/cli/document ui/cli",
	"ui/theme ui/widget ui/widget/grid ui/widget/textedit",
	"ui/window",
	"ui",
	"",
}

// services are the prefixes of the packages that may not import one another.
var services = []string{"engine/lists", "engine/conflicts", "engine/subscribe", "engine/publish", "engine/library"}

// exceptions are existing imports against the order. The list may only shrink: resolved ones
// must be removed.
var exceptions = map[string]string{
	"engine/rules engine/record":              "rules ask a record which of its elements are shared",
	"engine/attachments engine/library/cache": "attachments are kept by the cache of libraries",
}

// TestImportsPointOneWay checks the imports of all product code.
func TestImportsPointOneWay(t *testing.T) {
	order, line := map[string]int{}, map[string]int{}
	for i, packages := range layers {
		for _, p := range strings.Split(packages, " ") {
			line[p], order[p] = i, len(order)
		}
	}
	left := maps.Clone(exceptions)
	for from, imports := range productImports(t) {
		for _, to := range slices.Sorted(maps.Keys(imports)) {
			to, ours := strings.CutPrefix(to, module)
			if !ours {
				continue
			}
			from, to := layerOf(from), layerOf(to)
			at, known := order[from]
			before, knownTo := order[to]
			switch {
			case from == to:
			case !known || !knownTo:
				t.Errorf("%s or %s has no place in the order", from, to)
			case before > at, line[from] != line[to] && slices.Contains(services, serviceOf(from)) && slices.Contains(services, serviceOf(to)),
				from == "storage" && before > order["engine/store"], strings.HasPrefix(from, "ui") && to == "storage":
				if _, excepted := exceptions[from+" "+to]; !excepted {
					t.Errorf("%s imports %s", from, to)
				}
				delete(left, from+" "+to)
			}
		}
	}
	for gone := range left {
		t.Errorf("%s is imported no more: take the exception out", gone)
	}
}

// TestTheCommandsLinkNoFyne follows the imports of the commands and of package wording, which
// they share with the window.
func TestTheCommandsLinkNoFyne(t *testing.T) {
	all := productImports(t)
	seen := map[string]bool{}
	var follow func(path, from string)
	follow = func(path, from string) {
		if strings.HasPrefix(path, "fyne.io/") {
			t.Errorf("%s imports %s", from, path)
		}
		folder, ours := strings.CutPrefix(path, module)
		if !ours || seen[folder] {
			return
		}
		seen[folder] = true
		for to := range all[folder] {
			follow(to, folder)
		}
	}
	follow(module+"ui/cli", "")
	follow(module+"ui/wording", "")
	if len(seen) < 20 {
		t.Errorf("only %d packages were followed", len(seen))
	}
}

// layerOf returns the package that represents another one in the order: the window represents
// its parts.
func layerOf(path string) string {
	if strings.HasPrefix(path, "ui/window/") {
		return "ui/window"
	}
	return path
}

// serviceOf returns the first two path elements of a package.
func serviceOf(path string) string {
	parts := strings.Split(path, "/")
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// module is the path prefix of the packages of this module.
const module = "crossfeed/"

// productImports returns the imports of each package of this module, except for tests and
// their support code.
func productImports(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		folder := filepath.ToSlash(filepath.Dir(path))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || supports(filepath.ToSlash(path))):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if folder == "." {
			folder = ""
		}
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if all[folder] == nil {
				all[folder] = map[string]bool{}
			}
			all[folder][name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 40 {
		t.Fatalf("only %d packages were read", len(all))
	}
	return all
}

// supports reports whether a folder only supports tests.
func supports(folder string) bool {
	return slices.Contains([]string{"testdata", "engine/enginetest", "ui/walkthrough"}, folder) || strings.HasSuffix(folder, "test")
}

package cli_test

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
	// mentioned are a test, or a package in a table, or tests that begin alike.
	mentioned = regexp.MustCompile("`((?:Test|Benchmark|Fuzz)\\w+…?|(?:assets|engine|storage|ui)(?:/\\w+)*)`")
)

// TestEveryTestThatTheDocumentationNamesExists finds the tests that the documentation names,
// and those of attacks.md in the package that is named before them.
func TestEveryTestThatTheDocumentationNamesExists(t *testing.T) {
	exist := testsByPackage(t)
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, "../../README.md") {
		for number, line := range strings.Split(read(t, document), "\n") {
			pkg := ""
			for _, found := range mentioned.FindAllStringSubmatch(line, -1) {
				switch name := found[1]; {
				case !regexp.MustCompile(`^[A-Z]`).MatchString(name):
					pkg = name
				case !exist[name] || strings.HasPrefix(line, "|") && filepath.Base(document) == "attacks.md" && pkg != "" && !exist[pkg+" "+name]:
					t.Errorf("%s:%d: there is no %s %s", document, number+1, pkg, name)
				}
			}
		}
	}
}

// testsByPackage has the name of every test, with and without its package, and what names
// begin with.
func testsByPackage(t *testing.T) map[string]bool {
	exist := make(map[string]bool)
	err := filepath.WalkDir("../..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		pkg := strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), "../../")
		for _, found := range declared.FindAllStringSubmatch(read(t, file), -1) {
			exist[found[1]], exist[pkg+" "+found[1]] = true, true
			for n := range found[1] {
				exist[found[1][:n]+"…"] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return exist
}

package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryPromiseHasItsTests checks the lists in testdata/promises-*.tsv: each promise names
// its area and at least one test, all of which exist.
func TestEveryPromiseHasItsTests(t *testing.T) {
	exist := declaredTests(t)
	lists, err := filepath.Glob("testdata/promises-*.tsv")
	if err != nil || len(lists) == 0 {
		t.Fatal(lists, err)
	}
	for _, list := range lists {
		for number, line := range strings.Split(strings.TrimSuffix(readText(t, list), "\n"), "\n") {
			columns := strings.Split(line, "\t")
			if len(columns) != 3 || columns[0] == "" || columns[1] == "" || columns[2] == "" {
				t.Errorf("%s:%d: not an area, a promise and tests, separated by tabs", list, number+1)
				continue
			}
			for name := range strings.FieldsSeq(columns[2]) {
				if !exist[name] {
					t.Errorf("%s:%d: there is no %s", list, number+1, name)
				}
			}
		}
	}
}

// TestTheTestsInTheDocumentationExist checks the commands that run single tests.
func TestTheTestsInTheDocumentationExist(t *testing.T) {
	exist := declaredTests(t)
	run := regexp.MustCompile(`-run '?\^?((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+)`)
	for _, page := range documentation(t) {
		for number, line := range strings.Split(readText(t, page), "\n") {
			for _, match := range run.FindAllStringSubmatch(line, -1) {
				if !exist[match[1]] {
					t.Errorf("%s:%d: there is no %s", page, number+1, match[1])
				}
			}
		}
	}
}

// TestTheLinksInTheDocumentationResolve checks links to files and to headings.
func TestTheLinksInTheDocumentationResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range documentation(t) {
		for _, match := range link.FindAllStringSubmatch(readText(t, page), -1) {
			target, heading, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := page
			if target != "" {
				file = path.Join(path.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, match[1])
			} else if heading != "" && !anchors(readText(t, file))[heading] {
				t.Errorf("%s: %s has no heading #%s", page, file, heading)
			}
		}
	}
}

// TestTheFilesInTheDocumentationExist checks the paths of source files.
func TestTheFilesInTheDocumentationExist(t *testing.T) {
	file := regexp.MustCompile("`((?:engine|storage|ui)/[\\w/]+\\.go)`")
	for _, page := range documentation(t) {
		for _, match := range file.FindAllStringSubmatch(readText(t, page), -1) {
			if _, err := os.Stat(match[1]); err != nil {
				t.Errorf("%s: there is no %s", page, match[1])
			}
		}
	}
}

// documentation returns the pages that people read.
func documentation(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	return append(pages, "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
}

// anchors returns the names that headings have in links.
func anchors(page string) map[string]bool {
	names := make(map[string]bool)
	dropped := regexp.MustCompile(`[^\pL\pN_ -]`)
	fenced := false
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if title := strings.TrimLeft(line, "#"); !fenced && title != line {
			name := dropped.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			names[strings.ReplaceAll(name, " ", "-")] = true
		}
	}
	return names
}

// declaredTests returns the names of all tests, fuzz tests and benchmarks.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
	exist := make(map[string]bool)
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		for _, match := range declared.FindAllStringSubmatch(readText(t, file), -1) {
			exist[match[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return exist
}

func readText(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

package exchange

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// AreImports tells whether what was dropped is for an import: one of the files
// is called as calendars and cards are, or begins as they do.
func AreImports(files Files, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		if isNamedSo(path) {
			return true
		}
		_, err := holds(files, path)
		return err == nil
	})
}

func isNamedSo(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".ics", ".ical", ".ifb", ".vcf", ".vcard":
		return true
	}
	return false
}

// free is a name that is not taken: the name itself, or with a number.
func free(name string, taken func(string) bool) string {
	candidate := name
	for n := 2; taken(candidate); n++ {
		candidate = name + " " + strconv.Itoa(n)
	}
	return candidate
}

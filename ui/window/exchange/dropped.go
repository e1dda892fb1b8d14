package exchange

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/record"
)

// AreImports tells whether what was dropped is for an import: one of the files
// is called as calendars and cards are, or begins as they do, or as outlines that
// nobody shares. Those that somebody does are feeds.
func AreImports(files Files, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		if isNamedSo(path) {
			return true
		}
		kind, err := holds(files, path)
		return err == nil && !(kind == record.Outline && isShared(files, path))
	})
}

// isShared tells of a file of outlines whether it is a feed: one of SSE 0.91 says so
// in its head, or in its first outline.
func isShared(files Files, path string) bool {
	const enough = 1 << 16
	in, err := open(files, path)
	if err != nil {
		return false
	}
	defer in.Close()
	begins, err := io.ReadAll(io.LimitReader(in, enough))
	return err == nil && bytes.Contains(begins, []byte("://www.microsoft.com/schemas/rss/sse"))
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

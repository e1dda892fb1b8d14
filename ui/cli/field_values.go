package cli

import (
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// fieldValues are the fields of a content by name, each in its JSON type. What
// has no value is there: it can be set. "title" and "text" are there in every
// kind. Files are there where there are some.
func fieldValues(c *item.Content) map[string]any {
	r := record.Read(c)
	values := map[string]any{"title": r.Get("title")}
	for _, f := range record.Fields(r.Kind) {
		if f.Form != record.Files || r.Get(f.Name) != "" {
			values[f.Name] = jsonValue(f.Form, r.Get(f.Name))
		}
	}
	return values
}

// jsonValue is a value in its JSON type; null for a number that is not there.
func jsonValue(f record.Form, text string) any {
	switch jsonType(f) {
	case "boolean":
		done, err := record.ParseDone(text)
		return err == nil && done.Is()
	case "number":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil
		}
		return n
	case "array of strings":
		return elements(text)
	}
	return text
}

// elements are those of a set, one a line.
func elements(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

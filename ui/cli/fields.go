package cli

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// fieldFlags set fields of an item that is created or edited.
type fieldFlags struct {
	Title *string  `placeholder:"TEXT" help:"Short for --field title=TEXT."`
	Text  *string  `placeholder:"TEXT" help:"Short for --field text=TEXT."`
	Field []string `sep:"none" placeholder:"NAME=VALUE" help:"Set a field; crossfeed fields lists the names. Repeatable."`
}

// values returns the fields that were given.
func (f fieldFlags) values() (record.Values, error) {
	values, err := parseFields(f.Field)
	if err != nil {
		return nil, err
	}
	for _, short := range []struct {
		name  string
		value *string
	}{{"title", f.Title}, {"text", f.Text}} {
		if short.value == nil {
			continue
		}
		if _, twice := values[short.name]; twice {
			return nil, misuse("--%s and --field %s=… set the same field; give one of them", short.name, short.name)
		}
		values[short.name] = *short.value
	}
	return values, distinct(values)
}

// distinct refuses two names for the same field: title and name, or text and note.
func distinct(values record.Values) error {
	for _, words := range [][2]string{{"title", "name"}, {"text", "note"}} {
		_, one := values[words[0]]
		_, other := values[words[1]]
		if one && other {
			return misuse("%s and %s are the same field; give one of them", words[0], words[1])
		}
	}
	return nil
}

// some returns the fields that were given; at least one is required.
func (f fieldFlags) some(r *run) (record.Values, error) {
	values, err := f.values()
	if err == nil && len(values) == 0 {
		return nil, misuse("give at least one of --title, --text and --field")
	}
	if err != nil {
		return nil, err
	}
	return values, r.parseValues(values)
}

// parseFields parses NAME=VALUE arguments. Each field may be given once.
func parseFields(named []string) (record.Values, error) {
	values := record.Values{}
	for _, n := range named {
		name, value, ok := strings.Cut(n, "=")
		if !ok {
			return nil, misuse("--field %s: must be NAME=VALUE", n)
		}
		if !isField(name) {
			return nil, misuse("--field %s: no field %q; to list the fields: crossfeed fields", n, name)
		}
		if _, twice := values[name]; twice {
			return nil, misuse("--field %s is given twice", name)
		}
		values[name] = value
	}
	return values, distinct(values)
}

// isField reports whether any kind of item has a field of that name.
func isField(name string) bool {
	return slices.ContainsFunc(record.Kinds(), func(k record.Kind) bool {
		_, err := record.Find(k, name)
		return err == nil
	})
}

type fieldsCommand struct{}

// fieldShape describes a field in machine-readable output.
type fieldShape struct {
	Name  string        `json:"name"`
	Kinds []record.Kind `json:"kinds"`
	Type  string        `json:"type"`
}

func (fieldsCommand) Run(r *run) error {
	all := allFields()
	return r.jsonOrTable(all, "", []string{"FIELD", "KINDS", "JSON"}, each(all, func(f fieldShape) []string {
		return []string{f.Name, strings.Join(each(f.Kinds, func(k record.Kind) string { return string(k) }), ", "), f.Type}
	}))
}

// allFields returns the fields of all kinds, each once.
func allFields() []fieldShape {
	var all []fieldShape
	for _, k := range record.Kinds() {
		for _, f := range record.Fields(k) {
			at := slices.IndexFunc(all, func(s fieldShape) bool { return s.Name == f.Name })
			if at < 0 {
				at = len(all)
				all = append(all, fieldShape{Name: f.Name, Type: jsonType(f.Form)})
			}
			all[at].Kinds = append(all[at].Kinds, k)
		}
	}
	return all
}

// jsonType returns the type of a form's values in machine-readable output.
func jsonType(f record.Form) string {
	switch {
	case f == record.Completion:
		return "boolean"
	case f == record.Priority, f == record.Order:
		return "number"
	case f.Rows():
		return "array of strings"
	}
	return "string"
}

// fieldValues returns the fields of a content by name, each in its JSON type. Fields without a
// value are included, because they can be set. Every kind has "title" and "text". Files are
// included only if there are any.
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

// jsonValue returns a value in its JSON type, or null for a missing number.
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

// elements splits a multi-valued field, which has one element per line.
func elements(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

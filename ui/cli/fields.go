package cli

import (
	"strings"

	"crossfeed/engine/record"
)

// fieldFlags are the values of fields of an item that is made or changed.
type fieldFlags struct {
	Title *string  `placeholder:"TEXT" help:"Short for --field title=TEXT."`
	Text  *string  `placeholder:"TEXT" help:"Short for --field text=TEXT."`
	Field []string `sep:"none" placeholder:"NAME=VALUE" help:"Value of a field; crossfeed fields lists the names. May be repeated."`
}

// values are the fields that were named.
func (f fieldFlags) values() (record.Values, error) {
	values, err := parseFields(f.Field)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]*string{"title": f.Title, "text": f.Text} {
		if value == nil {
			continue
		}
		if _, twice := values[name]; twice {
			return nil, misuse("--%s and --field %s=… say the same: name one", name, name)
		}
		values[name] = *value
	}
	return values, nil
}

// some are the fields that were named, of which there is at least one.
func (f fieldFlags) some() (record.Values, error) {
	values, err := f.values()
	if err == nil && len(values) == 0 {
		return nil, misuse("name at least one of --title, --text and --field")
	}
	return values, err
}

// parseFields reads NAME=VALUE.
func parseFields(named []string) (record.Values, error) {
	values := record.Values{}
	for _, n := range named {
		name, value, ok := strings.Cut(n, "=")
		if !ok {
			return nil, misuse("--field %s: it has to be NAME=VALUE", n)
		}
		if _, err := record.Find(name); err != nil {
			return nil, misuse("--field %s: %w", n, err)
		}
		if _, twice := values[name]; twice {
			return nil, misuse("--field %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}

type fieldsCommand struct{}

// kindsOfAll are the kinds of lists that the fields of every item are in.
func kindsOfAll() []string { return []string{"todo", "contact", "note", "outline"} }

// Run lists the fields.
func (fieldsCommand) Run(r *run) error {
	type field struct {
		Name  string   `json:"name"`
		Kinds []string `json:"kinds"`
		Type  string   `json:"type"`
	}
	var all []field
	var rows [][]string
	for _, f := range record.Fields() {
		all = append(all, field{f.Name, kindsOfAll(), "string"})
		rows = append(rows, []string{f.Name, strings.Join(kindsOfAll(), ", "), "string"})
	}
	if r.flags.JSON {
		return r.json(all)
	}
	return r.table("", []string{"FIELD", "KINDS", "JSON"}, rows)
}

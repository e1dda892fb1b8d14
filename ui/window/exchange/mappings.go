package exchange

import (
	"encoding/json"
	"slices"
	"strings"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
)

// Mappings are the mappings of columns that a person chose before, the last one first.
type Mappings []Mapped

// Mapped is the mapping for tables with some columns, and the kind of list that they went into.
type Mapped struct {
	Columns string           `json:"columns"`
	Kind    record.Kind      `json:"kind"`
	Mapping transfer.Mapping `json:"mapping"`
}

// mostMappings is the number of mappings that are remembered.
const mostMappings = 30

// ParseMappings parses the text form of mappings. A damaged text has none.
func ParseMappings(text string) Mappings {
	var all Mappings
	if json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	return all
}

// String returns the text form.
func (m Mappings) String() string {
	text, err := json.Marshal(m)
	if err != nil { // maps of strings have a JSON form
		panic(err)
	}
	return string(text)
}

// With returns the mappings with that of an imported preview.
func (m Mappings) With(p Preview) Mappings {
	if p.Columns == nil {
		return m
	}
	columns := columnKey(p.Columns)
	rest := slices.DeleteFunc(slices.Clone(m), func(e Mapped) bool { return e.Columns == columns })
	if len(p.Mapping) == 0 {
		return rest
	}
	all := append(Mappings{{columns, p.Kind, p.Mapping}}, rest...)
	return all[:min(len(all), mostMappings)]
}

// of returns the mapping for a table with these columns, or nil.
func (m Mappings) of(columns []transfer.Column) *Mapped {
	at := slices.IndexFunc(m, func(e Mapped) bool { return e.Columns == columnKey(columns) })
	if at < 0 {
		return nil
	}
	return &m[at]
}

func columnKey(columns []transfer.Column) string {
	var names []string
	for _, c := range columns {
		names = append(names, strings.ToLower(c.Name))
	}
	return strings.Join(names, "\t")
}

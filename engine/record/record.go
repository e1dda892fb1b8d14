// Package record is a typed view over an item's content: the fields that a
// person edits. The content's XML stays the truth: setting a field changes that
// element and nothing else.
package record

import (
	"fmt"
	"strings"

	"crossfeed/engine/item"
)

// Values are new values of fields, by name. Fields that are not named stay.
type Values map[string]string

// Field is a field that every item has.
type Field struct {
	// Name is used in commands and in Values.
	Name string
	// Lines tells that the value is a text of several lines.
	Lines bool

	get func(*item.Content) string
	set func(*item.Content, string) *item.Content
}

// Fields lists the fields in the order in which they are shown.
func Fields() []Field { return fields[:] }

var fields = [...]Field{
	{Name: "title", get: (*item.Content).Title, set: (*item.Content).WithTitle},
	{Name: "text", Lines: true, get: (*item.Content).Text, set: (*item.Content).WithText},
}

// Get is the field's value in a content.
func (f Field) Get(c *item.Content) string { return f.get(c) }

// Find finds a field by its name.
func Find(name string) (Field, error) {
	for _, f := range fields {
		if f.Name == name {
			return f, nil
		}
	}
	return Field{}, fmt.Errorf("there is no field %q; the fields are %s", name, names())
}

func names() string {
	all := make([]string, len(fields))
	for i, f := range fields {
		all[i] = f.Name
	}
	return strings.Join(all, ", ")
}

// Apply returns the content with the values set.
func Apply(c *item.Content, v Values) (*item.Content, error) {
	for name := range v {
		if _, err := Find(name); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if value, named := v[f.Name]; named {
			c = f.set(c, value)
		}
	}
	return c, nil
}

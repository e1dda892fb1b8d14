package exchange

import (
	"errors"
	"strings"
)

// Property is a content line split into its parts: group.name;parameters:value.
type Property struct {
	Group string
	// Name is as it was written, in any case.
	Name   string
	Params []Param
	// Value is as it was written: still escaped.
	Value string
}

// Param is a parameter of a property. One of vCard 2.1 may have a value and no
// name: TEL;HOME:
type Param struct {
	Name   string
	Values []string
}

// What is wrong with a line that is no property.
var (
	ErrNoColon = errors.New("there is no colon after the name")
	ErrNoName  = errors.New("there is no name before the colon")
	ErrQuote   = errors.New("a quotation mark in the parameters is not closed")
)

// ParseProperty splits a content line. It keeps the bytes as they are: UTF8 is for the
// caller, who knows where a line says its encoding.
func ParseProperty(line string) (Property, error) {
	end := headEnd(line)
	if end < 0 {
		return Property{}, ErrNoColon
	}
	var p Property
	p.Name = strings.TrimSpace(line[:end])
	if group, name, grouped := strings.Cut(p.Name, "."); grouped {
		p.Group, p.Name = group, name
	}
	if p.Name == "" {
		return Property{}, ErrNoName
	}
	var err error
	p.Params, p.Value, err = parameters(line[end:])
	return p, err
}

// headEnd is where the name ends, or -1.
func headEnd(line string) int {
	for i := range len(line) {
		if line[i] == ';' || line[i] == ':' {
			return i
		}
	}
	return -1
}

// Is tells whether the property has that name, in any case.
func (p Property) Is(name string) bool { return strings.EqualFold(p.Name, name) }

// Param is the first value of a parameter, or "".
func (p Property) Param(name string) string {
	for _, one := range p.Params {
		if strings.EqualFold(one.Name, name) && len(one.Values) > 0 {
			return one.Values[0]
		}
	}
	return ""
}

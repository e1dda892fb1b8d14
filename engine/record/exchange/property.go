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

// parameters reads the parameters that a text begins with, each behind its
// semicolon, and gives the value behind the colon.
func parameters(text string) ([]Param, string, error) {
	if text[0] == ':' {
		return nil, text[1:], nil
	}
	all := make([]Param, 0, 2)
	for text[0] == ';' {
		one, rest, err := parameter(text[1:])
		if err != nil {
			return nil, "", err
		}
		if one.Name != "" || one.Values[0] != "" {
			all = append(all, one)
		}
		text = rest
	}
	return all, text[1:], nil
}

// parameter reads one, and gives what begins with the delimiter behind it.
func parameter(text string) (Param, string, error) {
	var p Param
	if i := strings.IndexAny(text, `=,;:"`); i >= 0 && text[i] == '=' {
		p.Name, text = strings.TrimSpace(text[:i]), text[i+1:]
	}
	for {
		value, rest, err := paramValue(text)
		switch {
		case err != nil:
			return p, "", err
		case rest == "":
			return p, "", ErrNoColon
		}
		p.Values = append(p.Values, value)
		if rest[0] != ',' {
			return p, rest, nil
		}
		text = rest[1:]
	}
}

// paramValue reads a value up to the delimiter behind it. In quotation marks,
// nothing delimits. The specifications know no backslash here, but go-vcard and
// others write one before a delimiter.
func paramValue(text string) (value, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		end := strings.IndexByte(text[1:], '"')
		if end < 0 {
			return "", "", ErrQuote
		}
		value, text = text[1:1+end], text[2+end:]
		end = delimiter(text)
		return caretsDecoded(value + strings.TrimSpace(text[:end])), text[end:], nil
	}
	end := delimiter(text)
	value, rest = text[:end], text[end:]
	if strings.Contains(value, `\`) {
		value = Unescape(value)
	}
	return caretsDecoded(strings.TrimSpace(value)), rest, nil
}

// delimiter is where the first one stands that has no backslash before it, or
// the length of the text.
func delimiter(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ',', ';', ':':
			return i
		}
	}
	return len(text)
}

var caretDecoder = strings.NewReplacer("^n", "\n", "^'", `"`, "^^", "^")

// caretsDecoded undoes the encoding of RFC 6868 §3.2.
func caretsDecoded(value string) string {
	if !strings.Contains(value, "^") {
		return value
	}
	return caretDecoder.Replace(value)
}

// SplitValue splits a value at a separator that has no backslash before it. The
// parts are still escaped (RFC 6350 §3.4, RFC 5545 §3.1.1).
func SplitValue(value string, separator byte) []string {
	parts := make([]string, 0, 1+strings.Count(value, string(separator)))
	for from, i := 0, 0; ; i++ {
		switch {
		case i >= len(value):
			return append(parts, value[from:])
		case value[i] == '\\':
			i++
		case value[i] == separator:
			parts = append(parts, value[from:i])
			from = i + 1
		}
	}
}

// Unescape undoes the backslashes of a text. A backslash before anything that
// is never escaped stays.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if c, escaped := unescaped(text[i+1]); escaped {
				b.WriteByte(c)
				i++
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// unescaped is what a character means behind a backslash. The colon is never to
// be escaped, but Google and Apple do it.
func unescaped(c byte) (byte, bool) {
	switch c {
	case 'n', 'N':
		return '\n', true
	case '\\', ',', ';', ':':
		return c, true
	}
	return 0, false
}

var escaper = strings.NewReplacer(`\`, `\\`, ",", `\,`, ";", `\;`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// Escape makes a text that can stand in any value, structured or not.
func Escape(text string) string { return escaper.Replace(text) }

// QuotedPrintable decodes RFC 2045 §6.7. What is not as it should be stays as
// it is.
func QuotedPrintable(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '=' && i+2 < len(text) {
			high, low := digit(text[i+1]), digit(text[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// digit is the value of a hexadecimal digit, or -1.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

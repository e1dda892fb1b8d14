package exchange

import (
	"strings"
)

// Property is a content line split into its parts: group.name;parameters:value.
type Property struct {
	Group string
	// Name is as written, in any case.
	Name   string
	Params []Param
	// Value is as written: still escaped.
	Value string
}

// Param is a parameter of a property. In vCard 2.1, it may have a value without a name:
// TEL;HOME:
type Param struct {
	Name   string
	Values []string
}

// ParseProperty splits a content line. The error is a Kind. Callers convert the encoding
// (UTF8), because they know where it is declared.
func ParseProperty(line string) (Property, error) {
	end := headEnd(line)
	if end < 0 {
		return Property{}, NoColon
	}
	var p Property
	p.Name = strings.TrimSpace(line[:end])
	if group, name, grouped := strings.Cut(p.Name, "."); grouped {
		p.Group, p.Name = group, name
	}
	if p.Name == "" {
		return Property{}, NoName
	}
	var err error
	p.Params, p.Value, err = parameters(line[end:])
	return p, err
}

// headEnd returns the index of the end of the name, or -1.
func headEnd(line string) int {
	for i := range len(line) {
		if line[i] == ';' || line[i] == ':' {
			return i
		}
	}
	return -1
}

// Is reports whether the property has that name, ignoring case.
func (p Property) Is(name string) bool { return strings.EqualFold(p.Name, name) }

// Param returns the first value of a parameter, or "".
func (p Property) Param(name string) string {
	for _, one := range p.Params {
		if strings.EqualFold(one.Name, name) && len(one.Values) > 0 {
			return one.Values[0]
		}
	}
	return ""
}

// parameters parses the parameters at the beginning of text, each preceded by a semicolon, and
// returns the value after the colon.
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

// parameter parses one parameter and returns the rest, which begins with the delimiter after
// it.
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
			return p, "", NoColon
		}
		p.Values = append(p.Values, value)
		if rest[0] != ',' {
			return p, rest, nil
		}
		text = rest[1:]
	}
}

// paramValue parses a value up to the delimiter after it. Quoted text has no delimiters. The
// specifications do not allow backslashes here, but go-vcard and others write them before
// delimiters.
func paramValue(text string) (value, rest string, err error) {
	if strings.HasPrefix(text, `"`) {
		end := strings.IndexByte(text[1:], '"')
		if end < 0 {
			return "", "", OpenQuote
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

// delimiter returns the index of the first delimiter that is not preceded by a backslash, or
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

// caretsDecoded reverses the encoding of RFC 6868 §3.2.
func caretsDecoded(value string) string {
	if !strings.Contains(value, "^") {
		return value
	}
	return caretDecoder.Replace(value)
}

// SplitValue splits a value at separators that are not preceded by a backslash. The parts are
// still escaped (RFC 6350 §3.4, RFC 5545 §3.1.1).
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

// Unescape removes the escapes from a text. A backslash before a character that is never
// escaped is preserved.
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

// unescaped returns the meaning of a character after a backslash. A colon must not be escaped,
// but Google and Apple escape it.
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

// Escape escapes a text for use in any value, structured or not.
func Escape(text string) string { return escaper.Replace(text) }

// QuotedPrintable decodes RFC 2045 §6.7. It leaves invalid sequences unchanged.
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

// digit returns the value of a hexadecimal digit, or -1.
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

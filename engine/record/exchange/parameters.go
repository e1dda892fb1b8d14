package exchange

import "strings"

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

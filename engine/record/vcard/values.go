package vcard

import (
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Element names of types that are not in package exchange.
const (
	timestamp   = "timestamp"
	languageTag = "language-tag"
	utcOffset   = "utc-offset"
)

// values returns the values of the statement according to the form of the property.
func (s *statement) values(f form, v Version) ([]value, error) {
	if err := s.prepare(f); err != nil {
		return nil, err
	}
	switch f {
	case list:
		return s.texts(','), nil
	case parts:
		return s.texts(';'), nil
	case name, address, gender:
		return s.structured(f, v), nil
	case pidMap:
		return s.source()
	case day, instant:
		return s.dates(f)
	case place:
		return s.place()
	case picture, sound, key:
		return s.media(f)
	case unknown:
		return s.undetermined()
	}
	return []value{s.single(f)}, nil
}

// prepare decodes text in base64, and trims white space around values that are not text.
func (s *statement) prepare(f form) error {
	if s.base64 && f != unknown && f < picture {
		decoded, err := decodeBase64(s.value)
		if err != nil {
			return exchange.Damaged
		}
		said, _ := exchange.UTF8(string(decoded), s.charset)
		s.value, s.base64 = exchange.Escape(printable(said)), false
	}
	if f >= pidMap {
		s.value = strings.TrimSpace(s.value)
	}
	return nil
}

// single returns the value of a property that has a single value.
func (s *statement) single(f form) value {
	kind := s.declared
	if kind != exchange.URIType && kind != exchange.TextType && kind != utcOffset {
		kind = usual(f, s.value)
	}
	switch {
	case kind == utcOffset && isOffset(s.value):
		return value{utcOffset, strings.ReplaceAll(s.value, ":", "")}
	case kind == exchange.URIType:
		return value{exchange.URIType, unescapeURI(s.value)}
	case kind == languageTag:
		return value{languageTag, s.value}
	}
	return value{exchange.TextType, exchange.Unescape(s.value)}
}

// usual returns the type of a value if the line declares none.
func usual(f form, v string) string {
	switch {
	case f == uri, f == place, f.isBinary():
		return exchange.URIType
	case f == language:
		return languageTag
	case f == reference && isURI(v):
		return exchange.URIType
	case f == zone && isOffset(v):
		return utcOffset
	case f == unknown:
		return exchange.UnknownType
	}
	return exchange.TextType
}

// undetermined returns the value of a property that is not in any specification. Without a
// declared type, the meaning of backslashes is unknown, so they are preserved.
func (s *statement) undetermined() ([]value, error) {
	if s.base64 {
		data := strings.Map(notSpace, s.value)
		if isTooLarge(data) {
			return nil, errTooLarge
		}
		s.params = append(s.params, exchange.Param{Name: "ENCODING", Values: []string{"b"}})
		return []value{{exchange.UnknownType, data}}, nil
	}
	switch s.declared {
	case "":
	case exchange.TextType:
		return []value{{exchange.TextType, exchange.Unescape(s.value)}}, nil
	case exchange.URIType:
		return []value{{exchange.URIType, unescapeURI(s.value)}}, nil
	case exchange.DateType, exchange.DateTimeType, exchange.IntegerType, "time", "boolean", "float", timestamp, utcOffset, languageTag:
		return []value{{s.declared, s.value}}, nil
	default:
		s.params = append(s.params, exchange.Param{Name: "VALUE", Values: []string{s.declared}})
	}
	return []value{{exchange.UnknownType, s.value}}, nil
}

// texts returns the parts between separators.
func (s *statement) texts(separator byte) []value {
	var all []value
	for _, part := range exchange.SplitValue(s.value, separator) {
		all = append(all, value{exchange.TextType, exchange.Unescape(part)})
	}
	return all
}

// beyond is the element for additional components of a structured value that an xCard does not
// define (RFC 9554 §2).
const beyond = "component"

// structured returns the components of a value, each of which may be a list; in vCard 2.1,
// commas do not separate anything.
func (s *statement) structured(f form, v Version) []value {
	names, split := components[f], exchange.SplitValue(s.value, ';')
	if f == address && len(split) == len(names)+1 {
		split = s.withoutLabel(split)
	}
	all := make([]value, 0, len(names))
	for i := range max(len(names), len(split)) {
		tag := beyond
		if i < len(names) {
			tag = names[i]
		}
		switch {
		case i >= len(split) && f == gender:
		case i >= len(split):
			all = append(all, value{tag, ""})
		case v == V21 || f == gender:
			all = append(all, value{tag, exchange.Unescape(split[i])})
		default:
			for _, one := range exchange.SplitValue(split[i], ',') {
				all = append(all, value{tag, exchange.Unescape(one)})
			}
		}
	}
	return all
}

// withoutLabel moves the eighth component of an address, in which Google writes the whole
// address, to the parameter LABEL.
func (s *statement) withoutLabel(split []string) []string {
	last := len(split) - 1
	if label := exchange.Unescape(split[last]); label != "" && s.param("LABEL") == "" {
		s.params = append(s.params, exchange.Param{Name: "LABEL", Values: []string{label}})
	}
	return split[:last]
}

// source returns the value of CLIENTPIDMAP: a number and the URI that it identifies (RFC 6350
// §6.7.7).
func (s *statement) source() ([]value, error) {
	id, source, _ := strings.Cut(s.value, ";")
	if n, err := strconv.Atoi(id); err != nil || n < 1 || strconv.Itoa(n) != id || !isURI(source) {
		return nil, exchange.NotASource
	}
	return []value{{"sourceid", id}, {exchange.URIType, unescapeURI(source)}}, nil
}

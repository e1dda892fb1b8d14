package vcf

import (
	"errors"
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange/lines"
	"crossfeed/engine/record/internal/xprop"
)

// Names of the elements of values that are not in xprop.
const (
	timestamp   = "timestamp"
	languageTag = "language-tag"
	utcOffset   = "utc-offset"
)

// What is wrong with a value that is not of its type.
var (
	errNotDay     = errors.New("is not a date such as 1985-04-12")
	errNotInstant = errors.New("is not a time such as 2026-11-27T18:00:00Z")
	errNotURI     = errors.New("is not an address such as https://example.org")
	errNotSource  = errors.New("is not a number and a URI, such as 1;urn:uuid:…")
	errNotPlace   = errors.New("is not a place such as geo:52.52,13.40")
	errNotBase64  = errors.New("is damaged")
)

// values are those of the statement, by the form of the property.
func (s *statement) values(f form, v Version) ([]value, error) {
	if s.base64 && f != unknown && f < picture {
		if decoded, err := decodeBase64(s.value); err == nil {
			s.value, s.base64 = lines.Escape(printable(utf8Of(string(decoded)))), false
		}
	}
	if f >= pidMap {
		s.value = strings.TrimSpace(s.value) // white space is a part of texts only
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
		geo, ok := geoURI(unescapeURI(s.value))
		if !ok {
			return nil, errNotPlace
		}
		return []value{{xprop.URI, geo}}, nil
	case picture, sound, key:
		return s.media(f)
	case unknown:
		return s.undetermined()
	}
	return []value{s.single(f)}, nil
}

// source is the value of CLIENTPIDMAP: a number, and the URI that it stands for
// (RFC 6350 §6.7.7).
func (s *statement) source() ([]value, error) {
	id, source, _ := strings.Cut(s.value, ";")
	if n, err := strconv.Atoi(id); err != nil || n < 1 || strconv.Itoa(n) != id || !isURI(source) {
		return nil, errNotSource
	}
	return []value{{"sourceid", id}, {xprop.URI, unescapeURI(source)}}, nil
}

// single is the value of a property that has just one, of any text.
func (s *statement) single(f form) value {
	kind := s.declared
	if kind != xprop.URI && kind != xprop.Text && kind != utcOffset {
		kind = usual(f, s.value)
	}
	switch {
	case kind == utcOffset && isOffset(s.value):
		return value{utcOffset, strings.ReplaceAll(s.value, ":", "")}
	case kind == xprop.URI:
		return value{xprop.URI, unescapeURI(s.value)}
	case kind == languageTag:
		return value{languageTag, s.value}
	}
	return value{xprop.Text, lines.Unescape(s.value)}
}

// usual is the type that a value has where the line declares none.
func usual(f form, v string) string {
	switch {
	case f == uri, f == place, f >= picture && f <= key:
		return xprop.URI
	case f == language:
		return languageTag
	case f == reference && isURI(v):
		return xprop.URI
	case f == zone && isOffset(v):
		return utcOffset
	case f == unknown:
		return xprop.Unknown
	}
	return xprop.Text
}

func (s *statement) texts(separator byte) []value {
	var all []value
	for _, part := range lines.Split(s.value, separator) {
		all = append(all, value{xprop.Text, lines.Unescape(part)})
	}
	return all
}

// beyond holds the parts that a structured value has beyond those that an xCard
// knows (RFC 9554 §2).
const beyond = "component"

// structured are the parts of a value, each of which may be a list; a comma of
// vCard 2.1 separates nothing.
func (s *statement) structured(f form, v Version) []value {
	names, split := components[f], lines.Split(s.value, ';')
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
			all = append(all, value{tag, lines.Unescape(split[i])})
		default:
			for _, one := range lines.Split(split[i], ',') {
				all = append(all, value{tag, lines.Unescape(one)})
			}
		}
	}
	return all
}

// withoutLabel makes the eighth part of an address, in which Google writes the
// whole of it, the label that it is.
func (s *statement) withoutLabel(split []string) []string {
	last := len(split) - 1
	if label := lines.Unescape(split[last]); label != "" && s.param("LABEL") == "" {
		s.params = append(s.params, lines.Param{Name: "LABEL", Values: []string{label}})
	}
	return split[:last]
}

// undetermined is the value of a property that no specification knows. Without a
// type, nobody knows what its backslashes mean: they stay.
func (s *statement) undetermined() ([]value, error) {
	if s.base64 {
		if len(s.value) > maxBase64 {
			return nil, errTooLarge
		}
		s.params = append(s.params, lines.Param{Name: "ENCODING", Values: []string{"b"}})
		return []value{{xprop.Unknown, strings.Map(notSpace, s.value)}}, nil
	}
	switch s.declared {
	case "":
	case xprop.Text:
		return []value{{xprop.Text, lines.Unescape(s.value)}}, nil
	case xprop.URI:
		return []value{{xprop.URI, unescapeURI(s.value)}}, nil
	case xprop.Date, xprop.DateTime, xprop.Integer, "time", "boolean", "float", timestamp, utcOffset, languageTag:
		return []value{{s.declared, s.value}}, nil
	default:
		s.params = append(s.params, lines.Param{Name: "VALUE", Values: []string{s.declared}})
	}
	return []value{{xprop.Unknown, s.value}}, nil
}

package vcard

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/record/exchange"
)

// form is the syntax of a property's value.
type form int

const (
	unknown   form = iota // of unknown type: preserved as written
	text                  // one text
	list                  // texts separated by commas
	parts                 // texts separated by semicolons: ORG
	name                  // N
	address               // ADR
	gender                // GENDER
	pidMap                // CLIENTPIDMAP
	uri                   // a URI
	reference             // a URI, or a text that is not one
	phone                 // a text, or a URI if VALUE says so
	day                   // a date, a time or both, possibly incomplete
	instant               // a timestamp
	language              // a language tag
	zone                  // an offset from UTC, a text, or a URI
	place                 // GEO: a geo URI, in 3.0 two numbers
	picture               // a URI, or base64
	sound                 // like picture
	key                   // like picture
	foreign               // an XML element
	dropped               // VERSION is unnecessary in an xCard (RFC 6351 §5)
)

// isBinary reports whether a value may be binary data, of any size.
func (f form) isBinary() bool { return f >= picture && f <= key }

// forms maps properties, by their names in capitals, to their forms: those of RFC 6350 §6,
// those of RFC 2426 and vCard 2.1 that it dropped, and those added since (RFC 6474, RFC 6715,
// RFC 8605, RFC 9554). All others are unknown.
var forms = map[string]form{
	"SOURCE": uri, "KIND": text, "XML": foreign,
	"FN": text, "N": name, "NICKNAME": list,
	"PHOTO": picture, "BDAY": day, "ANNIVERSARY": day,
	"GENDER": gender, "ADR": address, "TEL": phone,
	"EMAIL": text, "IMPP": uri, "LANG": language,
	"TZ": zone, "GEO": place, "TITLE": text,
	"ROLE": text, "LOGO": picture, "ORG": parts,
	"MEMBER": uri, "RELATED": reference, "CATEGORIES": list,
	"NOTE": text, "PRODID": text, "REV": instant,
	"SOUND": sound, "UID": reference, "CLIENTPIDMAP": pidMap,
	"URL": uri, "VERSION": dropped, "KEY": key,
	"FBURL": uri, "CALADRURI": uri, "CALURI": uri,

	"AGENT": text, "CLASS": text, "LABEL": text, "MAILER": text,
	"NAME": text, "PROFILE": text, "SORT-STRING": text,

	"BIRTHPLACE": text, "DEATHPLACE": text, "DEATHDATE": day,
	"EXPERTISE": text, "HOBBY": text, "INTEREST": text, "ORG-DIRECTORY": uri,
	"CONTACT-URI": uri, "CREATED": instant, "GRAMGENDER": text,
	"LANGUAGE": language, "PRONOUNS": text, "SOCIALPROFILE": reference,
}

// isSingle reports whether a card has at most one property with that name, in capitals
// (cardinality *1 in RFC 6350 §6, RFC 6474 §2 and RFC 9554 §3).
func isSingle(name string) bool { return slices.Contains(singles, name) }

var singles = []string{
	"KIND", "N", "BDAY", "ANNIVERSARY", "GENDER", "PRODID",
	"REV", "UID", "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "CREATED", "LANGUAGE",
}

// components lists the elements of structured values in the order of their components (RFC
// 6350 §6.2.2, §6.2.7, §6.3.1).
var components = map[form][]string{
	name:    {"surname", "given", "additional", "prefix", "suffix"},
	address: {"pobox", "ext", "street", "locality", "region", "code", "country"},
	gender:  {"sex", "identity"},
}

// isURI reports whether a text begins with a scheme (RFC 3986 §3.1).
func isURI(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return c == ':' && i > 1 && !strings.Contains(s, " ")
		}
	}
	return false
}

// escapedInURI matches backslashes before characters that are escaped in texts.
var escapedInURI = regexp.MustCompile(`\\+([:,;])`)

// unescapeURI removes the invalid backslashes that Google and others write in URIs (RFC 6350
// §3.4).
func unescapeURI(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return escapedInURI.ReplaceAllString(s, "$1")
}

// geoURI converts the two numbers of vCard 3.0 (RFC 2426 §3.4.2) to a URI. It also accepts
// URIs, and reports false for anything else.
func geoURI(s string) (string, bool) {
	latitude, longitude, _ := strings.Cut(s, ";")
	if isNumber(latitude) && isNumber(longitude) {
		return "geo:" + latitude + "," + longitude, true
	}
	return s, isURI(s)
}

// place returns the value of GEO.
func (s *statement) place() ([]value, error) {
	geo, ok := geoURI(unescapeURI(s.value))
	if !ok {
		return nil, exchange.NotACardPosition
	}
	return []value{{exchange.URIType, geo}}, nil
}

// geoNumbers reverses geoURI; it reports false for URIs with more data.
func geoNumbers(s string) (string, bool) {
	rest, isGeo := strings.CutPrefix(s, "geo:")
	latitude, longitude, _ := strings.Cut(rest, ",")
	return latitude + ";" + longitude, isGeo && isNumber(latitude) && isNumber(longitude)
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// isOffset reports whether a text is a UTC offset such as -05:00.
func isOffset(s string) bool {
	switch shape(s) {
	case "+dd", "-dd", "+dddd", "-dddd", "+dd:dd", "-dd:dd":
		return true
	}
	return false
}

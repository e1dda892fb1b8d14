package vcf

import (
	"regexp"
	"strconv"
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// isURI tells whether a text begins with a scheme (RFC 3986 §3.1).
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

// escapedInURI are backslashes before what is escaped in texts.
var escapedInURI = regexp.MustCompile(`\\+([:,;])`)

// unescapeURI takes away the backslashes that Google and others put into URIs,
// where none belong (RFC 6350 §3.4).
func unescapeURI(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return escapedInURI.ReplaceAllString(s, "$1")
}

// geoURI makes a URI of the two numbers of vCard 3.0 (RFC 2426 §3.4.2); false
// where it is neither of them.
func geoURI(s string) (string, bool) {
	latitude, longitude, _ := strings.Cut(s, ";")
	if isNumber(latitude) && isNumber(longitude) {
		return "geo:" + latitude + "," + longitude, true
	}
	return s, isURI(s)
}

// place is the value of GEO.
func (s *statement) place() ([]value, error) {
	geo, ok := geoURI(unescapeURI(s.value))
	if !ok {
		return nil, errNotPlace
	}
	return []value{{xprop.URI, geo}}, nil
}

// geoNumbers undoes geoURI; false for URIs that say more.
func geoNumbers(s string) (string, bool) {
	rest, isGeo := strings.CutPrefix(s, "geo:")
	latitude, longitude, _ := strings.Cut(rest, ",")
	return latitude + ";" + longitude, isGeo && isNumber(latitude) && isNumber(longitude)
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// isOffset tells whether a text is an offset from UTC, such as -05:00.
func isOffset(s string) bool {
	switch shape(s) {
	case "+dd", "-dd", "+dddd", "-dddd", "+dd:dd", "-dd:dd":
		return true
	}
	return false
}

package record

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// telephone is the scheme of RFC 3966.
const telephone = "tel:"

// phoneOf is the number that TEL holds, as a text or as a URI.
func phoneOf(p *etree.Element) string { return withoutScheme(lineOf(p)) }

func withoutScheme(value string) string {
	for len(value) >= len(telephone) && strings.EqualFold(value[:len(telephone)], telephone) {
		value = strings.TrimSpace(value[len(telephone):])
	}
	return value
}

// putPhone keeps the type of the value, except that what cannot stand in a URI,
// such as a space, makes it a text.
func putPhone(p *etree.Element, value string) {
	kind, _ := xprop.Value(p)
	switch {
	case kind == xprop.URI && isDialled(value):
		xprop.SetValues(p, xprop.URI, telephone+value)
	default:
		xprop.SetValues(p, xprop.Text, value)
	}
}

// isDialled tells whether a number is one of RFC 3966, parameters included.
func isDialled(value string) bool {
	number, _, _ := strings.Cut(value, ";")
	return number != "" && strings.Trim(number, "+0123456789-.()*#") == "" && !strings.ContainsAny(value, notInURI+"%")
}

func canonicalPhones(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) {
		if value = withoutScheme(value); value == "" {
			return "", wrong(text, NotAnEntry)
		}
		return value, nil
	})
}

func canonicalEmails(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) {
		if !isMail(value) {
			return "", wrong(value, NotAMail)
		}
		return value, nil
	})
}

// isMail asks for little: something on both sides of one "@", and no white
// space. What else is right only the server knows that takes it.
func isMail(value string) bool {
	user, host, has := strings.Cut(value, "@")
	return has && user != "" && host != "" && !strings.Contains(host, "@") && strings.IndexFunc(value, unicode.IsSpace) < 0
}

func canonicalURLs(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) {
		if !isAddress(value) {
			return "", wrong(value, NotAnAddress)
		}
		return value, nil
	})
}

// isAddress tells whether a text has a scheme, or looks like a host and a path
// that somebody typed without one.
func isAddress(value string) bool {
	if strings.IndexFunc(value, unicode.IsSpace) >= 0 {
		return false
	}
	if u, err := url.Parse(value); err == nil && u.Scheme != "" {
		return u.Opaque != "" || u.Host != "" || u.Path != ""
	}
	u, err := url.Parse("//" + value)
	if err != nil {
		return false
	}
	before, after, dotted := strings.Cut(u.Hostname(), ".")
	return dotted && before != "" && after != ""
}

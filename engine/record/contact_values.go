package record

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// telephone is the URI scheme of RFC 3966.
const telephone = "tel:"

func phoneOf(p *etree.Element) string { return withoutScheme(lineOf(p)) }

func withoutScheme(value string) string {
	for len(value) >= len(telephone) && strings.EqualFold(value[:len(telephone)], telephone) {
		value = strings.TrimSpace(value[len(telephone):])
	}
	return value
}

// putPhone preserves the type of the value, except that a number that is no valid URI, for
// example one with a space, becomes text.
func putPhone(p *etree.Element, value string) {
	kind, _ := exchange.Value(p)
	switch {
	case kind == exchange.URIType && isDialled(value):
		exchange.SetValues(p, exchange.URIType, telephone+value)
	default:
		exchange.SetValues(p, exchange.TextType, value)
	}
}

// isDialled reports whether a number, including its parameters, conforms to RFC 3966.
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

// isMail reports whether value has one "@", something on both sides of it, and no white space.
// Whatever else is valid is up to the receiving server.
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

// isAddress reports whether a text has a scheme, or looks like a host and path typed without
// one.
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

func categoriesOf(t tree) []*etree.Element { return inCard(t.record, tagged("categories")) }

func getCardTags(t tree) string { return tagsIn(categoriesOf(t)) }

func setCardTags(t tree, value string) {
	setTagsIn(categoriesOf(t), value, func() *etree.Element { return t.record })
}

// betweenNameAndValue separates name and value in the text form of a custom field:
// "X-SHOE-SIZE: 43".
const betweenNameAndValue = ": "

// unshown lists name prefixes of properties that programs write for their own use: labels,
// kinds, identifiers, and data that changes automatically.
var unshown = []string{
	"x-ablabel", "x-abadr", "x-abuid", "x-abshowas", "x-abcrop", "x-addressbookserver-", "x-apple-", "x-imagehash", "x-imagetype",
	"x-sharedphoto", "x-wallpaper", "x-evolution-file-as", "x-evolution-list", "x-evolution-webdav-", "x-evolution-revision",
	"x-mozilla-", "x-ms-ol-", "x-ms-card", "x-lic-", "x-radicale-",
}

// isCustom reports whether a property may be shown as a custom field.
func isCustom(tag string) bool {
	return strings.HasPrefix(tag, "x-") && isExtension(tag) &&
		!slices.ContainsFunc(unshown, func(prefix string) bool { return strings.HasPrefix(tag, prefix) })
}

// isExtension reports whether a name is an extension name: "x-" followed by letters, digits
// and hyphens, in lower case (RFC 6351 §5).
func isExtension(tag string) bool {
	rest, has := strings.CutPrefix(tag, "x-")
	return has && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// customOf returns the name and the value of a property with a single text value. A value of
// unknown type is shown exactly as in the file: only the program that wrote it knows what its
// backslashes mean.
func customOf(p *etree.Element) string {
	kind, text := exchange.Value(p)
	switch text = exchange.Plain(text); {
	case text == "" || len(exchange.Values(p)) != 1:
		return ""
	case kind == exchange.TextType:
		text = escape(text, "")
	case kind == exchange.UnknownType:
		text = strings.ReplaceAll(text, "\n", `\n`)
	default:
		return ""
	}
	return strings.ToUpper(p.Tag) + betweenNameAndValue + text
}

// putCustom preserves the type of the value, except that text with backslashes that escape
// nothing gets the unknown type.
func putCustom(p *etree.Element, value string) {
	_, shown := cutCustom(value)
	kind, _ := exchange.Value(p)
	if text := unescape(shown); kind == exchange.TextType && escape(text, "") == shown {
		exchange.SetValues(p, exchange.TextType, text)
		return
	}
	exchange.SetValues(p, exchange.UnknownType, shown)
}

// customTag returns the element name for a custom field.
func customTag(value string) string {
	tag, _ := cutCustom(value)
	return tag
}

func cutCustom(value string) (tag, text string) {
	name, text, _ := strings.Cut(value, ":")
	return strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(text)
}

func canonicalCustom(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) {
		tag, text := cutCustom(value)
		if !isCustom(tag) || text == "" {
			return "", wrong(value, NotAProperty)
		}
		return strings.ToUpper(tag) + betweenNameAndValue + text, nil
	})
}

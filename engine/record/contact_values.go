package record

import (
	"net/url"
	"slices"
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

func categoriesOf(t tree) []*etree.Element { return inCard(t.record, tagged("categories")) }

func getCardTags(t tree) string { return tagsIn(categoriesOf(t)) }

func setCardTags(t tree, value string) {
	setTagsIn(categoriesOf(t), value, func() *etree.Element { return t.record })
}

// betweenNameAndValue stands in the text form of a custom field:
// "X-SHOE-SIZE: 43".
const betweenNameAndValue = ": "

// unshown begin the names of properties that programs write for themselves:
// labels and kinds, identifiers, and what changes on its own.
var unshown = []string{
	"x-ablabel", "x-abadr", "x-abuid", "x-abshowas", "x-abcrop", "x-addressbookserver-", "x-apple-", "x-imagehash", "x-imagetype",
	"x-sharedphoto", "x-wallpaper", "x-evolution-file-as", "x-evolution-list", "x-evolution-webdav-", "x-evolution-revision",
	"x-mozilla-", "x-ms-ol-", "x-ms-card", "x-lic-", "x-radicale-",
}

// isCustom tells whether a property may be shown as a custom field.
func isCustom(tag string) bool {
	return strings.HasPrefix(tag, "x-") && isExtension(tag) &&
		!slices.ContainsFunc(unshown, func(prefix string) bool { return strings.HasPrefix(tag, prefix) })
}

// isExtension tells whether a name is one of those free for anybody: "x-" and
// letters, digits and hyphens, in lower case (RFC 6351 §5).
func isExtension(tag string) bool {
	rest, has := strings.CutPrefix(tag, "x-")
	return has && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// customOf is the name and the value of a property that has one value, a text. One
// of no known type is shown as it stands in a file: nobody but the program that
// wrote it knows what its backslashes mean.
func customOf(p *etree.Element) string {
	kind, text := xprop.Value(p)
	switch text = plain(text); {
	case text == "" || len(xprop.Values(p)) != 1:
		return ""
	case kind == xprop.Text:
		text = escape(text, "")
	case kind == xprop.Unknown:
		text = strings.ReplaceAll(text, "\n", `\n`)
	default:
		return ""
	}
	return strings.ToUpper(p.Tag) + betweenNameAndValue + text
}

// putCustom keeps the type of the value, except that a text whose backslashes
// mean nothing is one of no known type.
func putCustom(p *etree.Element, value string) {
	_, shown := cutCustom(value)
	kind, _ := xprop.Value(p)
	if text := unescape(shown); kind == xprop.Text && escape(text, "") == shown {
		xprop.SetValues(p, xprop.Text, text)
		return
	}
	xprop.SetValues(p, xprop.Unknown, shown)
}

// customTag is the name of the element that a custom field stands in.
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

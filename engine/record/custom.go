package record

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

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

package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// Apple's programs give a property a label by a second property of its group;
// those that they translate stand between marks: "_$!<Home>!$_".
const (
	labelTag   = "x-ablabel"
	labelOpen  = "_$!<"
	labelClose = ">!$_"
)

// spelled are the translated labels that are not a word with a capital.
var spelled = map[string]string{
	"homepage": "HomePage", "homefax": "HomeFAX", "workfax": "WorkFAX", "otherfax": "OtherFAX",
}

// labelOf is the label of a property, or "".
func labelOf(p *etree.Element) string {
	if l := labelBeside(p); l != nil {
		return oneLine(labelText(l))
	}
	return ""
}

// labelBeside is the property that labels another, or nil.
func labelBeside(p *etree.Element) *etree.Element {
	if g := groupOf(p); g != nil {
		return xprop.Child(g, labelTag)
	}
	return nil
}

// labelText is what a label says. One of no known type stands as in a file, with
// its escapes.
func labelText(l *etree.Element) string {
	kind, text := xprop.Value(l)
	if kind == xprop.Unknown {
		return unescape(text)
	}
	return text
}

// typeIn is the type that a translated label stands for, or "".
func typeIn(label string) string {
	word, opened := strings.CutPrefix(label, labelOpen)
	word, closed := strings.CutSuffix(word, labelClose)
	if !opened || !closed {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(word))
}

// labelFor is the translated label for a type.
func labelFor(t string) string {
	word, known := spelled[t]
	if first, size := utf8.DecodeRuneInString(t); !known {
		word = string(unicode.ToUpper(first)) + t[size:]
	}
	if strings.ToLower(word) != t { // of a few letters, the capital has another small one
		word = t
	}
	return labelOpen + word + labelClose
}

// putLabel changes the label of a property to what an element says, and gives
// the type that the label stands for, or "". A label that stood for a type goes
// on to stand for one.
func putLabel(p *etree.Element, now Entry) string {
	if now.Label != "" {
		setLabel(p, now.Label)
		return ""
	}
	was := typeIn(labelOf(p))
	if was != "" && slices.Contains(now.Types, was) {
		return was
	}
	if was != "" {
		old := typesOf(p)
		if i := slices.IndexFunc(now.Types, func(t string) bool { return !slices.Contains(old, t) }); i >= 0 {
			setLabel(p, labelFor(now.Types[i]))
			return now.Types[i]
		}
	}
	setLabel(p, "")
	return ""
}

// setLabel gives a property a label, or takes it away. Others in its group keep
// theirs: then the property leaves the group.
func setLabel(p *etree.Element, label string) {
	if label == labelOf(p) {
		return
	}
	if sharesGroup(p) {
		leaveGroup(p)
	}
	if label == "" {
		if g := groupOf(p); g != nil {
			removeAll(xprop.Children(g, labelTag))
		}
		return
	}
	if groupOf(p) == nil {
		enterGroup(p)
	}
	l := labelElement(p)
	if kind, _ := xprop.Value(l); kind == xprop.Text {
		xprop.SetValues(l, xprop.Text, label)
		return
	}
	xprop.SetValues(l, xprop.Unknown, escape(label, ",;"))
}

// labelElement is the property that labels another, added where there is none.
func labelElement(p *etree.Element) *etree.Element { return xprop.Ensure(p.Parent(), labelTag) }

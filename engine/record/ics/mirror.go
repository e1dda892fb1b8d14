package ics

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// speak gives the record what the entry says in title and text: where that
// differs, a program that knows no records changed it there. An entry that has
// neither lets the record speak; one that has only a title had its text cleared.
func speak(properties *etree.Element, c *item.Content) {
	title, text := c.Title(), c.Text()
	if title == "" && text == "" {
		return
	}
	if title != "" {
		say(properties, "summary", title)
	}
	say(properties, "description", text)
}

// say sets a property. Line ends and white space around a text are no
// difference.
func say(properties *etree.Element, tag, text string) {
	switch p := xprop.Child(properties, tag); {
	case alike(textIn(p), text):
	case text == "":
		properties.RemoveChild(p)
	default:
		xprop.SetValues(xprop.Ensure(properties, tag), xprop.Text, text)
	}
}

// textIn is the first text of a property, or "" where there is none.
func textIn(p *etree.Element) string {
	if p == nil {
		return ""
	}
	_, text := xprop.Value(p)
	return text
}

func alike(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
}

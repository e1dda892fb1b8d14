package exchange

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// NamespaceOwn is that of the element in which stands what xCal and xCard cannot
// carry of a file (docs/records.md). It is record.NamespaceOwn.
const NamespaceOwn = "urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"

// Keep puts content lines, unfolded, beside the record of an entry.
func Keep(entry *etree.Element, lines []string) {
	if len(lines) == 0 {
		return
	}
	file := entry.CreateElement("file")
	file.CreateAttr("xmlns", NamespaceOwn)
	for _, l := range lines {
		xprop.SetChars(file.CreateElement("line"), l)
	}
}

// Kept lists the lines that stand beside the record of an entry. A feed may hold
// any text there: a line that is none is given with its line ends as spaces.
func Kept(entry *etree.Element) []string {
	var lines []string
	for _, file := range entry.ChildElements() {
		if file.Tag != "file" || file.NamespaceURI() != NamespaceOwn {
			continue
		}
		for _, l := range xprop.Children(file, "line") {
			lines = append(lines, OneLine(xprop.Chars(l)))
		}
	}
	return lines
}

// OneLine is a text with its line ends as spaces.
func OneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return spaces.Replace(text)
}

var spaces = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// Package exchange provides what readers and writers of calendar and card files have in
// common: the entries they read, the items they write, the content lines of which both formats
// consist (RFC 6350 §3.2, RFC 5545 §3.1), and the properties of their XML forms, xCal and xCard.
// It unfolds lines, detects the encoding, and splits a line into name, parameters and value. It
// does not interpret properties.
//
// Files of any size are read with only one line in memory, of which at most MaxLine bytes are
// stored.
package exchange

import (
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// Entry is one todo, contact or outline of a file.
type Entry struct {
	// UID is the Identity in the file, or "". ID is the identifier of the item, if the file
	// has that instead.
	UID, ID string
	// Content is the content for a new item; nil if the entry is unreadable or deleted.
	Content *item.Content
	// Problems lists the parts that could not be understood. If Content is set, they are only
	// remarks: the lines concerned are preserved alongside the record.
	Problems []Problem
	// Line is the entry's first line in the file, from 1.
	Line int
	// Level is the nesting level of an outline, 0 for the outermost. Its parent is the last
	// preceding outline with a lower level.
	Level int
	// Deleted reports whether the entry is marked as deleted in the file.
	Deleted bool
	// Values are the fields that the file has, if it has only these. Everything else stays as
	// it is in an existing item. They are nil if the file has complete records.
	Values map[string]string
	// Whole reports whether the content describes the whole item, and not only its record.
	Whole bool
}

// Identity returns the identity of a record: its UID and, for a single occurrence of a
// recurring todo, also its RECURRENCE-ID (RFC 5545 §3.8.4.4), because all occurrences have the
// same UID. The separator cannot occur in XML.
func Identity(uid, recurrence string) string {
	if uid == "" || recurrence == "" {
		return uid
	}
	return uid + "\x01" + recurrence
}

// Out is an item to write to a file.
type Out struct {
	// UID is the UID of the record or, if it has none, the identifier of the item.
	UID     string
	Content *item.Content
	// Changed is the time of the item's last change, for records without one.
	Changed time.Time
	// Level is as in Entry.
	Level int
}

// Limits on the resources that one file may use.
const (
	// MaxLines is the maximum number of content lines of one card or todo.
	MaxLines = 5_000
	// MaxLine is the maximum number of bytes of one content line, except for pictures.
	MaxLine = 1 << 20
	// MaxPicture is the maximum number of bytes of a decoded picture.
	MaxPicture = 512 << 10
)

// NamespaceOwn is the namespace of the element for data of a file that xCal and xCard cannot
// represent (docs/protocol.md).
const NamespaceOwn = "urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"

// PreserveLines adds unfolded content lines to an entry, alongside its record.
func PreserveLines(entry *etree.Element, lines []string) {
	if len(lines) == 0 {
		return
	}
	file := entry.CreateElement("file")
	file.CreateAttr("xmlns", NamespaceOwn)
	for _, l := range lines {
		SetChars(file.CreateElement("line"), l)
	}
}

// PreservedLines returns the lines preserved alongside the record of an entry. A feed may have arbitrary
// text there, so line breaks within a line are replaced with spaces.
func PreservedLines(entry *etree.Element) []string {
	var lines []string
	for _, file := range entry.ChildElements() {
		if file.Tag != "file" || file.NamespaceURI() != NamespaceOwn {
			continue
		}
		for _, l := range Children(file, "line") {
			lines = append(lines, OneLine(Chars(l)))
		}
	}
	return lines
}

// Shortened truncates long text to keep messages readable.
func Shortened(text string) string {
	const enough = 60
	if r := []rune(text[:min(len(text), 4*(enough+1))]); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return text
}

// Plain returns text with LF as its line ends, and without surrounding white space.
func Plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
}

// Alike reports whether two texts differ only in line endings and surrounding white space.
func Alike(a, b string) bool { return Plain(a) == Plain(b) }

// OneLine replaces line breaks with spaces.
func OneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return spaces.Replace(text)
}

var spaces = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

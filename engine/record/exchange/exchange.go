// Package exchange holds what readers and writers of calendar and card files
// have in common: what came out of a file, what goes into one, and the content
// lines that both consist of (RFC 6350 §3.2, RFC 5545 §3.1). It undoes folding,
// finds the encoding, and splits a line into name, parameters and value. It
// knows no property.
//
// A file of any size is read with no more than one line in memory, of which no
// more is kept than MaxLine.
package exchange

import (
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// Entry is one todo, contact or outline of a file.
type Entry struct {
	// UID is the Identity that the file gives, or "".
	UID string
	// Content is what it says, as a new item would; nil where it is unreadable or
	// deleted.
	Content *item.Content
	// Problems are what of it could not be understood. With a Content they are
	// remarks: what they are about is kept beside the record.
	Problems []Problem
	// Line is where it begins in the file, from 1.
	Line int
	// Level is how deep an outline stands, 0 for the outermost: it stands in the last
	// one before it whose level is lower.
	Level int
	// Deleted tells that the file says of it that it was deleted.
	Deleted bool
}

// Identity is what a record is known by: its UID, and of a single time of a
// repeating todo, which has the UID of the whole, also which time it is
// (RECURRENCE-ID, RFC 5545 §3.8.4.4). XML cannot hold what stands between.
func Identity(uid, recurrence string) string {
	if uid == "" || recurrence == "" {
		return uid
	}
	return uid + "\x01" + recurrence
}

// Problem is something in a file that is not as it should be.
type Problem struct {
	// Line is where it stands in the file, from 1.
	Line int `json:"line"`
	// Text names the thing and the remedy.
	Text string `json:"text"`
}

// Out is an item that goes into a file.
type Out struct {
	// UID is that of the record, or of the item where the record has none.
	UID     string
	Content *item.Content
	// Changed is when the item was last changed, for records that do not say.
	Changed time.Time
	// Level is that of an Entry.
	Level int
}

// Limits on what one file may cost.
const (
	// MaxLines is the number of content lines of one card or todo.
	MaxLines = 5_000
	// MaxLine is the number of bytes of one content line, pictures apart.
	MaxLine = 1 << 20
	// MaxPicture is the number of bytes of a picture, decoded.
	MaxPicture = 512 << 10
)

// NamespaceOwn is that of the element in which stands what xCal and xCard cannot
// carry of a file (docs/records.md).
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

package record

import (
	"path"
	"regexp"
	"strings"
)

// An Attachment is a file that an item refers to with a csx:link (Content Sync
// Extensions). What this program attaches stands in an element of its own around the
// link, which has the file's name and size:
//
//	<attachment xmlns="urn:uuid:1f0b…" name="Invoice.pdf" size="12345">
//	  <csx:link>files/9f86d0….pdf</csx:link>
//	</attachment>
//
// Its link has the SHA-256 of the file in it and is relative to the feed: every endpoint
// puts the same file beside its own feed, so that no link ever has to change.
type Attachment struct {
	// Link is as it stands in the item, without white space.
	Link string
	// Size in bytes, or 0 where the item does not say.
	Size int64
	// Name is what the file is called; "" where the item does not say.
	Name string
}

// NamespaceContentSync is that of Content Sync Extensions.
const NamespaceContentSync = "http://schemas.microsoft.com/rss/2007/contentsyncextensions"

// ofContent is the form of the links of files that are named by what is in them.
var ofContent = regexp.MustCompile(`^files/([0-9a-f]{64})(\.[a-z0-9]{1,8})?$`)

// plainEnding is an ending that a file keeps in its link.
var plainEnding = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// Attached is the attachment of a file with that content: its SHA-256 in lower-case
// hexadecimal, its size in bytes and its name.
func Attached(hash string, size int64, name string) Attachment {
	link := "files/" + hash
	if ending := strings.ToLower(path.Ext(name)); plainEnding.MatchString(ending) {
		link += ending
	}
	return Attachment{Link: link, Size: size, Name: name}
}

// Hash is the SHA-256 of the file, in lower-case hexadecimal, where the link says it; ""
// of a link that others made.
func (a Attachment) Hash() string {
	if found := ofContent.FindStringSubmatch(a.Link); found != nil {
		return found[1]
	}
	return ""
}

// File is the name of the file beside a feed, without the folder "files", where the link
// says the hash; "" of a link that others made.
func (a Attachment) File() string {
	if a.Hash() == "" {
		return ""
	}
	return path.Base(a.Link)
}

// Called is what the file is called for people: its name, else the last part of its link.
func (a Attachment) Called() string {
	if a.Name != "" {
		return a.Name
	}
	head, _, _ := strings.Cut(a.Link, "?")
	return path.Base(head)
}

package record

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Attachment is a file that an item refers to with a csx:link (Content Sync Extensions). For
// files that Crossfeed attaches, an element of its own around the link has the file's name and
// size:
//
//	<attachment xmlns="urn:uuid:1f0b…" name="Invoice.pdf" size="12345">
//	  <csx:link>files/9f86d0….pdf</csx:link>
//	</attachment>
//
// Such a link contains the file's SHA-256 and is relative to the feed. Every endpoint
// publishes the same file next to its own feed, so links never have to change.
type Attachment struct {
	// Link is the link as in the item, without white space.
	Link string
	// Size is in bytes, or 0 if the item does not specify it.
	Size int64
	// Name is the file's name, or "" if the item does not specify it.
	Name string
}

// NamespaceContentSync is the namespace of Content Sync Extensions.
const NamespaceContentSync = "http://schemas.microsoft.com/rss/2007/contentsyncextensions"

// ofContent matches links to files that are named by the hash of their content.
var ofContent = regexp.MustCompile(`^files/([0-9a-f]{64})(\.[a-z0-9]{1,8})?$`)

// plainEnding matches file extensions that are preserved in the link.
var plainEnding = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// Attached returns the attachment for a file with the given SHA-256 (lower-case hexadecimal),
// size in bytes, and name.
func Attached(hash string, size int64, name string) Attachment {
	link := "files/" + hash
	if ending := strings.ToLower(path.Ext(name)); plainEnding.MatchString(ending) {
		link += ending
	}
	return Attachment{Link: link, Size: size, Name: name}
}

// Hash returns the file's SHA-256 from the link in lower-case hexadecimal, or "" if another
// program made the link.
func (a Attachment) Hash() string {
	if found := ofContent.FindStringSubmatch(a.Link); found != nil {
		return found[1]
	}
	return ""
}

// File returns the file's name in the folder "files" next to a feed, or "" if another program
// made the link.
func (a Attachment) File() string {
	if a.Hash() == "" {
		return ""
	}
	return path.Base(a.Link)
}

// Called returns the name to display: the file's name or, without one, the last part of its
// link.
func (a Attachment) Called() string {
	if a.Name != "" {
		return a.Name
	}
	head, _, _ := strings.Cut(a.Link, "?")
	return path.Base(head)
}

// Brief returns the file's name and size, and the beginning of its hash to distinguish files
// of the same name. For a link that another program made, it returns the text form.
func (a Attachment) Brief() string {
	const head = 8
	if a.Hash() == "" {
		return a.String()
	}
	return a.Called() + ", " + strconv.FormatInt(a.Size, 10) + " bytes …" + a.Hash()[:head]
}

// BriefFiles replaces each attachment of the text form with its Brief, one per line.
func BriefFiles(text string) string {
	all, err := ParseAttachments(text)
	if err != nil {
		return text
	}
	lines := make([]string, len(all))
	for i, a := range all {
		lines[i] = a.Brief()
	}
	return strings.Join(lines, "\n")
}

// String returns the text form: link, size and name.
func (a Attachment) String() string {
	return strings.TrimSpace(a.Link + " " + strconv.FormatInt(a.Size, 10) + " " + a.Name)
}

// ParseAttachment parses the text form. Size and name may be missing. The error is a
// *ValueError.
func ParseAttachment(text string) (Attachment, error) {
	link, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	size, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	a := Attachment{Link: link, Name: strings.TrimSpace(name)}
	if link == "" || strings.ContainsAny(text, "\r\n") {
		return a, wrong(text, NotAnAttachment)
	}
	if size == "" {
		return a, nil
	}
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil || n < 0 {
		return a, wrong(text, NotAnAttachment)
	}
	a.Size = n
	return a, nil
}

// ParseAttachments parses the text form of several attachments, one per line.
func ParseAttachments(text string) ([]Attachment, error) {
	var all []Attachment
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		a, err := ParseAttachment(line)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// FormatAttachments returns the text form of several attachments, without duplicate links.
func FormatAttachments(all []Attachment) string {
	seen, lines := map[string]bool{}, []string(nil)
	for _, a := range all {
		if !seen[a.Link] {
			seen[a.Link] = true
			lines = append(lines, a.String())
		}
	}
	return strings.Join(lines, "\n")
}

func canonicalAttachments(text string) (string, error) {
	all, err := ParseAttachments(text)
	return FormatAttachments(all), err
}

// attachments is the field for the files that an item refers to.
var attachments = Field{Name: "files", Form: Files, Merge: MergeSet, get: getAttachments, set: setAttachments}

func getAttachments(t tree) string {
	var all []Attachment
	for _, link := range linksIn(t.entry, nil) {
		all = append(all, attachmentOf(link))
	}
	return FormatAttachments(all)
}

// linksIn appends the links to files at any depth, in document order. Links to nested feeds
// are left out.
func linksIn(e *etree.Element, all []*etree.Element) []*etree.Element {
	for child := range e.ChildElementsSeq() {
		if isFileLink(child) {
			all = append(all, child)
		} else {
			all = linksIn(child, all)
		}
	}
	return all
}

func isFileLink(e *etree.Element) bool {
	return e.Tag == "link" && e.NamespaceURI() == NamespaceContentSync &&
		!strings.EqualFold(strings.TrimSpace(e.SelectAttrValue("nestedFeed", "")), "true") && linkIn(e) != ""
}

// linkIn returns the address of a link. Addresses contain no white space, so any that a
// program wrote is removed or escaped.
func linkIn(e *etree.Element) string {
	return strings.Join(strings.Fields(strings.Map(item.Printable, e.Text())), "%20")
}

// attachmentOf returns the attachment described by a link and, if present, our element around
// it.
func attachmentOf(link *etree.Element) Attachment {
	a := Attachment{Link: linkIn(link)}
	if around := link.Parent(); isAttachment(around) {
		a.Name = strings.TrimSpace(exchange.OneLine(strings.Map(item.Printable, around.SelectAttrValue("name", ""))))
		if n, err := strconv.ParseInt(around.SelectAttrValue("size", ""), 10, 64); err == nil && n > 0 {
			a.Size = n
		}
	}
	return a
}

func isAttachment(e *etree.Element) bool {
	return e != nil && e.Tag == "attachment" && e.NamespaceURI() == NamespaceOwn
}

// setAttachments leaves the links that remain, removes the others together with our element
// around them, and appends new ones.
func setAttachments(t tree, value string) {
	all, err := ParseAttachments(value)
	if err != nil {
		return
	}
	wanted := newBag(strings.Split(FormatAttachments(all), "\n"))
	for _, link := range linksIn(t.entry, nil) {
		if !wanted.take(attachmentOf(link).String()) {
			removeLink(link)
		}
	}
	for _, line := range wanted.rest() {
		if a, err := ParseAttachment(line); err == nil {
			attach(t.entry, a)
		}
	}
}

func removeLink(link *etree.Element) {
	around := link.Parent()
	around.RemoveChild(link)
	if isAttachment(around) && len(around.ChildElements()) == 0 {
		around.Parent().RemoveChild(around)
	}
}

// attach appends an attachment to an entry.
func attach(entry *etree.Element, a Attachment) {
	around := entry.CreateElement("attachment")
	around.CreateAttr("xmlns", NamespaceOwn)
	if a.Name != "" {
		around.CreateAttr("name", a.Name)
	}
	if a.Size > 0 {
		around.CreateAttr("size", strconv.FormatInt(a.Size, 10))
	}
	link := around.CreateElement("csx:link")
	link.CreateAttr("xmlns:csx", NamespaceContentSync)
	exchange.SetChars(link, a.Link)
}

// takeOutAttachments removes all attachments from the entry.
func (t tree) takeOutAttachments() {
	for _, link := range linksIn(t.entry, nil) {
		removeLink(link)
	}
}

// Attachments returns the files that a content refers to, in order and without duplicate
// links.
func Attachments(c *item.Content) []Attachment {
	if c.From() == nil && !MayHoldAttachments(c.XML()) {
		return nil
	}
	all, _ := ParseAttachments(getAttachments(treeOf(c))) // formatted by FormatAttachments
	return all
}

// MayHoldAttachments is a fast check that reports whether XML may contain an attachment.
func MayHoldAttachments(xml string) bool { return strings.Contains(xml, NamespaceContentSync) }

package record

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
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

// Brief is what the file is called, its size and the beginning of its hash, which tells it
// from another one of that name; of a link that others made all that it says.
func (a Attachment) Brief() string {
	const head = 8
	if a.Hash() == "" {
		return a.String()
	}
	return a.Called() + ", " + strconv.FormatInt(a.Size, 10) + " bytes …" + a.Hash()[:head]
}

// BriefFiles says Brief of each of several attachments in the text form, one a line.
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

// String is the text form: link, size and name.
func (a Attachment) String() string {
	return strings.TrimSpace(a.Link + " " + strconv.FormatInt(a.Size, 10) + " " + a.Name)
}

// ParseAttachment reads the text form. Size and name may be missing. The error is a
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

// ParseAttachments reads the text form of several, one a line.
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

// FormatAttachments is the text form of several, each link once.
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

// attachments is the field of the files that an item refers to.
var attachments = Field{Name: "files", Form: Files, Merge: MergeSet, get: getAttachments, set: setAttachments}

func getAttachments(t tree) string {
	var all []Attachment
	for _, link := range linksIn(t.entry, nil) {
		all = append(all, attachmentOf(link))
	}
	return FormatAttachments(all)
}

// linksIn lists the links to files at any depth, in the order of the document. Those to
// feeds are no files.
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

// linkIn is the address that a link says. An address has no white space, whatever a
// program put into it.
func linkIn(e *etree.Element) string {
	return strings.Join(strings.Fields(strings.Map(xprop.Printable, e.Text())), "%20")
}

// attachmentOf is what a link and the element of ours around it say.
func attachmentOf(link *etree.Element) Attachment {
	a := Attachment{Link: linkIn(link)}
	if around := link.Parent(); isAttachment(around) {
		a.Name = strings.TrimSpace(exchange.OneLine(strings.Map(xprop.Printable, around.SelectAttrValue("name", ""))))
		if n, err := strconv.ParseInt(around.SelectAttrValue("size", ""), 10, 64); err == nil && n > 0 {
			a.Size = n
		}
	}
	return a
}

func isAttachment(e *etree.Element) bool {
	return e != nil && e.Tag == "attachment" && e.NamespaceURI() == NamespaceOwn
}

// setAttachments leaves every link that stays where it stands, takes the others away
// with the element of ours around them, and puts new ones last.
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

// attach puts an attachment at the end of an entry.
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
	xprop.SetChars(link, a.Link)
}

// takeOutAttachments leaves of an entry what no field of it shows.
func (t tree) takeOutAttachments() {
	for _, link := range linksIn(t.entry, nil) {
		removeLink(link)
	}
}

// Attachments are the files that a content refers to, in its order, each link once.
func Attachments(c *item.Content) []Attachment {
	if c.From() == nil && !MayHoldAttachments(c.XML()) {
		return nil
	}
	all, _ := ParseAttachments(getAttachments(treeOf(c))) // their own text form
	return all
}

// MayHoldAttachments tells at a glance whether XML can hold an attachment.
func MayHoldAttachments(xml string) bool { return strings.Contains(xml, NamespaceContentSync) }

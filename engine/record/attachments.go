package record

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

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
	for _, child := range e.ChildElements() {
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

package item

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/beevik/etree"
)

// Namespaces that the neutral form uses.
const (
	NamespaceAtom = "http://www.w3.org/2005/Atom"
	NamespaceXML  = "http://www.w3.org/XML/1998/namespace"
)

// Hash is the SHA-256 of a content's canonical form.
type Hash [sha256.Size]byte

// String is the hash in hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Content is the shared data of one version in the neutral form: an XML
// document whose root is an Atom entry that holds just the shared children, in
// Atom's vocabulary whatever feed format they came from, and every element that
// is foreign to the feed formats as it was, comments and CDATA included.
// A Content is never changed; the With methods return a new one.
type Content struct {
	xml   string
	known Known
	// text is that of Text, or nil where it has to be read from xml.
	text *string
	// once is what Once keeps.
	once atomic.Pointer[any]
	// from is what MadeFrom was given.
	from *Content
}

// NewContent takes the root of the neutral form: an element "entry" without a
// prefix in Atom's namespace, that declares every prefix used below it.
func NewContent(root *etree.Element) (*Content, error) {
	if err := checkRoot(root); err != nil {
		return nil, err
	}
	return made(root), nil
}

// ParseContent reads the text that Content.XML wrote.
func ParseContent(xml string) (*Content, error) {
	root, err := parse(xml)
	if err != nil {
		return nil, err
	}
	if err := checkRoot(root); err != nil {
		return nil, err
	}
	return build(root, xml, nil), nil
}

func checkRoot(root *etree.Element) error {
	if root.FullTag() != "entry" || lookup(root, "") != NamespaceAtom {
		return fmt.Errorf("content: the root is <%s>, not an Atom entry", root.FullTag())
	}
	return nil
}

// Plain is a content of a title and a text and nothing else. An empty title or
// text is left out.
func Plain(title, text string) *Content {
	root := etree.NewElement("entry")
	root.CreateAttr("xmlns", NamespaceAtom)
	for _, part := range [2]struct{ tag, text string }{{"title", title}, {"content", text}} {
		if part.text != "" {
			setText(insert(root, part.tag), part.text)
		}
	}
	return made(root)
}

// XML is the neutral form as a text, without an XML declaration.
func (c *Content) XML() string { return c.xml }

// Hash is the same for contents that mean the same in every feed format.
func (c *Content) Hash() Hash { return c.known.Hash }

// Digest is the first half of the hash, as a version says it.
func (c *Content) Digest() string {
	h := c.Hash()
	return hex.EncodeToString(h[:len(h)/2])
}

// Element is the neutral form as a tree of its own, free to be changed.
func (c *Content) Element() *etree.Element {
	root, err := parse(c.xml)
	if err != nil {
		panic("content: own text is not well-formed: " + err.Error())
	}
	return root
}

// Fuller tells whether c holds more than o of what a format or a tombstone may
// have dropped. It decides which of two equal versions' contents stays.
func (c *Content) Fuller(o *Content) bool { return c.known.Full > o.known.Full }

// Compare orders contents by their canonical form, as text: the last of the
// keys by which a winner is picked.
func (c *Content) Compare(o *Content) int {
	if c.Hash() == o.Hash() {
		return 0
	}
	return bytes.Compare(canonicalForm(c.Element(), nil), canonicalForm(o.Element(), nil))
}

// made is the content of a tree.
func made(root *etree.Element) *Content {
	var room bytes.Buffer
	room.Grow(usual)
	writeTo(&room, root)
	xml := room.String() // no longer than it has to be: it stays
	return build(root, xml, room.Bytes())
}

// usual is how many bytes most contents have room in.
const usual = 1024

// build makes the content of a tree and the text that it was read from or
// written to. room may be used for anything.
func build(root *etree.Element, xml string, room []byte) *Content {
	form, text := canonicalForm(root, room), textOf(root, bodyTag(root))
	if at := strings.Index(xml, text); at >= 0 {
		text = xml[at : at+len(text)] // as most do, it stands there as it is: hold it once
	}
	return &Content{
		xml: xml,
		known: Known{
			Title: textOf(root, "title"),
			Hash:  sha256.Sum256(form),
			Full:  len(form) + beyond(root),
		},
		text: &text,
	}
}

func parse(xml string) (*etree.Element, error) {
	if root, ok := quickParse(xml); ok {
		return root, nil
	}
	return parseAny(xml)
}

func parseAny(xml string) (*etree.Element, error) {
	doc := etree.NewDocument()
	doc.ReadSettings = etree.ReadSettings{PreserveCData: true}
	if err := doc.ReadFromString(xml); err != nil {
		return nil, fmt.Errorf("content: %w", err)
	}
	if doc.Root() == nil {
		return nil, fmt.Errorf("content: there is no element in %q", xml)
	}
	return doc.Root(), nil
}

func write(root *etree.Element) string {
	var b bytes.Buffer
	writeTo(&b, root)
	return b.String()
}

func writeTo(b *bytes.Buffer, root *etree.Element) {
	root.WriteTo(b, &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true})
}

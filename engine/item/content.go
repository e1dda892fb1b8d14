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

// MadeFrom is the content of a version that was made from one with another content, whose
// record it lacks (record.Complete). Neither the XML nor the hash says so: only what reads
// records asks (record.Shown). It is c itself where nothing changes.
func (c *Content) MadeFrom(from *Content) *Content {
	if c.from == from || c.from != nil && from != nil && c.from.xml == from.xml {
		return c
	}
	return &Content{xml: c.xml, known: c.known, text: c.text, from: from}
}

// From is the content that MadeFrom was given, or nil.
func (c *Content) From() *Content { return c.from }

// Known is what a content knows of itself besides its XML. A store keeps it, so
// that nothing is parsed to list, compare or merge what it holds.
type Known struct {
	// Title is what Content.Title gives.
	Title string
	// Hash is the same for contents that mean the same in every feed format.
	Hash Hash
	// Full is how many bytes a content says, those included that a format or a
	// tombstone may have dropped.
	Full int
}

// KeptContent is the content that a store kept: what Content.XML wrote, and what
// Content.Known gave with it. The caller vouches for both; nothing is parsed.
func KeptContent(xml string, k Known) *Content { return &Content{xml: xml, known: k} }

// Known is what KeptContent takes beside the XML.
func (c *Content) Known() Known { return c.known }

// Once is what make made of the content when it was first asked for, so that
// what is dear to read is read once: a content never changes. Only record.Summary
// asks, for what it makes of every content.
func (c *Content) Once(make func() any) any {
	if kept := c.once.Load(); kept != nil {
		return *kept
	}
	made := make()
	c.once.Store(&made)
	return made
}

// OfParts is a content of a title, a text and foreign elements, for those who
// make many: it parses nothing and builds no tree. An empty title or text is left
// out. The caller vouches that title and text hold only what XML can hold, and that
// foreign is what Canonical gives of elements, one after the other.
func OfParts(title, text, foreign string) *Content {
	var known strings.Builder
	known.Grow(len(title) + len(text) + 64)
	part(&known, "title", title)
	part(&known, "content", text)
	form := make([]byte, 0, known.Len()+1+len(foreign))
	form = append(append(append(form, known.String()...), 0), foreign...)
	return &Content{
		xml: `<entry xmlns="` + NamespaceAtom + `">` + known.String() + foreign + `</entry>`,
		known: Known{
			Title: title,
			Hash:  sha256.Sum256(form),
			Full:  len(form),
		},
		text: &text,
	}
}

func part(b *strings.Builder, tag, text string) {
	if text == "" {
		return
	}
	b.WriteString("<" + tag + ">")
	_, _ = textEscaper.WriteString(b, text)
	b.WriteString("</" + tag + ">")
}

// Measure counts what the canonical form of a content holds: elements and attributes, and
// words of text. Words, because programs collapse white space and escape twice.
func (c *Content) Measure() (markup, words int) {
	const space = " \t\r\n"
	form := canonicalForm(c.Element(), nil)
	inTag, quoted, inWord := false, false, false
	for i, b := range form {
		switch {
		case inTag && b == '"':
			if quoted = !quoted; quoted && !declares(form[:i]) {
				markup++
			}
		case inTag:
			inTag = quoted || b != '>'
		case b == '<':
			inTag, inWord = true, false
			if form[i+1] != '/' {
				markup++
			}
		case b == 0 || strings.IndexByte(space, b) >= 0:
			inWord = false
		case !inWord:
			inWord = true
			words++
		}
	}
	return markup, words
}

// declares reports whether a start tag that was written up to the value of an attribute
// ends with the declaration of a namespace.
func declares(tag []byte) bool {
	name := tag[bytes.LastIndexByte(tag, ' ')+1:]
	return bytes.HasPrefix(name, []byte("xmlns=")) || bytes.HasPrefix(name, []byte("xmlns:"))
}

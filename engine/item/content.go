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

// Namespaces of the neutral form.
const (
	NamespaceAtom = "http://www.w3.org/2005/Atom"
	NamespaceXML  = "http://www.w3.org/XML/1998/namespace"
)

// Hash is the SHA-256 of a content's canonical form.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Content is the shared data of one version in the neutral form: an XML document whose root is
// an Atom entry with only the shared children. These are in Atom's vocabulary, whatever feed
// format they came from; elements foreign to the feed formats are preserved as they are,
// including comments and CDATA. A Content is immutable; the With methods return a new one.
type Content struct {
	xml   string
	known Known
	// text is the result of Text, or nil if it has to be parsed from xml.
	text *string
	// once is the value cached by Once.
	once atomic.Pointer[any]
	// from is the argument of MadeFrom.
	from *Content
}

// NewContent returns the content with this root of the neutral form: an element "entry"
// without a prefix in Atom's namespace that declares every prefix used in it.
func NewContent(root *etree.Element) (*Content, error) {
	if err := checkRoot(root); err != nil {
		return nil, err
	}
	return made(root), nil
}

// ParseContent parses the result of Content.XML.
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

// Plain returns a content with only a title and a text. An empty title or text is left out.
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

// XML returns the neutral form as text, without an XML declaration.
func (c *Content) XML() string { return c.xml }

// Hash returns the hash; it is the same for contents that are equivalent in every feed format.
func (c *Content) Hash() Hash { return c.known.Hash }

// Digest returns the first half of the hash, as versions contain it.
func (c *Content) Digest() string {
	h := c.Hash()
	return hex.EncodeToString(h[:len(h)/2])
}

// Element returns the neutral form as a new tree that may be modified.
func (c *Content) Element() *etree.Element {
	root, err := parse(c.xml)
	if err != nil {
		panic("content: own text is not well-formed: " + err.Error())
	}
	return root
}

// Fuller reports whether c has more than o of the data that a format or a tombstone may drop.
// It decides which of two equal versions' contents to store.
func (c *Content) Fuller(o *Content) bool { return c.known.Full > o.known.Full }

// Compare compares the canonical forms of contents as text: the last criterion for picking a
// winner.
func (c *Content) Compare(o *Content) int {
	if c.Hash() == o.Hash() {
		return 0
	}
	return bytes.Compare(canonicalForm(c.Element(), nil), canonicalForm(o.Element(), nil))
}

func made(root *etree.Element) *Content {
	var room bytes.Buffer
	room.Grow(max(usual, sizeOf(root)))
	writeTo(&room, root)
	xml := room.String() // no excess capacity, because it is stored
	return build(root, xml, room.Bytes())
}

// usual is the number of bytes that suffices for most contents.
const usual = 1024

// sizeOf estimates the number of bytes of an element's XML.
func sizeOf(e *etree.Element) int {
	n := 2*(len(e.Space)+len(e.Tag)) + len("<:></:>")
	for _, a := range e.Attr {
		n += len(a.Space) + len(a.Key) + len(a.Value) + len(` :=""`)
	}
	for _, t := range e.Child {
		switch t := t.(type) {
		case *etree.Element:
			n += sizeOf(t)
		case *etree.CharData:
			n += len(t.Data)
		}
	}
	return n
}

// build returns the content of a tree and of the text that it was parsed from or written to.
// It may overwrite room.
func build(root *etree.Element, xml string, room []byte) *Content {
	form, text := canonicalForm(root, room), textOf(root, bodyTag(root))
	if at := strings.Index(xml, text); at >= 0 {
		text = xml[at : at+len(text)] // usually found unescaped: share its memory
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

func writeTo(b *bytes.Buffer, root *etree.Element) {
	root.WriteTo(b, &etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true})
}

// MadeFrom returns the content for a version that was made from one with another content,
// whose record it lacks (record.Complete). This changes neither the XML nor the hash; only
// functions that read records use it (record.Shown). MadeFrom returns c itself if nothing
// changes.
func (c *Content) MadeFrom(from *Content) *Content {
	if c.from == from || c.from != nil && from != nil && c.from.xml == from.xml {
		return c
	}
	return &Content{xml: c.xml, known: c.known, text: c.text, from: from}
}

// From returns the argument of MadeFrom, or nil.
func (c *Content) From() *Content { return c.from }

// Known is the data that a content provides without parsing its XML. A store saves it, so that
// it can list, compare and merge contents without parsing.
type Known struct {
	// Title is the result of Content.Title.
	Title string
	// Hash is the same for contents that are equivalent in every feed format.
	Hash Hash
	// Full is the number of bytes of data, including data that a format or a tombstone may
	// drop.
	Full int
}

// StoredContent returns a content from a store, saved as the results of Content.XML and
// Content.Known. Nothing is parsed or checked.
func StoredContent(xml string, k Known) *Content { return &Content{xml: xml, known: k} }

// Known returns the data that StoredContent needs in addition to the XML.
func (c *Content) Known() Known { return c.known }

// Once returns the result of the first call of make, so that expensive parsing is done only
// once; contents are immutable. Only record.Summary uses it, always for the same kind of
// result.
func (c *Content) Once(make func() any) any {
	if kept := c.once.Load(); kept != nil {
		return *kept
	}
	made := make()
	c.once.Store(&made)
	return made
}

// OfParts returns a content with a title, a text and foreign elements. It is for callers that
// make many: it parses nothing and builds no tree. An empty title or text is left out. The
// caller must ensure that title and text contain only characters valid in XML, and that
// foreign is a concatenation of results of Canonical.
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

// Measure counts the elements and attributes, and the words of text, in the canonical form of
// a content. It counts words because programs collapse white space and escape twice.
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

// declares reports whether a start tag, written up to the value of an attribute, ends with a
// namespace declaration.
func declares(tag []byte) bool {
	name := tag[bytes.LastIndexByte(tag, ' ')+1:]
	return bytes.HasPrefix(name, []byte("xmlns=")) || bytes.HasPrefix(name, []byte("xmlns:"))
}

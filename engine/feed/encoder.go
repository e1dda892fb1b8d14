package feed

import (
	"bytes"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// encoder writes items at a position in a document. It does not repeat the namespaces,
// language and base that are in force there.
type encoder struct {
	out     bytes.Buffer
	format  *format
	dialect item.Dialect
	// space is the namespace of the dialect.
	space string
	surroundings
	// depth is the indentation of a line at this position.
	depth int
	layout
	// src reads the stored texts of items, one after the other, and build parses elements from
	// them.
	src   *xmlstream.Scanner
	build builder
	// authored reports whether the feed names an author, so that items need none.
	authored bool
	// carrier has the carried attributes of the element whose own attributes are being
	// written, and the element's prefix.
	carrier struct {
		attrs  []xmlstream.Attr
		prefix string
	}
}

// layout is the beginning of a line: a line break with the indentation of depth 0, and the
// indentation that each depth adds. Without a line break, everything is on one line.
type layout struct{ lead, step string }

// usual is the layout of documents that have none of their own yet.
var usual = layout{"\n", "  "}

// surroundings are what a position in a document inherits.
type surroundings struct {
	scope xmlstream.Scope
	ambient
}

// item writes an item with its conflicts, and the trivia of its previous sx:sync.
func (e *encoder) item(it *item.Item, kept trivia) error {
	outside := e.surroundings
	defer func() { e.surroundings = outside }()
	if e.format == &opml {
		if err := e.openOutline(it, kept); err != nil {
			return err
		}
		e.closeOutline()
		return nil
	}
	v := it.Winner
	src := e.read(v.Content.XML())
	root, err := src.Next()
	if err != nil {
		return err
	}
	e.open(root)
	e.depth++
	if err := e.children(v, src); err != nil {
		return err
	}
	if err := e.publisher(v); err != nil {
		return err
	}
	e.line()
	if err := e.sync(it, kept); err != nil {
		return err
	}
	e.depth--
	e.line()
	e.text("</", e.format.item, ">")
	return nil
}

// version writes a conflicting version as an item of the format. It names its own author,
// because the feed's author is not in force in sx:conflicts.
func (e *encoder) version(v *item.Version) error {
	authored := e.authored
	defer func() { e.authored = authored }()
	e.authored = false
	return e.item(&item.Item{Winner: v}, trivia{})
}

// read returns a scanner of a text. It invalidates the previous one.
func (e *encoder) read(text string) *xmlstream.Scanner {
	if e.src == nil {
		e.src = xmlstream.NewText(text)
	} else {
		e.src.Reset(text)
	}
	return e.src
}

// open writes the start tag of an item, with the declarations of its content's root that are
// not in force.
func (e *encoder) open(root *xmlstream.Token) {
	e.begin(root)
	for i := range root.Attrs {
		if a := &root.Attrs[i]; isOwn(a) {
			e.attr(a.Name.String(), a.Value)
		}
	}
	e.inherit(root)
	e.text(">")
}

// begin writes the name of an item and the declarations of its content's root.
func (e *encoder) begin(root *xmlstream.Token) {
	e.text("<", e.format.item)
	if space, _, _ := e.scope.Lookup(""); space != e.format.space {
		e.declare("", e.format.space)
	}
	for i := range root.Attrs {
		if prefix, ok := root.Attrs[i].Declares(); ok && prefix != "" {
			e.ensure(prefix, root.Attrs[i].Value)
		}
	}
}

// inherit writes the language and the base of a content's root, unless they are in force.
func (e *encoder) inherit(root *xmlstream.Token) {
	in := ambient{}.within(root)
	if in.lang != e.lang {
		e.attr("xml:lang", in.lang)
		e.lang = in.lang
	}
	if in.base != "" && in.base != e.base {
		e.attr("xml:base", in.base)
		e.base = in.base
	}
}

// children writes the shared children, each on its own line.
func (e *encoder) children(v *item.Version, src *xmlstream.Scanner) error {
	made := e.madeTitle(v.Content)
	if e.format == &atom {
		return e.atomChildren(src, made)
	}
	return e.rssChildren(v, src, made)
}

// ensure declares a prefix in the current start tag, unless it is in force.
func (e *encoder) ensure(prefix, space string) {
	if now, _, ok := e.scope.Lookup(prefix); !ok || now != space {
		e.declare(prefix, space)
	}
}

func (e *encoder) declare(prefix, space string) {
	name := "xmlns"
	if prefix != "" {
		name += ":" + prefix
	}
	e.attr(name, space)
	n := len(e.scope)
	e.scope = append(e.scope[:n:n], xmlstream.Binding{Prefix: prefix, Space: space})
}

// deepest is the maximum indentation of lines: deep outlines would otherwise consist of little
// else.
const deepest = 16

// raw writes content between elements on its own line.
func (e *encoder) raw(t *xmlstream.Token) {
	e.line()
	e.out.Write(t.Raw)
}

func (e *encoder) element(x *etree.Element) {
	e.line()
	x.WriteTo(&e.out, &written)
}

// leafElement writes an element of the format that contains only text.
func (e *encoder) leafElement(name, text string) {
	e.line()
	e.text("<", name, ">")
	e.escaped(text)
	e.text("</", name, ">")
}

func (e *encoder) line() {
	e.out.WriteString(e.lead)
	for range min(e.depth, deepest) {
		e.out.WriteString(e.step)
	}
}

func (e *encoder) text(parts ...string) {
	for _, p := range parts {
		e.out.WriteString(p)
	}
}

func (e *encoder) escaped(text string) { _, _ = textEscaper.WriteString(&e.out, text) }

func (e *encoder) attr(name, value string) {
	e.text(" ", name, `="`)
	if strings.ContainsAny(value, "&<\"\t\n\r") {
		value = attrEscaper.Replace(value)
	}
	e.text(value, `"`)
}

// atomChildren writes the neutral form as it is, and adds the elements that an entry must have
// (RFC 4287 §4.1.2): a title, and a content unless a link leads to one. An empty title is left
// out if a title was generated.
func (e *encoder) atomChildren(src *xmlstream.Scanner, made bool) error {
	titled, filled := made, false
	from := src.Depth()
	err := each(src, func(t *xmlstream.Token) error {
		if t.Space == item.NamespaceAtom {
			rel, _ := t.Attr("rel")
			titled = titled || t.Name.Local == "title"
			filled = filled || t.Name.Local == "content" || t.Name.Local == "link" && (rel == "" || rel == "alternate")
		}
		isTitle, before := isAtom(t, "title"), e.out.Len()
		err := e.verbatim(src, t, from)
		if made && isTitle && isBareTitle(e.out.Bytes()[before:]) {
			e.out.Truncate(before)
		}
		return err
	}, e.raw)
	if !titled {
		e.line()
		e.text("<title/>")
	}
	if !filled {
		e.line()
		e.text("<content/>")
	}
	return err
}

func isAtom(t *xmlstream.Token, local string) bool {
	return t.Space == item.NamespaceAtom && t.Name.Local == local
}

// isBareTitle reports whether an element is an empty title.
func isBareTitle(xml []byte) bool {
	xml = bytes.TrimSpace(xml)
	return string(xml) == "<title/>" || string(xml) == "<title></title>"
}

// verbatim copies an element whose start tag src has just returned. depth is the depth of its
// parent.
func (e *encoder) verbatim(src *xmlstream.Scanner, t *xmlstream.Token, depth int) error {
	e.line()
	e.out.Write(t.Raw)
	for src.Depth() > depth {
		t, err := src.Next()
		if err != nil {
			return err
		}
		e.out.Write(t.Raw)
	}
	return nil
}

// transplant reads an element whose start tag src has just returned, and returns an equivalent
// element for the current position, under a name in the namespace "space".
func (e *encoder) transplant(src *xmlstream.Scanner, t *xmlstream.Token, name xmlstream.Name, space string) (*etree.Element, error) {
	here, _, _ := e.scope.Lookup("")
	root := etree.NewElement("root")
	b := &e.build
	b.scan, b.format = src, e.format
	b.begin(maxNodes)
	b.push(b.graft(t, name, space, &frame{into: root, root: root, space: here, outer: len(src.Scope()) - declarations(t)}))
	for done := false; !done; {
		t, err := src.Next()
		if err != nil {
			return nil, err
		}
		if done, err = b.token(t); err != nil {
			return nil, err
		}
	}
	child := root.Child[0].(*etree.Element)
	for _, a := range root.Attr {
		if now, _, ok := e.scope.Lookup(a.Key); !ok || now != a.Value {
			child.Attr = append(child.Attr, a)
		}
	}
	return child, nil
}

// each calls use for every child element of the root of an XML text, and leaf for the content
// between them.
func each(src *xmlstream.Scanner, use func(t *xmlstream.Token) error, leaf func(t *xmlstream.Token)) error {
	for {
		t, err := src.Next()
		switch {
		case err != nil:
			return err
		case t.Kind == xmlstream.End:
			return nil
		case t.Kind == xmlstream.Start:
			if err := use(t); err != nil {
				return err
			}
		default:
			leaf(t)
		}
	}
}

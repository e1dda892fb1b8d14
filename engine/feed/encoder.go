package feed

import (
	"bytes"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// encoder writes items for one place of a document. What is in force there it
// does not say again.
type encoder struct {
	out     bytes.Buffer
	format  *format
	dialect Dialect
	// space is the namespace of the dialect.
	space string
	surroundings
	// depth is how far a line at this place is indented.
	depth int
	layout
	// src reads the texts that items are kept in, one after the other, and build
	// takes elements out of them.
	src   *xmlstream.Scanner
	build builder
	// authored says that the feed names an author, so that items need none.
	authored bool
	// carrier has the attributes that the element carries whose own are being
	// written, and its prefix.
	carrier struct {
		attrs  []xmlstream.Attr
		prefix string
	}
}

// layout is what a line begins with: a line break with the indentation of depth 0,
// and what each depth adds. Without a line break everything stands in one line.
type layout struct{ lead, step string }

// usual is the layout of documents that have none of their own yet.
var usual = layout{"\n", "  "}

// surroundings are what a place in a document inherits.
type surroundings struct {
	scope xmlstream.Scope
	ambient
}

// item writes an item with its conflicts, and what its place kept.
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

// version writes a version that conflicts, as an item of the format. It names an author
// of its own: the feed's is not in force in sx:conflicts.
func (e *encoder) version(v *item.Version) error {
	authored := e.authored
	defer func() { e.authored = authored }()
	e.authored = false
	return e.item(&item.Item{Winner: v}, trivia{})
}

// read begins to read a text; what was read before is done with.
func (e *encoder) read(text string) *xmlstream.Scanner {
	if e.src == nil {
		e.src = xmlstream.NewText(text)
	} else {
		e.src.Reset(text)
	}
	return e.src
}

// open writes the start tag of an item, with what the root of its content
// declares and is not in force.
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

// begin writes the name of an item, and what the root of its content declares.
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

// inherit writes the language and the base of the root of a content, where they
// are not in force.
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

// ensure declares a prefix in the start tag that is being written, unless it is
// in force.
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

// deepest is how far lines are indented at most: those of deep outlines would be
// nothing else.
const deepest = 16

// Package feed reads and writes the documents that contain shared items: RSS 2.0 and Atom 1.0
// with SSE 0.93 or FeedSync 1.0, and RSS 2.0 and OPML with SSE 0.91.
//
// Documents are streamed: items are read one by one, and an item is not held in memory when
// the next one is read. Content that Crossfeed does not know is preserved, byte for byte if
// the document is rewritten. Items are converted between formats by way of the neutral form of
// package item, and only this package knows how it maps to RSS and OPML.
package feed

import (
	"cmp"
	"io"
	"net/url"
	"slices"
	"strings"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// SyntaxError says why and where a document cannot be read at all.
type SyntaxError = xmlstream.SyntaxError

// Reader reads the items of a document in order.
type Reader struct {
	scan    *xmlstream.Scanner
	name    string
	format  *format
	build   builder
	head    header
	around  surroundings // of the items, or of the innermost element on the path to them
	onPath  int          // how many elements of the path were opened
	inside  bool         // between the tags of the element that holds the items
	inHead  bool         // between the tags of the element with the feed-level data
	closed  bool         // the element that holds the items was closed
	holder  tags         // tags of that element, once they were read
	dialect item.Dialect // as declared, or of the first sx:sharing
	// declares reports whether the root declares the namespace of a dialect.
	declares bool
	hook     hook
	// ordinaries reports whether items without sx:sync are read, too.
	ordinaries bool
	// checking reports whether Check is reading; near are the namespaces that nearly warned
	// about.
	checking bool
	near     []string
	// outlines are the open outlines, innermost last; the capacity beyond them has buffers for
	// reuse. begun is the number of all outlines so far.
	outlines []*opened
	begun    int
	err      error // what every further call of Next returns
}

// hook receives what surrounds the items, in document order.
type hook interface {
	// around receives one token outside of items.
	around(t *xmlstream.Token) error
	// closing is called before the end tag of the element that contains the items.
	closing() error
}

// noHook is the hook for just reading.
type noHook struct{}

func (noHook) around(*xmlstream.Token) error { return nil }
func (noHook) closing() error                { return nil }

// The rules about a document as a whole.
const (
	ruleRoot      = "wrong-root"
	ruleStructure = "wrong-structure"
)

// NewReader returns a reader of a document. The name is used in messages; it is a file name or
// an address.
func NewReader(r io.Reader, name string) *Reader {
	scan := xmlstream.NewScanner(r, name)
	return &Reader{scan: scan, name: name, build: builder{scan: scan}, hook: noHook{}}
}

// Next returns the next item, or io.EOF after the end of a document that is well-formed to its
// last byte. For any other document, or one that is not a feed, it returns a *SyntaxError at
// the end.
func (r *Reader) Next() (*Entry, error) {
	if r.err != nil {
		return nil, r.err
	}
	e, err := r.next()
	if r.err = err; e != nil {
		e.Problems = append(e.Problems, sizes(e)...)
	}
	return e, err
}

func (r *Reader) next() (*Entry, error) {
	for {
		t, err := r.token()
		if err != nil {
			return nil, err
		}
		e, err := r.take(t)
		if e != nil || err != nil {
			return e, err
		}
	}
}

// take processes a token, and returns the entry that it begins or completes, if any.
func (r *Reader) take(t *xmlstream.Token) (*Entry, error) {
	switch {
	case len(r.outlines) > 0:
		return r.inOutline(t)
	case !r.isItem(t):
		return nil, r.outside(t)
	case r.format == &opml:
		return nil, r.openOutline(t)
	}
	return r.entry(t)
}

// Document returns the feed-level data read so far: after the first call of Next, the format,
// the dialect and what precedes the items; after io.EOF, all of it.
func (r *Reader) Document() Document {
	d := r.head.document()
	if r.format != nil {
		d.Format = r.format.name
	}
	d.Dialect = r.inUse()
	return d
}

// Declares reports whether the root declares the namespace of a dialect. OPML that does not may
// still have the dialect, because its elements can declare it.
func (r *Reader) Declares() bool { return r.declares }

// inUse returns the dialect of the document, as far as it was read.
func (r *Reader) inUse() item.Dialect {
	if r.dialect != "" {
		return r.dialect
	}
	return r.build.dialect
}

// ReadHead reads what precedes the items, and the first item only if the dialect is not
// declared before it, because an item may be large. Nothing else can be read afterwards.
func (r *Reader) ReadHead() (Document, error) {
	for {
		t, err := r.token()
		if err == nil && r.isItem(t) && r.inUse() != "" {
			return r.Document(), nil
		}
		var e *Entry
		if err == nil {
			e, err = r.take(t)
		}
		if e != nil || err != nil {
			return r.Document(), err
		}
	}
}

func (r *Reader) isItem(t *xmlstream.Token) bool {
	return r.inside && t.Kind == xmlstream.Start && r.scan.Depth() == len(r.format.path)+1 &&
		t.Space == r.format.space && t.Name.Local == r.format.item
}

// outside processes a token that belongs to no item.
func (r *Reader) outside(t *xmlstream.Token) error {
	depth := r.scan.Depth()
	switch {
	case t.Kind == xmlstream.Start && (r.inside || r.inHead || depth == 2 && isSharing(t)):
		return r.feedLevel(t)
	case t.Kind == xmlstream.Start:
		if err := r.enter(t, depth); err != nil {
			return err
		}
	case t.Kind == xmlstream.End && r.inHead:
		r.inHead = false
	case t.Kind == xmlstream.End && r.inside:
		r.inside, r.closed, r.holder.end = false, true, span{t.From, t.To}
		if err := r.hook.closing(); err != nil {
			return err
		}
	case t.Kind == xmlstream.End && depth == 0 && !r.closed:
		return r.scan.Fault(t.From, ruleStructure, "there is no <%s> in <%s>", r.format.path[len(r.format.path)-1], t.Name)
	}
	return r.hook.around(t)
}

// enter opens the root, or an element on the path to the items.
func (r *Reader) enter(t *xmlstream.Token, depth int) error {
	if depth == 1 {
		if err := r.root(t); err != nil {
			return err
		}
	}
	path := r.format.path
	if depth == 2 && t.Space == r.format.space && t.Name.Local == r.format.head {
		r.inHead = true
	}
	if depth > len(path) || t.Space != r.format.space || t.Name.Local != path[depth-1] {
		return nil
	}
	if r.onPath >= depth {
		return r.scan.Fault(t.From, ruleStructure, "a second <%s>: a document has only one feed", t.Name)
	}
	r.onPath++
	if r.format != &opml {
		r.foreignAttrs(t, depth)
	}
	r.around = surroundings{slices.Clone(r.scan.Scope()), r.around.within(t)}
	if r.inside = depth == len(path); r.inside {
		r.holder.start = span{t.From, t.To}
	}
	return nil
}

// root determines the format. OPML supports only the dialect SSE 0.91.
func (r *Reader) root(t *xmlstream.Token) error {
	r.format = formats[xmlstream.Name{Prefix: t.Space, Local: t.Name.Local}]
	if r.format == nil {
		in := ""
		if t.Space != "" {
			in = " in the namespace " + brief(t.Space)
		}
		return r.scan.Fault(t.From, ruleRoot, "<%s>%s is no feed: the root has to be <rss>, <opml>, or <feed> in the namespace %s", t.Name, in, item.NamespaceAtom)
	}
	r.build.format = r.format
	d := declared(t)
	if r.declares = d != ""; r.format.speaks(d) {
		r.dialect = d
	}
	if r.format == &opml {
		r.dialect = item.SSE091
		r.scan.Deepen(maxLevels)
	}
	return nil
}

// declared returns the dialect whose namespace the root declares, or "" if it declares none or
// several.
func declared(t *xmlstream.Token) (d item.Dialect) {
	for i := range t.Attrs {
		if _, ok := t.Attrs[i].Declares(); !ok {
			continue
		}
		if found := dialectOf(t.Attrs[i].Value); found != "" {
			if d != "" && d != found {
				return ""
			}
			d = found
		}
	}
	return d
}

// ambient is what elements inherit: the language, and the base of relative references (XML 1.0
// §2.12, XML Base).
type ambient struct{ lang, base string }

// within returns what is in force inside an element.
func (a ambient) within(t *xmlstream.Token) ambient {
	for i := range t.Attrs {
		if t.Attrs[i].Name.Prefix != "xml" {
			continue
		}
		switch t.Attrs[i].Name.Local {
		case "lang":
			a.lang = t.Attrs[i].Value
		case "base":
			a.base = joined(a.base, t.Attrs[i].Value)
		}
	}
	return a
}

// joined resolves a base against the outer one. An invalid reference is returned as it is.
func joined(outer, inner string) string {
	o, err := url.Parse(outer)
	if err != nil || outer == "" {
		return inner
	}
	i, err := o.Parse(inner)
	if err != nil {
		return inner
	}
	if !i.IsAbs() && i.Host == "" && !strings.HasPrefix(outer, "/") && !strings.HasPrefix(inner, "/") {
		return strings.TrimPrefix(i.String(), "/") // both are relative to the address of the document
	}
	return i.String()
}

// lines maps offsets in an item to lines: one piece of the document, or several if other items
// are nested in it.
type lines []piece

// of returns the line, starting at 1, of an offset in the document.
func (l lines) of(at int64) int {
	i, found := slices.BinarySearchFunc(l, at, func(p piece, at int64) int { return cmp.Compare(p.from, at) })
	if !found && i > 0 {
		i--
	}
	return l[i].of(at)
}

// piece is a part of a document with its line numbers. It finds the line breaks on first use,
// because most items have no problems, and only once, because some have thousands.
type piece struct {
	text  []byte
	from  int64 // the offset of text in the document
	first int   // line on which text begins
	ends  []int // ends of the lines, relative to the start of text, once computed
}

// of returns the line, starting at 1, of an offset in the document.
func (l *piece) of(at int64) int {
	if l.ends == nil {
		l.ends = append(xmlstream.LineEnds(l.text), len(l.text)+1)
	}
	before, _ := slices.BinarySearch(l.ends, int(at-l.from)+1)
	return l.first + before
}

// Ordinary is an item of RSS or Atom without sx:sync.
type Ordinary struct {
	// ID is the guid of an RSS item or the id of an Atom entry, or "".
	ID      string
	Content *item.Content
}

// ReadOrdinary makes the reader read items without sx:sync, too (Entry.Ordinary). Outlines are
// not included.
func (r *Reader) ReadOrdinary() { r.ordinaries = true }

// ordinary reads an item without sx:sync. An item that exceeds a limit is skipped.
func (r *Reader) ordinary(e *Entry, d *draft) error {
	if !r.ordinaries || r.format == &opml {
		return nil
	}
	if over := r.build.excess; over.why != "" {
		e.Skipped = true
		e.Problems = append(e.Problems, Problem{Error, e.Line, "", xmlstream.RuleLimit, SectionLimits, over.why})
		return nil
	}
	content, err := item.NewContent(d.content)
	if err != nil {
		return err
	}
	e.Ordinary = &Ordinary{Content: content}
	if d.publisher == nil {
		return nil
	}
	for _, child := range d.publisher.ChildElements() {
		if child.Tag == "guid" || child.Tag == "id" {
			e.Ordinary.ID = strings.TrimSpace(textOf(child))
		}
	}
	return nil
}

package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// builder puts each token of an item where it belongs, in the single pass that
// reads the document: shared children into the neutral form, publisher-specific
// ones apart, and sx:sync into a draft.
type builder struct {
	scan   *xmlstream.Scanner
	format *format
	stack  []frame
	// dialect is that of the first sx:sync.
	dialect Dialect
	budget  int // how many elements and attributes are still accepted
	nesting int // how many plain frames are open
	excess  excess
}

// frame is an open element and what becomes of its children.
type frame struct {
	kind frameKind
	// of a plain frame:
	into    *etree.Element // where its children go
	root    *etree.Element // where inherited prefixes are declared
	space   string         // the default namespace at "into", as built
	outer   int            // bindings below this were not built, they are inherited
	convert conversion     // what to do when it is complete, or nil
	// of the others:
	draft   *draft
	ambient ambient
	// nth is the entry of the history that a frame in sx:history is of.
	nth int
}

type frameKind uint8

const (
	inPlain frameKind = iota
	inItem
	inSync
	inHistory
	inConflicts
	inConflict
)

func (b *builder) top() *frame { return &b.stack[len(b.stack)-1] }
func (b *builder) scope() int  { return len(b.scan.Scope()) }

func (b *builder) begin(budget int) {
	b.stack, b.budget, b.nesting, b.excess = b.stack[:0], budget, 0, excess{}
}

// push opens a frame. Plain frames hold nothing but plain ones.
func (b *builder) push(f frame) {
	b.stack = append(b.stack, f)
	if f.kind == inPlain {
		b.nesting++
	}
}

// pop closes the innermost frame.
func (b *builder) pop() {
	if b.top().kind == inPlain {
		b.nesting--
	}
	b.stack = b.stack[:len(b.stack)-1]
}

// item opens a version. The token is its start tag.
func (b *builder) item(t *xmlstream.Token, outside ambient) *draft {
	in := outside.within(t)
	d := newDraft(t.From, in)
	b.push(frame{kind: inItem, draft: d, ambient: in, outer: b.scope()})
	if b.format == &opml {
		b.outlineOf(t, d.content)
		return d
	}
	for i := range t.Attrs {
		if a := &t.Attrs[i]; isOwn(a) {
			b.carry(a, d.content)
		}
	}
	return d
}

// isOwn tells of an attribute of an item whether it is kept as it is: it neither
// declares a namespace, nor gives the language or the base, which are inherited.
func isOwn(a *xmlstream.Attr) bool {
	if _, declares := a.Declares(); declares {
		return false
	}
	return a.Name.Prefix != "xml" || a.Name.Local != "lang" && a.Name.Local != "base"
}

// subtree opens an element that is kept whole under root.
func (b *builder) subtree(t *xmlstream.Token, root *etree.Element) error {
	b.push(b.graft(t, t.Name, t.Space, &frame{into: root, root: root, outer: b.scope() - declarations(t)}))
	return b.spend(t)
}

// token takes the next token below what was opened, and tells whether that is
// complete.
func (b *builder) token(t *xmlstream.Token) (done bool, err error) {
	switch t.Kind {
	case xmlstream.Start:
		if err := b.spend(t); err != nil {
			return false, err
		}
		b.measure(t)
		return false, b.start(t)
	case xmlstream.End:
		b.end(t)
		return len(b.stack) == 0, nil
	}
	b.leaf(t)
	return false, nil
}

package feed

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// builder assembles items from the tokens of a document in a single pass: shared children
// become the neutral form, publisher-specific children are stored separately, and sx:sync
// becomes a draft.
type builder struct {
	scan   *xmlstream.Scanner
	format *format
	stack  []frame
	// dialect is the dialect of the first sx:sync.
	dialect item.Dialect
	budget  int // how many elements and attributes are still accepted
	nesting int // how many plain frames are open
	excess  excess
}

// frame is an open element and says what to do with its children.
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
	// nth is the index of the history entry that a frame in sx:history belongs to.
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

// push opens a frame. Plain frames contain only plain frames.
func (b *builder) push(f frame) {
	b.stack = append(b.stack, f)
	if f.kind == inPlain {
		b.nesting++
	}
}

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

// isOwn reports whether an attribute of an item is stored as it is. Namespace declarations,
// and the language and the base, which are inherited, are not.
func isOwn(a *xmlstream.Attr) bool {
	if _, declares := a.Declares(); declares {
		return false
	}
	return a.Name.Prefix != "xml" || a.Name.Local != "lang" && a.Name.Local != "base"
}

// subtree opens an element that is stored with all of its contents under root.
func (b *builder) subtree(t *xmlstream.Token, root *etree.Element) error {
	b.push(b.graft(t, t.Name, t.Space, &frame{into: root, root: root, outer: b.scope() - declarations(t)}))
	return b.spend(t)
}

// token processes the next token of the open element, and reports whether the element is
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

func (b *builder) start(t *xmlstream.Token) error {
	switch f := b.top(); f.kind {
	case inItem:
		return b.itemChild(t, f)
	case inSync:
		return b.syncChild(t, f)
	case inHistory:
		b.historyChild(t, f)
	case inConflicts:
		b.conflict(t, f)
	case inConflict:
		b.conflictChild(t, f)
	default:
		b.push(b.graft(t, t.Name, t.Space, f))
	}
	return nil
}

// itemChild opens a child of an item according to its role.
func (b *builder) itemChild(t *xmlstream.Token, f *frame) error {
	if dialectOf(t.Space) != "" && t.Name.Local == "sync" {
		b.sync(t, f)
		return nil
	}
	role, name, convert := b.format.roleOf(t)
	if role == shared && name == "title" {
		t, convert = b.unmade(t, convert)
	}
	root := f.draft.content
	to := frame{into: root, root: root, space: item.NamespaceAtom, outer: f.outer}
	as, in := t.Name, t.Space
	switch role {
	case shared:
		as, in = xmlstream.Name{Local: name}, item.NamespaceAtom
	case publisherSpecific:
		root = f.draft.forPublisher(b.format)
		to.into, to.root, to.space = root, root, b.format.space
		if in == to.space {
			as = xmlstream.Name{Local: name}
		}
	case leftOut:
		f.draft.within = cmp.Or(f.draft.within, t.From)
		root = carrier(&f.draft.inner)
		to.into, to.root, to.space = root, root, ""
	}
	child := b.graft(t, as, in, &to)
	child.convert = convert
	b.push(child)
	return nil
}

// leaf adds a text, a comment or a processing instruction. White space between the children of
// an item is layout and is dropped.
func (b *builder) leaf(t *xmlstream.Token) {
	switch f := b.top(); f.kind {
	case inPlain:
		addLeaf(f.into, t)
	case inItem:
		if t.Kind == xmlstream.Text && !t.Blank() {
			f.draft.content.AddChild(trimmed(t))
		} else if !t.Blank() {
			addLeaf(f.draft.content, t)
		}
	case inSync:
		f.draft.sync.trivial.add(t)
	case inHistory:
		f.draft.sync.history[f.nth].trivial.add(t)
	case inConflicts:
		f.draft.sync.conflictsTrivial.add(t)
	case inConflict:
		f.draft.sync.latest().conflict.leaf(t)
	}
}

// trimmed returns text without the surrounding white space, which is layout and would grow
// each time that the text is written on its own line.
func trimmed(t *xmlstream.Token) *etree.CharData { return etree.NewText(strings.Trim(t.Data(), blank)) }

func addLeaf(into *etree.Element, t *xmlstream.Token) {
	switch t.Kind {
	case xmlstream.Text:
		into.AddChild(etree.NewText(t.Data()))
	case xmlstream.CData:
		into.AddChild(etree.NewCData(t.Data()))
	case xmlstream.Comment:
		into.AddChild(etree.NewComment(t.Data()))
	case xmlstream.ProcInst:
		into.AddChild(etree.NewProcInst(t.Name.Local, t.Data()))
	}
}

// end completes the innermost element.
func (b *builder) end(t *xmlstream.Token) {
	f := b.top()
	if f.convert != nil {
		f.convert(f.into)
	}
	if f.kind == inSync {
		f.draft.sync.to = t.To
	}
	b.pop()
}

// graft adds the element of a start tag to the tree, under a name in the namespace "space",
// and declares the namespaces that are no longer inherited there.
func (b *builder) graft(t *xmlstream.Token, name xmlstream.Name, space string, parent *frame) frame {
	e := &etree.Element{Space: name.Prefix, Tag: name.Local}
	parent.into.AddChild(e)
	f := frame{into: e, root: parent.root, space: parent.space, outer: parent.outer}
	if n := len(t.Attrs); n > 0 {
		e.Attr = make([]etree.Attr, 0, n+1)
	}
	if name.Prefix != "" {
		b.declare(f.root, name.Prefix, f.outer)
	} else if space != f.space {
		f.space = space
		e.Attr = append(e.Attr, etree.Attr{Key: "xmlns", Value: space})
	}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if prefix, ok := a.Declares(); ok && prefix == "" {
			if name.Prefix == "" || a.Value == f.space {
				continue
			}
			f.space = a.Value
		} else if !ok && a.Name.Prefix != "" {
			b.declare(f.root, a.Name.Prefix, f.outer)
		}
		e.Attr = append(e.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
	}
	return f
}

// declare declares a prefix at root, unless the document declared it inside the tree.
func (b *builder) declare(root *etree.Element, prefix string, outer int) {
	space, at, _ := b.scan.Scope().Lookup(prefix)
	if at < 0 || at >= outer {
		return
	}
	for i := range root.Attr {
		if root.Attr[i].Space == "xmlns" && root.Attr[i].Key == prefix {
			return
		}
	}
	root.Attr = append(root.Attr, etree.Attr{Space: "xmlns", Key: prefix, Value: space})
}

func declarations(t *xmlstream.Token) (n int) {
	for i := range t.Attrs {
		if _, ok := t.Attrs[i].Declares(); ok {
			n++
		}
	}
	return n
}

// carry copies an attribute of an element that is not in the tree to one that is.
func (b *builder) carry(a *xmlstream.Attr, root *etree.Element) {
	root.Attr = append(root.Attr, etree.Attr{Space: a.Name.Prefix, Key: a.Name.Local, Value: a.Value})
	if a.Name.Prefix != "" {
		b.declare(root, a.Name.Prefix, b.scope())
	}
}

// excess is the position and a description of something that exceeds a limit; the zero value
// means none.
type excess struct {
	at  int64
	why string
}

// spend counts an element and its attributes against the budget.
func (b *builder) spend(t *xmlstream.Token) error {
	b.budget -= 1 + len(t.Attrs)
	if b.budget < 0 {
		return b.scan.Fault(t.From, xmlstream.RuleLimit, "an item may have no more than %d elements and attributes", maxNodes)
	}
	return nil
}

// measure records the first element that exceeds a limit.
func (b *builder) measure(t *xmlstream.Token) {
	switch {
	case b.excess.why != "":
	case b.nesting == maxNesting:
		b.excess = excess{t.From, fmt.Sprintf("elements are nested more than %d deep", maxNesting)}
	case b.scope() > maxBindings:
		b.excess = excess{t.From, fmt.Sprintf("more than %d namespace declarations are in force", maxBindings)}
	}
}

package feed

import (
	"cmp"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

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

// itemChild puts a child of an item where its role says.
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

// leaf takes a text, a comment or an instruction. Between the children of an
// item, white space is layout.
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
		f.draft.sync.latest().told.leaf(t)
	}
}

// trimmed is text without the white space around it: that is layout, and would grow each
// time that the text is written on a line of its own.
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

package feed

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// draft is one version as parsed from a document, before it is validated: an item of the feed
// or of sx:conflicts.
type draft struct {
	at int64 // offset in the document
	// content and publisher are the roots for Version.Content and Version.Publisher; publisher
	// is nil until it is needed.
	content, publisher *etree.Element
	// sync is nil if there is no sx:sync.
	sync *syncDraft
	// twice is the offset of a second sx:sync, or 0.
	twice int64
	// conflict is the data of the surrounding sx:conflict about the version, or nil.
	conflict *conflictDraft
	// within is the offset of an outline inside an outline of sx:conflicts, or 0; inner
	// carries all such outlines.
	within int64
	inner  *etree.Element
}

// syncDraft is an sx:sync element (SSE 0.93 §2.4, SSE 0.91 §2.3).
type syncDraft struct {
	from, to int64 // offsets in the document
	// dialect is the dialect of its namespace. updates is called "version" in SSE 0.91.
	dialect                                     item.Dialect
	id, updates, deleted, noconflicts, conflict value
	// order, parent, cycle and resolved are attributes of our own (namespaceOwn), and so is
	// made, the version that the order was set for.
	order, made, parent, cycle, resolved value
	history                              []historyDraft
	conflicts                            []*draft
	// again and nested are the offsets of a second sx:history, and of an sx:sync in this one,
	// or 0.
	again, nested int64
	// conflictsAt is the offset of the first sx:conflicts, or 0.
	conflictsAt int64
	// strange is the offset of a child of sx:conflicts that is not an item, or 0.
	strange int64
	extra   *etree.Element
	// conflictsExtra carries the attributes of sx:conflicts.
	conflictsExtra *etree.Element
	// trivial and conflictsTrivial are directly in sx:sync and sx:conflicts.
	trivial, conflictsTrivial trivial
}

func (s *syncDraft) latest() *draft { return s.conflicts[len(s.conflicts)-1] }

// attr returns where to store the attribute of that name, or nil.
func (s *syncDraft) attr(space, local string) *value {
	switch {
	case s.dialect == item.SSE091:
		return s.attr091(space, local)
	case space != "":
		return nil
	}
	switch local {
	case "id":
		return &s.id
	case "updates":
		return &s.updates
	case "deleted":
		return &s.deleted
	case "noconflicts":
		return &s.noconflicts
	}
	return nil
}

// historyDraft is an sx:history element (SSE 0.93 §2.5).
type historyDraft struct {
	at                 int64
	sequence, when, by value
	// digest is an attribute of our own (item.Version.Digest).
	digest  value
	number  int       // sequence, once validated
	time    item.When // when, once validated
	extra   *etree.Element
	trivial trivial
}

// entry returns the element as a history entry, once validated.
func (h *historyDraft) entry() item.History {
	return item.History{Sequence: h.number, By: h.by.text, When: h.time, Extra: canonical(h.extra)}
}

// attr returns where to store the attribute of that name, or nil.
func (h *historyDraft) attr(space, local string) *value {
	if space == "" && local == "sequence" {
		return &h.sequence
	}
	return h.attr091(space, local)
}

// value is the value of an attribute, which may be absent.
type value struct {
	text  string
	given bool
}

// newDraft begins a version, given the inherited language and base.
func newDraft(at int64, in ambient) *draft {
	root := &etree.Element{Tag: "entry", Attr: make([]etree.Attr, 1, 4), Child: make([]etree.Token, 0, 4)}
	root.Attr[0] = etree.Attr{Key: "xmlns", Value: item.NamespaceAtom}
	if in.lang != "" {
		root.Attr = append(root.Attr, etree.Attr{Space: "xml", Key: "lang", Value: in.lang})
	}
	if in.base != "" {
		root.Attr = append(root.Attr, etree.Attr{Space: "xml", Key: "base", Value: in.base})
	}
	return &draft{at: at, content: root}
}

// forPublisher returns the root of the publisher-specific children, which keep the vocabulary
// of their format.
func (d *draft) forPublisher(f *format) *etree.Element {
	if d.publisher == nil {
		d.publisher = etree.NewElement(f.item)
		if f.space != "" {
			d.publisher.CreateAttr("xmlns", f.space)
		}
	}
	return d.publisher
}

// carrier returns the element that carries unknown attributes and children, and creates it if
// necessary. Its name has no meaning.
func carrier(of **etree.Element) *etree.Element {
	if *of == nil {
		*of = etree.NewElement("extra")
	}
	return *of
}

// canonical returns a carrier's content as canonical XML, or "".
func canonical(carrier *etree.Element) string {
	if carrier == nil {
		return ""
	}
	return item.Canonical(carrier)
}

// conflictDraft is an sx:conflict element (SSE 0.91 §5.2). Its version is read as the sequence;
// extra is its content other than the losing item.
type conflictDraft struct {
	historyDraft
	// data reports whether it contains an item of the format.
	data bool
}

// leaf adds content between the children: comments and processing instructions are trivia,
// text is extra.
func (c *conflictDraft) leaf(t *xmlstream.Token) {
	switch {
	case t.Blank():
	case t.Kind == xmlstream.Comment || t.Kind == xmlstream.ProcInst:
		c.trivial.add(t)
	default:
		carrier(&c.extra).AddChild(trimmed(t))
	}
}

// attr returns where to store the attribute of that name, or nil.
func (c *conflictDraft) attr(space, local string) *value {
	if space == "" && local == "version" {
		return &c.sequence
	}
	return c.attr091(space, local)
}

// attr091 returns where to store the attribute of an sx:history or sx:update of SSE 0.91, or
// nil (§2.4, §2.5).
func (h *historyDraft) attr091(space, local string) *value {
	switch {
	case space == namespaceOwn && local == "digest":
		return &h.digest
	case space != "":
		return nil
	case local == "when":
		return &h.when
	case local == "by":
		return &h.by
	}
	return nil
}

// attr091 returns where to store the attribute of an sx:sync of SSE 0.91, or nil (§2.3).
func (s *syncDraft) attr091(space, local string) *value {
	switch space {
	case namespaceOwn:
		return s.attrOwn(local)
	case "":
	default:
		return nil
	}
	switch local {
	case "id":
		return &s.id
	case "version":
		return &s.updates
	case "deleted":
		return &s.deleted
	case "conflict":
		return &s.conflict
	}
	return nil
}

// attrOwn returns where to store an attribute of our own, or nil.
func (s *syncDraft) attrOwn(local string) *value {
	switch local {
	case "order":
		return &s.order
	case "version":
		return &s.made
	case "parent":
		return &s.parent
	case "cycle":
		return &s.cycle
	case "settled":
		return &s.resolved
	}
	return nil
}

// written preserves line breaks in attributes and carriage returns in texts.
var written = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}

func xmlOf(e *etree.Element) string {
	var b strings.Builder
	e.WriteTo(&b, &written)
	return b.String()
}

var (
	textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	attrEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
)

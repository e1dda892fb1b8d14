package feed

import (
	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
)

// header gathers what stands at the level of the feed.
type header struct {
	doc     Document
	foreign *etree.Element
	nodes   int // elements and attributes seen
	// checking says that Check reads. lines are those of the elements of the sx:sharing that
	// was read last, in their order.
	checking bool
	lines    []int
}

func (h *header) document() Document {
	d := h.doc
	if h.foreign != nil {
		d.Foreign = xmlOf(h.foreign)
	}
	return d
}

// feedLevel reads a child of the feed that is no item.
func (r *Reader) feedLevel(t *xmlstream.Token) error {
	switch {
	case isSharing(t):
		return r.sharing(t)
	case isDevice(t):
		return r.kept(t, etree.NewElement("feed"), r.head.device)
	case r.format.isFeedLevel(t):
		return r.kept(t, etree.NewElement("feed"), r.head.own)
	}
	if r.head.foreign == nil {
		r.head.foreign = etree.NewElement("foreign")
	}
	return r.kept(t, r.head.foreign, nil)
}

// isSharing tells of a start tag whether it is one of sx:sharing.
func isSharing(t *xmlstream.Token) bool { return dialectOf(t.Space) != "" && t.Name.Local == "sharing" }

// sharing reads an sx:sharing by the rules of its family, which has to be that of
// the document.
func (r *Reader) sharing(t *xmlstream.Token) error {
	dialect, root := dialectOf(t.Space), etree.NewElement("feed")
	if now := r.inUse(); !r.format.speaks(dialect) || now != "" && !sameFamily(now, dialect) {
		r.head.problem(Error, r.scan.Position(t.From).Line, "other-family", "SSE 0.91 §1.1", "this sx:sharing is one of %s, and the document is not; it is passed over", dialect)
		return r.kept(t, root, nil)
	}
	r.dialect = dialect
	if dialect == SSE091 {
		return r.kept(t, root, r.head.sharing091)
	}
	return r.kept(t, root, r.head.sharing)
}

// kept reads an element whole, under root, and hands it to use with its line.
func (r *Reader) kept(t *xmlstream.Token, root *etree.Element, use func(e *etree.Element, line int)) error {
	line := r.scan.Position(t.From).Line
	within := isSharing(t)
	r.head.lines = append(r.head.lines[:0], line)
	r.build.begin(maxNodes - r.head.nodes)
	if err := r.hook.around(t); err != nil {
		return err
	}
	if err := r.build.subtree(t, root); err != nil {
		return err
	}
	for done := false; !done; {
		t, err := r.token()
		if err != nil {
			return err
		}
		if t.Kind == xmlstream.Start && within {
			r.head.lines = append(r.head.lines, r.scan.Position(t.From).Line)
		}
		if done, err = r.build.token(t); err != nil {
			return err
		}
		if over := r.build.excess; over.why != "" {
			return r.scan.Fault(over.at, xmlstream.RuleLimit, "%s", over.why)
		}
		if err := r.hook.around(t); err != nil {
			return err
		}
	}
	r.head.nodes = maxNodes - r.build.budget
	if use != nil {
		use(root.Child[0].(*etree.Element), line)
	}
	return nil
}

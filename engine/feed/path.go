package feed

import (
	"slices"

	"crossfeed/engine/feed/internal/xmlstream"
	"crossfeed/engine/item"
)

// enter opens the root, or an element in it.
func (r *Reader) enter(t *xmlstream.Token, depth int) error {
	if depth == 1 {
		if err := r.root(t); err != nil {
			return err
		}
	}
	path := r.format.path
	if depth > len(path) || t.Space != r.format.space || t.Name.Local != path[depth-1] {
		return nil
	}
	if r.onPath >= depth {
		return r.scan.Fault(t.From, ruleStructure, "<%s> stands there twice; a document is one feed", t.Name)
	}
	r.onPath++
	r.around = surroundings{slices.Clone(r.scan.Scope()), r.around.within(t)}
	r.inside = depth == len(path)
	return nil
}

// root decides on the format.
func (r *Reader) root(t *xmlstream.Token) error {
	r.format = formats[xmlstream.Name{Prefix: t.Space, Local: t.Name.Local}]
	switch {
	case r.format != nil:
	case t.Space == "" && t.Name.Local == "opml":
		return r.unsupported(t, OPML)
	default:
		return r.scan.Fault(t.From, ruleRoot, "<%s> is no feed: the root has to be <rss>, or <feed> in the namespace %s", t.Name, item.NamespaceAtom)
	}
	r.build.format = r.format
	r.dialect = declared(t)
	if r.dialect == SSE091 {
		return r.unsupported(t, r.format.name)
	}
	return nil
}

// declared is the dialect whose namespace the root declares, or "" where it
// declares none, or several.
func declared(t *xmlstream.Token) (d Dialect) {
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

func (r *Reader) unsupported(t *xmlstream.Token, f Format) error {
	return &UnsupportedError{File: r.name, Line: r.scan.Position(t.From).Line, Format: f, Dialect: SSE091}
}

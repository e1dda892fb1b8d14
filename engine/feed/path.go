package feed

import (
	"slices"

	"crossfeed/engine/internal/xmlstream"
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
	if depth == 2 && t.Space == r.format.space && t.Name.Local == r.format.head {
		r.inHead = true
	}
	if depth > len(path) || t.Space != r.format.space || t.Name.Local != path[depth-1] {
		return nil
	}
	if r.onPath >= depth {
		return r.scan.Fault(t.From, ruleStructure, "<%s> stands there twice; a document is one feed", t.Name)
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

// root decides on the format. OPML knows no dialect but SSE 0.91.
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
	if d := declared(t); r.format.speaks(d) {
		r.dialect = d
	}
	if r.format == &opml {
		r.dialect = SSE091
		r.scan.Deepen(maxLevels)
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

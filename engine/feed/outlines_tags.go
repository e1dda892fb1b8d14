package feed

import (
	"slices"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// own writes a part of what is an outline's own, with its sx:sync anew where that
// changed.
func (w *outlineWriter) own(n int32, part span) {
	s := w.tags(n).sync
	if n == 0 || s.to == 0 || s.from < part.from || s.from >= part.to {
		w.copy(part)
		return
	}
	lead := w.lead(s.from)
	at := w.shift.of(lead)
	w.copy(span{part.from, s.from - int64(len(lead))})
	w.write(at)
	if r := w.row[n]; r != none && w.rows[r].change != nothing {
		w.sync(n, at)
	} else {
		w.copy(s)
	}
	w.copy(span{s.to, part.to})
}

// upTo writes everything before what stands in the body. What is to be written in it
// and is not declared around it is declared on the root.
func (w *outlineWriter) upTo(end int64) {
	if w.body.start.to == w.body.end.to && w.begin[0] != none {
		end -= int64(len("/>"))
	}
	list := w.undeclared()
	w.copy(span{0, w.root.to - 1})
	for _, b := range list {
		w.write(" xmlns:" + b.Prefix + `="` + b.Space + `"`)
	}
	w.in.scope = append(slices.Clip(w.in.scope), list...)
	w.copy(span{w.root.to - 1, end})
}

// undeclared lists the namespaces that what is written anew needs, and that are not in
// force in the body.
func (w *outlineWriter) undeclared() (list []xmlstream.Binding) {
	anew, own := false, false
	for r := range w.rows {
		if row := &w.rows[r]; row.change != nothing {
			anew = true
			own = own || slices.ContainsFunc(row.item.Versions(), hasOwn)
		}
	}
	add := func(needed bool, prefix, space string) {
		if _, ok := w.within.scope.Prefix(space); ok || !needed {
			return
		}
		for taken := true; taken; {
			if _, _, taken = w.within.scope.Lookup(prefix); taken {
				prefix += prefix[len(prefix)-1:]
			}
		}
		list = append(list, xmlstream.Binding{Prefix: prefix, Space: space})
	}
	add(anew, "sx", w.enc.space)
	add(own, "cf", namespaceOwn)
	return list
}

// hasOwn tells whether sx:sync has attributes of ours.
func hasOwn(v *item.Version) bool { return v.Place != item.Place{} || len(v.Settled) > 0 }

// inherited tells whether all that an outline inherits where it stood is in force here.
func (w *outlineWriter) inherited(n int32) bool {
	was := w.inner(w.nodes[n].parent)
	return was.ambient == w.in.ambient && len(lacking(was.scope, w.in.scope)) == 0
}

// lacking are the bindings of one scope that do not hold in another.
func lacking(was, is xmlstream.Scope) (list []xmlstream.Binding) {
	if len(was) == len(is) && (len(was) == 0 || &was[0] == &is[0]) {
		return nil
	}
	for i, b := range was {
		if _, at, _ := was.Lookup(b.Prefix); at != i {
			continue
		}
		if space, _, ok := is.Lookup(b.Prefix); !ok || space != b.Space {
			list = append(list, b)
		}
	}
	return list
}

package feed

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

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
func hasOwn(v *item.Version) bool { return v.Place != item.Place{} || len(v.Resolved) > 0 }

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

// startTag writes the start tag of an outline, and declares what it inherited where it
// stood and does not inherit here.
func (w *outlineWriter) startTag(n int32) {
	was, is := w.inner(w.nodes[n].parent), w.inner(n)
	tag := w.tags(n).start
	raw := w.text[tag.from:tag.to]
	own := is.scope[len(was.scope):]
	name := 1 + len(outlineName)
	_, _ = w.out.Write(raw[:name])
	scope := slices.Clip(w.in.scope)
	for _, b := range lacking(was.scope, w.in.scope) {
		scope = append(scope, b)
		if b.Prefix != "" && !slices.ContainsFunc(own, func(o xmlstream.Binding) bool { return o.Prefix == b.Prefix }) {
			w.write(" xmlns:" + b.Prefix + `="` + attrEscaper.Replace(b.Space) + `"`)
		}
	}
	w.ambient(raw, was.ambient, is.ambient)
	w.in = surroundings{append(scope, own...), is.ambient}
}

// ambient writes a start tag from its name on, with the language and the base that it
// inherited. A base of its own that is relative is resolved where what it is relative to
// is another one here.
func (w *outlineWriter) ambient(raw []byte, was, is ambient) {
	rest := raw[1+len(outlineName):]
	if _, given := valueIn(rest, "xml:lang"); !given && was.lang != w.in.lang {
		w.write(` xml:lang="` + attrEscaper.Replace(was.lang) + `"`)
	}
	base, given := valueIn(rest, "xml:base")
	switch absolute, err := url.Parse(is.base); {
	case was.base == w.in.base:
	case !given:
		w.write(` xml:base="` + attrEscaper.Replace(was.base) + `"`)
	case err == nil && absolute.IsAbs():
		_, _ = w.out.Write(rest[:base.from])
		w.write(baseEscaper.Replace(is.base))
		rest = rest[base.to:]
	}
	_, _ = w.out.Write(rest)
}

// baseEscaper escapes what stands in quotes of either kind.
var baseEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "'", "&apos;")

// valueIn finds the value of an attribute in what follows the name in a start tag.
func valueIn(tag []byte, name string) (span, bool) {
	for at := 0; ; {
		equals := bytes.IndexByte(tag[at:], '=')
		if equals < 0 {
			return span{}, false
		}
		is := string(bytes.TrimSpace(tag[at:at+equals])) == name
		at += equals
		from := at + bytes.IndexAny(tag[at:], `"'`) + 1
		to := from + bytes.IndexByte(tag[from:], tag[from-1])
		if is {
			return span{int64(from), int64(to)}, true
		}
		at = to + 1
	}
}

// shift is how white space changes within an outline that is indented otherwise than it
// was: lines that began with one indentation begin with the other.
type shift struct{ from, to string }

// of is white space as it is written within the outline.
func (s shift) of(space []byte) string {
	at := bytes.LastIndexAny(space, "\r\n") + 1
	if at == 0 || s.from == s.to || !strings.HasPrefix(string(space[at:]), s.from) {
		return string(space)
	}
	return string(space[:at]) + s.to + string(space[at+len(s.from):])
}

// indentation is what stands after the last line break of white space.
func indentation(space string) string {
	return space[strings.LastIndexAny(space, "\r\n")+1:]
}

// breaks tells whether white space has a line break.
func breaks(space string) bool { return strings.ContainsAny(space, "\r\n") }

const blank = " \t\r\n"

// lead is the white space before an offset.
func (o *Outlines) lead(at int64) []byte {
	return o.text[len(bytes.TrimRight(o.text[:at], blank)):at]
}

// leadOf is the white space before an outline, or the body.
func (o *Outlines) leadOf(n int32) []byte { return o.lead(o.tags(n).start.from) }

// step is how much further than its parent the first outline is indented that is. Where
// none is it is what the body is indented, or two spaces.
func (o *Outlines) step() string {
	for n := int32(1); n < int32(len(o.nodes)); n++ {
		outer, inner := indentation(string(o.leadOf(o.nodes[n].parent))), indentation(string(o.leadOf(n)))
		if len(inner) > len(outer) && strings.HasPrefix(inner, outer) {
			return inner[len(outer):]
		}
	}
	if body := indentation(string(o.leadOf(0))); body != "" {
		return body
	}
	return usual.step
}

// leadIn is the white space before what is put last into an outline, or the body: that
// before its first outline, or before its sx:sync, or one step more than before it.
func (w *outlineWriter) leadIn(n int32) []byte {
	t := w.tags(n)
	if first := w.nodes[n].first; first != 0 {
		return w.leadOf(first)
	}
	if lead := w.lead(t.sync.from); t.sync.to > 0 && breaks(string(lead)) {
		return lead
	}
	if own := w.leadOf(n); breaks(string(own)) {
		return append(bytes.Clone(own), w.unit...)
	}
	return nil
}

// oneBreak is white space from its last line break on.
func oneBreak(space string) string {
	at := strings.LastIndexByte(space, '\n')
	if at < 0 {
		at = strings.LastIndexByte(space, '\r')
	} else if at > 0 && space[at-1] == '\r' {
		at--
	}
	return space[max(at, 0):]
}

// layoutAt is that of what is written after white space: all in one line where that has
// no line break.
func (w *outlineWriter) layoutAt(lead string) layout {
	if !breaks(lead) {
		return layout{}
	}
	return layout{oneBreak(lead), w.unit}
}

package feed

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// own writes a part of an outline's own content, and rewrites its sx:sync if that changed.
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

// upTo writes everything before the contents of the body. Namespaces that are needed in the
// body and not declared around it are declared on the root.
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

// undeclared returns the namespaces that rewritten parts need and that are not in force in the
// body.
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

// hasOwn reports whether the version's sx:sync has attributes of our own.
func hasOwn(v *item.Version) bool { return v.Place != item.Place{} || len(v.Resolved) > 0 }

// inherited reports whether everything that an outline inherited at its old position is in
// force here.
func (w *outlineWriter) inherited(n int32) bool {
	was := w.inner(w.nodes[n].parent)
	return was.ambient == w.in.ambient && len(lacking(was.scope, w.in.scope)) == 0
}

// lacking returns the bindings of one scope that do not apply in another.
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

// startTag writes the start tag of an outline, and declares what it inherited at its old
// position and does not inherit here.
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

// ambient writes the rest of a start tag after its name, with the language and the base that
// the outline inherited. A relative base of its own is resolved if the inherited base is
// different here.
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

// baseEscaper escapes text for an attribute value in quotes of either kind.
var baseEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "'", "&apos;")

// valueIn finds the value of an attribute in the part of a start tag after the name.
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

// shift is a change of indentation within an outline: lines that began with one indentation
// begin with the other.
type shift struct{ from, to string }

// of returns white space with the indentation changed.
func (s shift) of(space []byte) string {
	at := bytes.LastIndexAny(space, "\r\n") + 1
	if at == 0 || s.from == s.to || !strings.HasPrefix(string(space[at:]), s.from) {
		return string(space)
	}
	return string(space[:at]) + s.to + string(space[at+len(s.from):])
}

// indentation returns what follows the last line break of white space.
func indentation(space string) string {
	return space[strings.LastIndexAny(space, "\r\n")+1:]
}

func breaks(space string) bool { return strings.ContainsAny(space, "\r\n") }

const blank = " \t\r\n"

// lead returns the white space before an offset.
func (o *Outlines) lead(at int64) []byte {
	return o.text[len(bytes.TrimRight(o.text[:at], blank)):at]
}

// leadOf returns the white space before an outline, or the body.
func (o *Outlines) leadOf(n int32) []byte { return o.lead(o.tags(n).start.from) }

// step returns the additional indentation of the first outline that is indented more than its
// parent. If there is none, it returns the body's indentation, or two spaces.
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

// leadIn returns the white space before what is appended to an outline, or the body: the one
// before its first outline, or before its sx:sync, or one step more than before itself.
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

// oneBreak returns white space from its last line break on.
func oneBreak(space string) string {
	at := strings.LastIndexByte(space, '\n')
	if at < 0 {
		at = strings.LastIndexByte(space, '\r')
	} else if at > 0 && space[at-1] == '\r' {
		at--
	}
	return space[max(at, 0):]
}

// layoutAt returns the layout of what is written after white space: everything on one line if
// that has no line break.
func (w *outlineWriter) layoutAt(lead string) layout {
	if !breaks(lead) {
		return layout{}
	}
	return layout{oneBreak(lead), w.unit}
}

package feed

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"crossfeed/engine/internal/xmlstream"
)

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

package feed

import (
	"net/url"
	"strconv"
	"strings"

	"crossfeed/engine/item"
)

// own writes the attributes of sx:sync that are ours: where the version stands, and
// which conflicts it settled.
func (e *encoder) own(v *item.Version) {
	p := v.Place
	for _, a := range [...]struct{ name, value string }{
		{"order", p.Key}, {"version", madeFor(v)}, {"parent", p.Parent}, {"cycle", p.Cycle}, {"settled", settledText(v.Settled)},
	} {
		if a.value != "" {
			e.attr(e.ownPrefix()+":"+a.name, a.value)
		}
	}
}

// madeFor is the version that the key belongs to: the one that is written. A program that
// does not know keys leaves it as it is when it changes the item.
func madeFor(v *item.Version) string {
	if v.Place.Key == "" {
		return ""
	}
	return strconv.Itoa(v.Updates)
}

// ownPrefix is a prefix that stands for our namespace in the start tag that is being
// written. It is declared there where it is not in force.
func (e *encoder) ownPrefix() string {
	if prefix, ok := e.scope.Prefix(namespaceOwn); ok && !e.spokenFor(prefix) {
		return prefix
	}
	prefix := unusedPrefix("cf", e.carrier.attrs)
	for prefix == e.carrier.prefix {
		prefix = unusedPrefix(prefix+"f", e.carrier.attrs)
	}
	e.ensure(prefix, namespaceOwn)
	return prefix
}

// spokenFor tells whether an attribute that is carried needs the prefix for another
// namespace.
func (e *encoder) spokenFor(prefix string) bool {
	for _, a := range e.carrier.attrs {
		if p, declares := a.Declares(); declares && p == prefix && a.Value != namespaceOwn {
			return true
		}
	}
	return false
}

// settledText lists the conflicts that were settled as entries with spaces between:
// "version;time;endpoint", the endpoint escaped as a path segment.
func settledText(settled []item.History) string {
	var b strings.Builder
	for i, h := range settled {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(h.Sequence))
		b.WriteByte(';')
		if h.When.Present() {
			b.WriteString(FormatRFC3339(h.When.Time()))
		}
		b.WriteByte(';')
		b.WriteString(url.PathEscape(h.By))
	}
	return b.String()
}

package feed

import (
	"net/url"
	"strings"

	"crossfeed/engine/internal/xmlstream"
)

// ambient is what elements inherit from those around them: the language and the
// base of relative references (XML 1.0 §2.12, XML Base).
type ambient struct{ lang, base string }

// within is what is in force inside an element.
func (a ambient) within(t *xmlstream.Token) ambient {
	for i := range t.Attrs {
		if t.Attrs[i].Name.Prefix != "xml" {
			continue
		}
		switch t.Attrs[i].Name.Local {
		case "lang":
			a.lang = t.Attrs[i].Value
		case "base":
			a.base = joined(a.base, t.Attrs[i].Value)
		}
	}
	return a
}

// joined resolves a base against the one outside. What is no reference is taken
// as it is.
func joined(outer, inner string) string {
	o, err := url.Parse(outer)
	if err != nil || outer == "" {
		return inner
	}
	i, err := o.Parse(inner)
	if err != nil {
		return inner
	}
	if !i.IsAbs() && i.Host == "" && !strings.HasPrefix(outer, "/") && !strings.HasPrefix(inner, "/") {
		return strings.TrimPrefix(i.String(), "/") // both are relative to where the document lies
	}
	return i.String()
}

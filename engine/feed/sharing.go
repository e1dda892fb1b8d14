package feed

import (
	"fmt"
	"net/url"

	"github.com/beevik/etree"
)

// sharing reads an sx:sharing (SSE 0.93 §2.2). The last one counts.
func (h *header) sharing(e *etree.Element, line int) {
	s := &Sharing{Since: attrText(e, "since"), Until: attrText(e, "until"), Expires: attrText(e, "expires"), Related: []Related{}}
	if (s.Since == "") != (s.Until == "") {
		h.problem(Error, line, "since-without-until", sectionSharing, "since and until have to stand together; both are ignored")
		s.Since, s.Until = "", ""
	}
	if s.Expires != "" {
		if _, err := ParseRFC3339(s.Expires); err != nil {
			h.problem(Warning, line, "bad-expires", sectionSharing, "expires: %v; it is ignored", err)
			s.Expires = ""
		}
	}
	for _, c := range e.ChildElements() {
		if c.Tag == "related" && isFeedSync(c.NamespaceURI()) {
			s.Related = append(s.Related, h.related(c, line, sectionRelated))
		}
	}
	h.doc.Sharing = s
}

// related reads an sx:related (SSE 0.93 §2.3, SSE 0.91 §2.2).
func (h *header) related(e *etree.Element, line int, section string) Related {
	r := Related{Link: attrText(e, "link"), Title: attrText(e, "title"), Type: attrText(e, "type")}
	if u, err := url.Parse(r.Link); err != nil || !u.IsAbs() {
		h.problem(Error, line, "bad-related", section, "the link %q of sx:related is no absolute address", r.Link)
	}
	if r.Type != Complete && r.Type != Aggregated {
		h.problem(Error, line, "bad-related", section, "the type %q of sx:related is neither %s nor %s", r.Type, Complete, Aggregated)
	}
	return r
}

func (h *header) problem(severity Severity, line int, rule, section, format string, args ...any) {
	h.doc.Problems = append(h.doc.Problems, Problem{Severity: severity, Line: line, Rule: rule, Section: section, Text: fmt.Sprintf(format, args...)})
}

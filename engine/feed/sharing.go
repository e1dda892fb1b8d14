package feed

import (
	"fmt"
	"net/url"

	"github.com/beevik/etree"
)

// sharing reads an sx:sharing (SSE 0.93 §2.2). The last one counts.
func (h *header) sharing(e *etree.Element, line int) {
	s := &Sharing{Since: attrText(e, "since"), Until: attrText(e, "until"), Expires: attrText(e, "expires"), Related: []Related{}}
	h.checkEmpty(e, line, sectionSharing, "since", "until", "expires")
	switch {
	case (s.Since == "") != (s.Until == ""):
		h.problem(Error, line, "since-without-until", sectionSharing, "since and until have to stand together; both are ignored")
		s.Since, s.Until = "", ""
	case s.Since > s.Until:
		h.advise(line, "since-after-until", sectionSharing, "since=%q is after until=%q: the feed says that it holds nothing", brief(s.Since), brief(s.Until))
	}
	if s.Expires != "" {
		s.Expires = h.expires(s.Expires, line)
	}
	for _, c := range e.ChildElements() {
		if c.Tag == "related" && isFeedSync(c.NamespaceURI()) {
			s.Related = append(s.Related, h.related(c, h.lineOf(e, c), sectionRelated))
		}
	}
	h.doc.Sharing = s
}

// expires is the time of expires as it is written, one of RFC 822 as one of RFC 3339, or "".
func (h *header) expires(text string, line int) string {
	_, err := ParseRFC3339(text)
	if err == nil {
		h.checkTime("expires", text, false, line, sectionSharing)
		return text
	}
	if t, otherwise := ParseRFC822(text); otherwise == nil {
		h.problem(Warning, line, "lenient-expires", sectionSharing, "expires=%q is an RFC 822 time, which only SSE 0.91 has; write it like %s", brief(text), FormatRFC3339(t))
		return FormatRFC3339(t)
	}
	h.problem(Warning, line, "bad-expires", sectionSharing, "expires: %v; it is ignored", err)
	return ""
}

// checkTime tells of a time that is not written as its dialect says.
func (h *header) checkTime(name, text string, older bool, line int, section string) {
	if !strict(older, text) {
		h.advise(line, "lenient-"+name, section, "%s=%q is read, and other readers may refuse it; write it like %s", name, brief(text), usualTime(older))
	}
}

// related reads an sx:related (SSE 0.93 §2.3, SSE 0.91 §2.2).
func (h *header) related(e *etree.Element, line int, section string) Related {
	r := Related{Link: attrText(e, "link"), Title: attrText(e, "title"), Type: attrText(e, "type")}
	h.checkEmpty(e, line, section, "title", "since", "until")
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

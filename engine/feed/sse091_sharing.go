package feed

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// sharing091 reads an sx:sharing of SSE 0.91 (§2.1). The last one counts. Its
// version may be anything.
func (h *header) sharing091(e *etree.Element, line int) {
	s := &Sharing{Version: attrText(e, "version"), Related: []Related{}}
	s.Since, s.Until = h.instant(e, "since", line, sectionSharing091), h.instant(e, "until", line, sectionSharing091)
	if window := strings.TrimSpace(attrText(e, "window")); window != "" {
		days, err := strconv.Atoi(window)
		if err != nil || days < 0 {
			h.problem(Warning, line, "bad-window", sectionSharing091, "window=%q is not a number of days; it is ignored", brief(window))
			days = 0
		}
		s.Window = days
	}
	for _, c := range e.ChildElements() {
		if c.Tag == "related" && dialectOf(c.NamespaceURI()) == SSE091 {
			r := h.related(c, line, sectionRelated091)
			r.Since, r.Until = h.instant(c, "since", line, sectionRelated091), h.instant(c, "until", line, sectionRelated091)
			s.Related = append(s.Related, r)
		}
	}
	h.doc.Sharing = s
}

// instant is an attribute that is a time, as it is written, or "" where it is none.
// Each is optional (SSE 0.91 §2.1, §2.2).
func (h *header) instant(e *etree.Element, name string, line int, section string) string {
	text := strings.TrimSpace(attrText(e, name))
	if text == "" {
		return ""
	}
	if _, err := ParseInstant(text); err != nil {
		h.problem(Warning, line, "bad-"+name, section, "%s: %v; it is ignored", name, err)
		return ""
	}
	return text
}

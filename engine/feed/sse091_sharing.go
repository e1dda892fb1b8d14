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
	h.checkEmpty(e, line, sectionSharing091, "since", "until", "window")
	if s.Version == "" {
		h.advise(line, "missing-sharing-version", sectionSharing091, "sx:sharing has no version; write version=%q", version091)
	}
	s.Since, s.Until = h.instant(e, "since", line, sectionSharing091), h.instant(e, "until", line, sectionSharing091)
	if after(s.Since, s.Until) {
		h.advise(line, "since-after-until", sectionSharing091, "since=%q is after until=%q: the feed says that it holds nothing", s.Since, s.Until)
	}
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
			at := h.lineOf(e, c)
			r := h.related(c, at, sectionRelated091)
			r.Since, r.Until = h.instant(c, "since", at, sectionRelated091), h.instant(c, "until", at, sectionRelated091)
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
	h.checkTime(name, text, true, line, section)
	return text
}

// after reports whether both are instants, and a is the later one.
func after(a, b string) bool {
	x, errA := ParseInstant(a)
	y, errB := ParseInstant(b)
	return errA == nil && errB == nil && x.After(y)
}

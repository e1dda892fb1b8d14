package feed

import "crossfeed/engine/item"

// check examines the rules of sx:sync (SSE 0.93 §2.4).
func (x *examiner) check(d *draft) {
	s := d.sync
	if s == nil {
		x.fail(d.at, "bad-conflict", sectionConflicts, "a version in sx:conflicts has no sx:sync")
		return
	}
	if d.twice != 0 {
		x.fail(d.twice, "second-sync", sectionSync, "the item has more than one sx:sync; keep the one that is right")
	}
	x.checkID(s)
	switch {
	case !s.updates.given:
		x.fail(s.from, "missing-updates", sectionSync, "sx:sync has no updates; give the number of updates, from 1")
	case count(s.updates) == 0:
		x.fail(s.from, "bad-updates", sectionSync, "updates=%q is not a number from 1 to %d", s.updates.text, item.MaxCount)
	}
	x.checkFlag(s, "deleted", s.deleted)
	x.checkFlag(s, "noconflicts", s.noconflicts)
	if len(s.history) == 0 {
		x.fail(s.from, "missing-history", sectionHistory, "sx:sync has no sx:history; at least one is required")
	}
	for i := range s.history {
		x.checkHistory(&s.history[i])
	}
	if s.strange != 0 {
		x.fail(s.strange, "bad-conflict", sectionConflicts, "sx:conflicts holds an element that is no item of this feed's format")
	}
}

// checkID examines an identifier, which has to be the same in all versions.
func (x *examiner) checkID(s *syncDraft) {
	switch {
	case s.id.text == "":
		x.fail(s.from, "missing-id", sectionSync, "sx:sync has no id")
	case s.id.text != x.id:
		x.fail(s.from, "other-id", sectionConflicts, "a version in sx:conflicts has another id: %q", s.id.text)
	case !item.ValidNSS(s.id.text):
		x.warn(s.from, "nss-id", sectionSync, "the id has characters that RFC 2141 does not allow in a URN")
	}
}

func (x *examiner) checkFlag(s *syncDraft, name string, v value) {
	if v.given && v.text != "true" && v.text != "false" {
		x.fail(s.from, "bad-"+name, sectionSync, "%s=%q is neither true nor false", name, v.text)
	}
}

// checkHistory examines an sx:history, and reads its time (SSE 0.93 §2.5).
func (x *examiner) checkHistory(h *historyDraft) {
	switch {
	case !h.sequence.given:
		x.fail(h.at, "missing-sequence", sectionHistory, "sx:history has no sequence")
	case count(h.sequence) == 0:
		x.fail(h.at, "bad-sequence", sectionHistory, "sequence=%q is not a number from 1 to %d", h.sequence.text, item.MaxCount)
	}
	x.checkEmpty(h, "when", h.when)
	x.checkEmpty(h, "by", h.by)
	if h.when.text == "" && h.by.text == "" {
		x.fail(h.at, "missing-when-and-by", sectionHistory, "sx:history has neither when nor by; one of them is required")
	}
	if h.when.text != "" {
		t, err := ParseRFC3339(h.when.text)
		if err != nil {
			x.fail(h.at, "bad-when", sectionCommon+".5", "when: %v", err)
		}
		h.time = item.ReadWhen(h.when.text, t)
	}
	if h.by.text != "" && !item.ValidNSS(h.by.text) {
		x.warn(h.at, "nss-by", sectionCommon+".1", "by=%q has characters that RFC 2141 does not allow in a URN", h.by.text)
	}
}

func (x *examiner) checkEmpty(h *historyDraft, name string, v value) {
	if v.given && v.text == "" {
		x.warn(h.at, "empty-"+name, sectionCommon+".2", "%s is empty, which counts as absent", name)
	}
}

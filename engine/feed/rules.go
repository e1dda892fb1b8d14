package feed

import (
	"crossfeed/engine/item"
)

// check examines the rules of sx:sync (SSE 0.93 §2.4, SSE 0.91 §2.3).
func (x *examiner) check(d *draft) {
	s := d.sync
	switch {
	case d.told != nil:
		x.checkTold(d)
	case s == nil:
		x.fail(d.at, "bad-conflict", sectionsFeedSync.conflicts, "a version in sx:conflicts has no sx:sync")
	}
	if s == nil {
		return
	}
	in := s.dialect.sections()
	if d.twice != 0 {
		x.fail(d.twice, "second-sync", in.sync, "the item has more than one sx:sync; keep the one that is right")
	}
	if x.checkID(s, in); !x.ofFamily(s) {
		return // by its own rules nothing is asked of it here
	}
	x.checkUpdates(s, in)
	if len(s.history) == 0 {
		x.fail(s.from, "missing-history", in.history, "sx:sync has no sx:history; at least one is required")
	}
	if s.strange != 0 {
		x.fail(s.strange, "bad-conflict", in.conflicts, "sx:conflicts holds an element that is no %s", conflictName(s.dialect))
	}
	if s.conflictsAt != 0 && len(s.conflicts) == 0 && s.strange == 0 {
		x.advise(s.conflictsAt, "empty-conflicts", in.conflicts, "sx:conflicts is empty; leave it out")
	}
	if s.dialect == SSE091 {
		x.check091(s)
		return
	}
	x.checkFlag(s, "deleted", s.deleted)
	x.checkFlag(s, "noconflicts", s.noconflicts)
	for i := range s.history {
		x.checkHistory(&s.history[i])
	}
}

func conflictName(d Dialect) string {
	if d == SSE091 {
		return "sx:conflict"
	}
	return "item of this feed's format"
}

// ofFamily tells whether an sx:sync follows the rules of the document that it stands
// in. The two families never mix, and each has formats of its own.
func (x *examiner) ofFamily(s *syncDraft) bool {
	switch {
	case x.format.speaks(s.dialect) && sameFamily(s.dialect, x.dialect):
		return true
	case !x.format.speaks(s.dialect) && x.format == &opml:
		x.fail(s.from, "other-family", "SSE 0.91 §1", "this sx:sync is one of FeedSync, which OPML has none of; SSE 0.91 has outlines")
	case !x.format.speaks(s.dialect):
		x.fail(s.from, "other-family", "SSE 0.91 §1", "this sx:sync is one of SSE 0.91, which Atom has none of; it has items of RSS and outlines of OPML")
	default:
		x.fail(s.from, "other-family", "SSE 0.91 §1.1", "this sx:sync is one of %s, and the document is %s; their rules never mix", string(s.dialect), string(x.dialect))
	}
	return false
}

// checkID examines an identifier, which has to be the same in all versions.
func (x *examiner) checkID(s *syncDraft, in *sections) {
	switch {
	case s.id.text == "":
		x.fail(s.from, "missing-id", in.sync, "sx:sync has no id")
	case s.id.text != x.id:
		x.fail(s.from, "other-id", in.conflicts, "a version in sx:conflicts has another id: %q", s.id.text)
	case !item.ValidNSS(s.id.text):
		x.warn(s.from, "nss-id", in.sync, "the id has characters that RFC 2141 does not allow in a URN")
	}
}

// checkUpdates examines the number of updates, which SSE 0.91 calls the version.
func (x *examiner) checkUpdates(s *syncDraft, in *sections) {
	name := "updates"
	if s.dialect == SSE091 {
		name = "version"
	}
	switch {
	case !s.updates.given:
		x.fail(s.from, "missing-"+name, in.sync, "sx:sync has no %s; give the number of updates, from 1", name)
	case count(s.updates) == 0:
		x.fail(s.from, "bad-"+name, in.sync, "%s=%q is not a number from 1 to %d", name, s.updates.text, item.MaxCount)
	}
}

func (x *examiner) checkFlag(s *syncDraft, name string, v value) {
	if v.given && v.text != "true" && v.text != "false" {
		x.fail(s.from, "bad-"+name, sectionSync, "%s=%q is neither true nor false", name, v.text)
	}
}

// checkHistory examines an sx:history of FeedSync (SSE 0.93 §2.5).
func (x *examiner) checkHistory(h *historyDraft) {
	in := &sectionsFeedSync
	switch h.number = count(h.sequence); {
	case !h.sequence.given:
		x.fail(h.at, "missing-sequence", in.history, "sx:history has no sequence")
	case h.number == 0:
		x.fail(h.at, "bad-sequence", in.history, "sequence=%q is not a number from 1 to %d", h.sequence.text, item.MaxCount)
	}
	x.checkWho(h, "sx:history", in.history, in)
	if h.when.text != "" {
		h.time = x.when(h, in)
	}
}

// when is the time of an entry. Some programs write it as SSE 0.91 does: it is understood,
// and written as other readers of FeedSync expect it.
func (x *examiner) when(h *historyDraft, in *sections) item.When {
	t, err := ParseRFC3339(h.when.text)
	if err == nil {
		x.checkLenient(h, in)
		return item.ReadWhen(h.when.text, t)
	}
	older, otherwise := ParseRFC822(h.when.text)
	if otherwise != nil {
		x.fail(h.at, "bad-when", in.when, "when: %v", err)
		return item.When{}
	}
	x.warn(h.at, "lenient-when", in.when, "when=%q is an RFC 822 time, which only SSE 0.91 has; write it like %s", h.when.text, FormatRFC3339(older))
	return item.At(older)
}

// checkWho examines what an entry says of when and by whom.
func (x *examiner) checkWho(h *historyDraft, element, section string, in *sections) {
	x.checkEmpty(h, "when", h.when, in)
	x.checkEmpty(h, "by", h.by, in)
	switch {
	case h.when.text == "" && h.by.text == "":
		x.fail(h.at, "missing-when-and-by", section, "%s has neither when nor by; one of them is required", element)
	case in == &sectionsFeedSync && !h.when.given:
		x.advise(h.at, "missing-when", section, "%s has no when, which is recommended", element)
	case in == &sectionsFeedSync && !h.by.given:
		x.advise(h.at, "missing-by", section, "%s has no by, which is recommended", element)
	}
	if h.by.text != "" && !item.ValidNSS(h.by.text) {
		x.warn(h.at, "nss-by", in.nss, "by=%q has characters that RFC 2141 does not allow in a URN", h.by.text)
	}
}

func (x *examiner) checkEmpty(h *historyDraft, name string, v value, in *sections) {
	if v.given && v.text == "" {
		x.warn(h.at, "empty-"+name, in.empty, "%s is empty, which counts as absent", name)
	}
}

package feed

import (
	"fmt"
	"net/url"
	"strings"

	"crossfeed/engine/item"
	places "crossfeed/engine/rules/order"
)

// check validates sx:sync (SSE 0.93 §2.4, SSE 0.91 §2.3).
func (x *examiner) check(d *draft) {
	s := d.sync
	switch {
	case d.conflict != nil:
		x.checkConflict(d)
	case s == nil:
		x.fail(d.at, "bad-conflict", sectionsFeedSync.conflicts, "a version in sx:conflicts has no sx:sync")
	}
	if s == nil {
		return
	}
	in := sectionsOf(s.dialect)
	if d.twice != 0 {
		x.fail(d.twice, "second-sync", in.sync, "the item has more than one sx:sync; remove the wrong ones")
	}
	if x.checkID(s, in); !x.ofFamily(s) {
		return // its own rules do not apply here
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
	if s.dialect == item.SSE091 {
		x.check091(s)
		return
	}
	x.checkFlag(s, "deleted", s.deleted)
	x.checkFlag(s, "noconflicts", s.noconflicts)
	for i := range s.history {
		x.checkHistory(&s.history[i])
	}
}

func conflictName(d item.Dialect) string {
	if d == item.SSE091 {
		return "sx:conflict"
	}
	return "item of this feed's format"
}

// ofFamily reports whether an sx:sync follows the rules of its document. Dialects of the two
// models are never mixed, and each model has its own formats.
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

// checkID validates an identifier, which has to be the same in all versions.
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

// checkUpdates validates the number of updates, which SSE 0.91 calls the version.
func (x *examiner) checkUpdates(s *syncDraft, in *sections) {
	name := "updates"
	if s.dialect == item.SSE091 {
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

// checkHistory validates an sx:history of FeedSync (SSE 0.93 §2.5).
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

// when returns the time of an entry. Some programs write it in the format of SSE 0.91: it is
// understood, and rewritten in the format that other readers of FeedSync expect.
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

// checkWho validates when and by of an entry.
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

// check091 validates what SSE 0.91 additionally requires of an sx:sync (§2.3 to §2.5).
func (x *examiner) check091(s *syncDraft) {
	x.checkFlag091(s, "bad-deleted", "deleted", s.deleted)
	x.checkFlag091(s, "bad-conflict-flag", "conflict", s.conflict)
	if s.again != 0 {
		x.fail(s.again, "second-history", sections091.history, "sx:sync has more than one sx:history; earlier updates are sx:update in the one")
	}
	if s.nested != 0 {
		x.fail(s.nested, "nested-sync", sectionSync091, "sx:sync inside another sx:sync; it belongs directly in the item or outline")
	}
	element, section := "sx:history", sections091.history
	for k := range s.history {
		h := &s.history[k]
		h.number = count(s.updates) - k
		x.checkUpdate(h, element, section)
		element, section = "sx:update", sectionUpdate091
	}
	if before, n := count(s.updates)-1, len(s.history)-1; s.again == 0 && before >= 0 && n > before {
		x.warn(s.from, "too-many-updates", sectionUpdate091, "there are %d sx:update, and version %d has no more than %d updates before it", n, before+1, before)
	}
	x.checkOwn(s)
}

// checkFlag091 validates a flag; an empty one is false (SSE 0.91 §2.3).
func (x *examiner) checkFlag091(s *syncDraft, rule, name string, v value) {
	if v.text != "" && v.text != "true" && v.text != "false" {
		x.fail(s.from, rule, sectionSync091, "%s=%q is neither true nor false", name, v.text)
	}
}

// checkUpdate validates an sx:history, sx:update or sx:conflict, and parses its RFC 822 time.
func (x *examiner) checkUpdate(h *historyDraft, element, section string) {
	x.checkWho(h, element, section, &sections091)
	if h.when.text == "" {
		return
	}
	t, err := ParseInstant(h.when.text)
	if err != nil {
		x.fail(h.at, "bad-when", sections091.when, "when: %v", err)
	} else {
		x.checkLenient(h, &sections091)
	}
	h.time = item.ReadWhen(h.when.text, t)
}

// checkConflict validates an sx:conflict (SSE 0.91 §5.2).
func (x *examiner) checkConflict(d *draft) {
	c := d.conflict
	switch c.number = count(c.sequence); {
	case !c.sequence.given:
		x.fail(c.at, "missing-version", sectionConflict091, "sx:conflict has no version")
	case c.number == 0:
		x.fail(c.at, "bad-version", sectionConflict091, "version=%q is not a number from 1 to %d", c.sequence.text, item.MaxCount)
	}
	x.checkUpdate(&c.historyDraft, "sx:conflict", sectionConflict091)
	if d.within != 0 {
		x.warn(d.within, "outline-in-conflict", sectionConflict091, "an outline in sx:conflict has child outlines, which are items of their own; they are moved to the sx:sync of that outline when it is written again")
	}
	if !c.data {
		return
	}
	if c.extra != nil {
		x.warn(c.at, "beside-conflict", sectionConflict091, "sx:conflict contains more than the losing item; the rest is moved to the sx:sync of that item when it is written again")
	}
	if s := d.sync; s != nil && len(s.history) > 0 && (count(s.updates) != c.number || s.history[0].by.text != c.by.text) {
		x.warn(c.at, "other-conflict", sectionConflict091, "sx:conflict says version %d by %q, and the item in it is version %d by %q; the item counts", c.number, c.by.text, count(s.updates), s.history[0].by.text)
	}
}

// missing returns the version of an sx:conflict without an sx:sync. Its content is taken from
// the item in the sx:conflict; without such an item, the content is unknown.
func (x *examiner) missing(d *draft, content *item.Content) *item.Version {
	c := d.conflict
	top := item.History{Sequence: c.number, When: c.time, By: c.by.text}
	v := &item.Version{ID: x.id, Updates: c.number, History: []item.History{top}, Content: content, Missing: !c.data}
	if v.Extra = canonical(c.extra); c.data {
		v.Extra = extraOf(d)
	}
	if d.publisher != nil {
		v.Publisher = xmlOf(d.publisher)
	}
	return v
}

// place returns the position of the version that an sx:sync declares. A position that was set
// for another version is ignored: a program that does not know the attributes kept them when
// it changed the item, and may have moved it.
func (s *syncDraft) place() item.Place {
	if s.made.text != "" && count(s.made) != count(s.updates) {
		return item.Place{}
	}
	return item.Place{Parent: s.parent.text, Key: s.order.text, Cycle: s.cycle.text}
}

// checkOwn validates our own attributes. Invalid ones are ignored.
func (x *examiner) checkOwn(s *syncDraft) {
	if key := s.order.text; key != "" && !places.Valid(key) {
		x.warn(s.from, "bad-order", SectionOwn, "order=%q is not a valid position; the neighbouring outlines determine it", key)
	}
	for entry := range strings.FieldsSeq(s.resolved.text) {
		if _, err := resolvedEntry(entry); err != nil {
			x.warn(s.from, "bad-settled", SectionOwn, "settled: %v; it is ignored", err)
		}
	}
}

// SectionOwn is the section of a Problem about one of our own attributes.
const SectionOwn = "attributes of Crossfeed"

// resolvedOf parses the conflicts that a version resolved, and ignores invalid entries.
func resolvedOf(text string) []item.History {
	var resolved []item.History
	for entry := range strings.FieldsSeq(text) {
		if h, err := resolvedEntry(entry); err == nil {
			resolved = append(resolved, h)
		}
	}
	return resolved
}

// resolvedEntry parses "version;time;endpoint".
func resolvedEntry(text string) (item.History, error) {
	part := strings.Split(text, ";")
	if len(part) != 3 {
		return item.History{}, fmt.Errorf("%q is not a version, a time and an endpoint with semicolons between", brief(text))
	}
	h := item.History{Sequence: count(value{text: part[0]})}
	if h.Sequence == 0 {
		return item.History{}, fmt.Errorf("%q is not a version", brief(part[0]))
	}
	if part[1] != "" {
		t, err := ParseRFC3339(part[1])
		if err != nil {
			return item.History{}, err
		}
		h.When = item.ReadWhen(part[1], t)
	}
	by, err := url.PathUnescape(part[2])
	if err != nil {
		return item.History{}, fmt.Errorf("%q is not escaped as in an address", brief(part[2]))
	}
	if h.By = by; h.By == "" && !h.When.Present() {
		return item.History{}, fmt.Errorf("%q has neither a time nor an endpoint", brief(text))
	}
	return h, nil
}

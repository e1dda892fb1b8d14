package feed

import (
	"crossfeed/engine/item"
)

// check091 examines what SSE 0.91 asks of an sx:sync besides (§2.3 to §2.5).
func (x *examiner) check091(s *syncDraft) {
	x.checkFlag091(s, "bad-deleted", "deleted", s.deleted)
	x.checkFlag091(s, "bad-conflict-flag", "conflict", s.conflict)
	if s.again != 0 {
		x.fail(s.again, "second-history", sections091.history, "sx:sync has more than one sx:history; earlier updates are sx:update in the one")
	}
	if s.nested != 0 {
		x.fail(s.nested, "nested-sync", sectionSync091, "sx:sync stands in another sx:sync; it is a child of the item or outline")
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

// checkFlag091 examines a flag; an empty one is false (SSE 0.91 §2.3).
func (x *examiner) checkFlag091(s *syncDraft, rule, name string, v value) {
	if v.text != "" && v.text != "true" && v.text != "false" {
		x.fail(s.from, rule, sectionSync091, "%s=%q is neither true nor false", name, v.text)
	}
}

// checkUpdate examines an sx:history, sx:update or sx:conflict, and reads its time,
// which is one of RFC 822.
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

// checkTold examines an sx:conflict (SSE 0.91 §5.2).
func (x *examiner) checkTold(d *draft) {
	c := d.told
	switch c.number = count(c.sequence); {
	case !c.sequence.given:
		x.fail(c.at, "missing-version", sectionConflict091, "sx:conflict has no version")
	case c.number == 0:
		x.fail(c.at, "bad-version", sectionConflict091, "version=%q is not a number from 1 to %d", c.sequence.text, item.MaxCount)
	}
	x.checkUpdate(&c.historyDraft, "sx:conflict", sectionConflict091)
	if d.within != 0 {
		x.warn(d.within, "outline-in-conflict", sectionConflict091, "an outline in sx:conflict holds others, which are items of their own; they stand in the sx:sync of that outline where it is written anew")
	}
	if !c.data {
		return
	}
	if c.extra != nil {
		x.warn(c.at, "beside-conflict", sectionConflict091, "sx:conflict holds more than the item that lost; it stands in the sx:sync of that item where it is written anew")
	}
	if s := d.sync; s != nil && len(s.history) > 0 && (count(s.updates) != c.number || s.history[0].by.text != c.by.text) {
		x.warn(c.at, "other-conflict", sectionConflict091, "sx:conflict says version %d by %q, and the item in it is version %d by %q; the item counts", c.number, c.by.text, count(s.updates), s.history[0].by.text)
	}
}

// missing is the version that an sx:conflict tells of without an sx:sync: an item
// that stands there says what it was, and without one that is not known.
func (x *examiner) missing(d *draft, content *item.Content) *item.Version {
	c := d.told
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

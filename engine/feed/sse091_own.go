package feed

import (
	"fmt"
	"net/url"
	"strings"

	"crossfeed/engine/item"
	places "crossfeed/engine/sse091/place"
)

// place is what an sx:sync says of the place of its version. What was given for another
// version counts for nothing: a program that does not know it kept it when it changed the
// item, and moved that perhaps.
func (s *syncDraft) place() item.Place {
	if s.made.text != "" && count(s.made) != count(s.updates) {
		return item.Place{}
	}
	return item.Place{Parent: s.parent.text, Key: s.order.text, Cycle: s.cycle.text}
}

// checkOwn examines our own attributes. What is wrong in them is passed over.
func (x *examiner) checkOwn(s *syncDraft) {
	if key := s.order.text; key != "" && !places.Valid(key) {
		x.warn(s.from, "bad-order", SectionOwn, "order=%q is no key of a place; the outlines beside it say where it stands", key)
	}
	for entry := range strings.FieldsSeq(s.settled.text) {
		if _, err := settledEntry(entry); err != nil {
			x.warn(s.from, "bad-settled", SectionOwn, "settled: %v; it is passed over", err)
		}
	}
}

// SectionOwn is what a Problem names as its section where an attribute of ours is
// wrong.
const SectionOwn = "attributes of Crossfeed"

// settledOf reads the conflicts that a version settled, of those that can be read.
func settledOf(text string) []item.History {
	var settled []item.History
	for entry := range strings.FieldsSeq(text) {
		if h, err := settledEntry(entry); err == nil {
			settled = append(settled, h)
		}
	}
	return settled
}

// settledEntry reads "version;time;endpoint".
func settledEntry(text string) (item.History, error) {
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

package record

import (
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
)

// Limits on how often the alarms of one todo go off: files come from anywhere.
const (
	mostAlarms  = 100
	mostRepeats = 100
)

// Alarms are the instants at which the alarms of a todo go off, in order: none of
// one that is done or cancelled, and none that was acknowledged. A day counts
// from its midnight here, which is also the zone of times without one.
func Alarms(c *item.Content, here *time.Location) []time.Time {
	if !mayHold(c) {
		return nil
	}
	t := treeOf(c)
	if t.kind() != Todo {
		return nil
	}
	if d := t.done(); d.Is() || d.Status == Cancelled {
		return nil
	}
	var found []time.Time
	for i, a := range t.alarms() {
		if i == mostAlarms {
			break
		}
		found = append(found, t.instants(a, here)...)
	}
	slices.SortFunc(found, time.Time.Compare)
	return slices.CompactFunc(found, time.Time.Equal)
}

// instants are those of one alarm: the first, and its repetitions (RFC 5545
// §3.8.6.2), without those up to the time at which it was last acknowledged
// (RFC 9074 §6.1).
func (t tree) instants(a alarm, here *time.Location) []time.Time {
	at, goes := t.goesOff(a, here)
	if !goes {
		return nil
	}
	all := []time.Time{at}
	every, err := parseDuration(a.word("duration"))
	again := min(numberOf(a.word("repeat")), mostRepeats)
	for range again {
		if err != nil || every.negative || every == (duration{}) {
			break
		}
		at = every.from(at)
		all = append(all, at)
	}
	seen := instantOf(dateOf(a.property("acknowledged")))
	return slices.DeleteFunc(all, func(at time.Time) bool { return !at.After(seen) })
}

// goesOff is when the alarm goes off first. One whose ACTION is NONE, with which
// some programs say that there is none, never does.
func (t tree) goesOff(a alarm, here *time.Location) (time.Time, bool) {
	g, has := a.trigger()
	if !has || g.raw != "" || strings.EqualFold(a.word("action"), "none") {
		return time.Time{}, false
	}
	if !g.at.IsZero() {
		return g.at, true
	}
	from := t.due()
	if start := t.start(); from.IsZero() || t.plain(g).from == fromStart {
		from = start
	}
	return g.by.from(from.At(here)), !from.IsZero()
}

// word is the value of the alarm's property, without white space around it.
func (a alarm) word(name string) string { return strings.TrimSpace(valueOf(a.property(name))) }

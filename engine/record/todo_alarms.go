package record

import (
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/internal/xprop"
)

// An alarm is a VALARM of the todo (RFC 5545 §3.6.6).
type alarm struct{ *etree.Element }

func (t tree) alarms() []alarm {
	var all []alarm
	if components := xprop.Child(t.record, "components"); components != nil {
		for _, e := range xprop.Children(components, "valarm") {
			all = append(all, alarm{e})
		}
	}
	return all
}

// property is the alarm's first property of a name, or nil.
func (a alarm) property(name string) *etree.Element {
	if all := xprop.Child(a.Element, "properties"); all != nil {
		return xprop.Child(all, name)
	}
	return nil
}

// trigger is when the alarm goes off; none where it does not say.
func (a alarm) trigger() (trigger, bool) {
	p := a.property("trigger")
	text := strings.TrimSpace(valueOf(p))
	if text == "" {
		return trigger{}, false
	}
	if d := dateOf(p); d.Zone == universalZone {
		return trigger{at: instantOf(d)}, true
	}
	by, err := parseDuration(text)
	related := xprop.Parameter(p, "related")
	switch {
	case err != nil:
		return anyTrigger(text), true
	case len(related) > 0 && strings.EqualFold(strings.TrimSpace(related[0]), "end"):
		return trigger{by: by, from: fromEnd}, true
	}
	return trigger{by: by, from: fromStart}, true // unless it says END
}

// plain leaves the date out of a trigger where it is the one that counts anyway:
// due, or start where there is no due. What counts from a date that is not there
// counts from the other one: many programs write no RELATED and only a due date.
func (t tree) plain(g trigger) trigger {
	if g.from != fromStart || t.start().IsZero() || t.due().IsZero() {
		g.from = ""
	}
	return g
}

func getAlarms(t tree) string {
	var all []trigger
	for _, a := range t.alarms() {
		if g, has := a.trigger(); has {
			all = append(all, t.plain(g))
		}
	}
	return formatTriggers(all)
}

// setAlarms leaves every alarm that stays as it is. One that only counts from
// another date now is changed in place; others are taken away, and made.
func setAlarms(t tree, value string) {
	all, err := parseTriggers(value)
	if err != nil {
		return
	}
	left, wanted := t.keepAlarms(all)
	for _, g := range wanted {
		if at := sameDistance(left, g); at >= 0 {
			t.setTrigger(left[at], g)
			left = append(left[:at], left[at+1:]...)
		} else {
			t.addAlarm(g)
		}
	}
	for _, a := range left {
		t.removeAlarm(a)
	}
}

// keepAlarms pairs alarms with triggers, and gives what is left of both.
func (t tree) keepAlarms(all []trigger) (left []alarm, wanted []trigger) {
	lines := make([]string, len(all))
	for i, g := range all {
		lines[i] = t.plain(g).String()
	}
	b := newBag(lines)
	for _, a := range t.alarms() {
		if g, has := a.trigger(); has && !b.take(t.plain(g).String()) {
			left = append(left, a)
		}
	}
	wanted, _ = parseTriggers(strings.Join(b.rest(), "\n")) // its own text
	return left, wanted
}

// sameDistance finds the alarm that differs from a trigger in nothing but the
// date that it counts from, or gives -1.
func sameDistance(all []alarm, g trigger) int {
	for i, a := range all {
		if has, _ := a.trigger(); has.relative() && g.relative() && has.by == g.by {
			return i
		}
	}
	return -1
}

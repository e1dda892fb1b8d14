package record

import (
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
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

// addAlarm makes an alarm that shows what is to be done (RFC 5545 §3.6.6: of
// ACTION DISPLAY, which has to have a DESCRIPTION).
func (t tree) addAlarm(g trigger) {
	a := alarm{xprop.Add(xprop.Ensure(t.record, "components"), "valarm")}
	properties := xprop.Add(a.Element, "properties")
	xprop.SetValues(xprop.Add(properties, "action"), xprop.Text, "DISPLAY")
	xprop.SetValues(xprop.Add(properties, "description"), xprop.Text, t.text("summary"))
	xprop.Add(properties, "trigger")
	t.setTrigger(a, g)
}

// setTrigger writes when an alarm goes off, in plain form. What counts from the
// due date has to say so: without RELATED it would count from the start.
func (t tree) setTrigger(a alarm, g trigger) {
	p := a.property("trigger")
	var related []string
	if g.relative() && g.from == "" && (t.start().IsZero() || !t.due().IsZero()) {
		related = []string{"END"}
	}
	xprop.SetParameter(p, "related", xprop.Text, related...)
	switch {
	case g.raw != "":
		xprop.SetValues(p, xprop.Unknown, g.raw)
	case !g.at.IsZero():
		xprop.SetValues(p, xprop.DateTime, stampOf(g.at))
	default:
		xprop.SetValues(p, xprop.Duration, g.by.String())
	}
}

// removeAlarm takes an alarm away, and with the last one the element around them.
func (t tree) removeAlarm(a alarm) {
	components := a.Parent()
	components.RemoveChild(a.Element)
	if len(components.ChildElements()) == 0 {
		components.Parent().RemoveChild(components)
	}
}

// trigger says when an alarm goes off (RFC 5545 §3.8.6.3).
type trigger struct {
	// at is an instant; zero where the trigger counts from a date.
	at time.Time
	// by is how far it lies from the date.
	by duration
	// from is the date it counts from: "" for due, or start where there is no
	// due.
	from string
	// raw is the text of one that is not understood, which is kept as it stands.
	raw string
}

// Words before a trigger of the text form.
const (
	fromStart = "start"
	fromEnd   = "end"
	// notUnderstood marks what a file says and nobody here can read.
	notUnderstood = "?"
)

// parseTrigger reads one line of the text form.
func parseTrigger(line string) (trigger, error) {
	words := strings.Fields(line)
	var g trigger
	if len(words) > 1 {
		switch first := strings.ToLower(words[0]); first {
		case notUnderstood:
			return anyTrigger(strings.Join(words[1:], " ")), nil
		case fromStart, fromEnd:
			g.from, words = first, words[1:]
		}
	}
	if len(words) != 1 {
		return trigger{}, wrong(line, NotATrigger)
	}
	if at, err := time.Parse(time.RFC3339, words[0]); err == nil && g.from == "" {
		return trigger{at: at.UTC().Truncate(time.Second)}, nil
	}
	var err error
	if g.by, err = parseDuration(words[0]); err != nil {
		return trigger{}, wrong(line, NotATrigger)
	}
	return g, nil
}

// anyTrigger is what a text says, whether it is understood or not.
func anyTrigger(text string) trigger {
	g, err := parseTrigger(text)
	if err != nil {
		return trigger{raw: strings.Join(strings.Fields(text), " ")}
	}
	return g
}

// String is the line of the text form.
func (g trigger) String() string {
	switch {
	case g.raw != "":
		return notUnderstood + " " + g.raw
	case !g.at.IsZero():
		return g.at.Format(time.RFC3339)
	case g.from != "":
		return g.from + " " + g.by.String()
	}
	return g.by.String()
}

// relative tells whether the trigger counts from a date.
func (g trigger) relative() bool { return g.raw == "" && g.at.IsZero() }

// parseTriggers reads the text form, one trigger a line.
func parseTriggers(text string) ([]trigger, error) {
	var all []trigger
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		g, err := parseTrigger(line)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func formatTriggers(all []trigger) string {
	lines := make([]string, len(all))
	for i, g := range all {
		lines[i] = g.String()
	}
	return strings.Join(lines, "\n")
}

func canonicalTriggers(text string) (string, error) {
	all, err := parseTriggers(text)
	return formatTriggers(all), err
}

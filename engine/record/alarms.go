package record

import (
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Limits on how often the alarms of one todo go off: files may come from untrusted sources.
const (
	mostAlarms  = 100
	mostRepeats = 100
)

// Alarms returns, in order, the instants at which the alarms of a todo go off. Acknowledged
// alarms are left out, and a todo that is completed or cancelled has none. A date without a
// time counts from midnight in here, which is also the zone of floating times.
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

// instants returns the instants of one alarm: the first one and its repetitions (RFC 5545
// §3.8.6.2), except those up to the time of the last acknowledgement (RFC 9074 §6.1).
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

// goesOff returns the first instant at which the alarm goes off. An alarm with ACTION NONE,
// which some programs write to mean "no alarm", never goes off.
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

// word returns the value of the alarm's property without surrounding white space.
func (a alarm) word(name string) string {
	return strings.TrimSpace(exchange.FirstText(a.property(name)))
}

// alarm is a VALARM of the todo (RFC 5545 §3.6.6).
type alarm struct{ *etree.Element }

func (t tree) alarms() []alarm {
	var all []alarm
	if components := exchange.Child(t.record, "components"); components != nil {
		for _, e := range exchange.Children(components, "valarm") {
			all = append(all, alarm{e})
		}
	}
	return all
}

// property returns the alarm's first property with that name, or nil.
func (a alarm) property(name string) *etree.Element {
	if all := exchange.Child(a.Element, "properties"); all != nil {
		return exchange.Child(all, name)
	}
	return nil
}

// trigger returns the alarm's trigger, if it has one.
func (a alarm) trigger() (trigger, bool) {
	p := a.property("trigger")
	text := strings.TrimSpace(exchange.FirstText(p))
	if text == "" {
		return trigger{}, false
	}
	if d := dateOf(p); d.Zone == universalZone {
		return trigger{at: instantOf(d)}, true
	}
	by, err := parseDuration(text)
	related := exchange.Parameter(p, "related")
	switch {
	case err != nil:
		return anyTrigger(text), true
	case len(related) > 0 && strings.EqualFold(strings.TrimSpace(related[0]), "end"):
		return trigger{by: by, from: fromEnd}, true
	}
	return trigger{by: by, from: fromStart}, true // the default of RELATED
}

// plain clears the reference date of a trigger where it is the default: due, or start if there
// is no due date. A trigger relative to a missing date counts from the other date, because
// many programs write only a due date and no RELATED.
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

// setAlarms leaves alarms that remain unchanged. An alarm whose trigger only gets another
// reference date is changed in place; all others are removed and added.
func setAlarms(t tree, value string) {
	all, err := parseTriggers(value)
	if err != nil {
		return
	}
	left, wanted := t.unpairedAlarms(all)
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

// unpairedAlarms pairs alarms with equal triggers and returns the unpaired ones of both.
func (t tree) unpairedAlarms(all []trigger) (left []alarm, wanted []trigger) {
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
	wanted, _ = parseTriggers(strings.Join(b.rest(), "\n")) // formatted by String
	return left, wanted
}

// sameDistance returns the index of the first alarm whose trigger differs from g at most in
// its reference date, or -1.
func sameDistance(all []alarm, g trigger) int {
	for i, a := range all {
		if has, _ := a.trigger(); has.relative() && g.relative() && has.by == g.by {
			return i
		}
	}
	return -1
}

// addAlarm adds an alarm with ACTION DISPLAY, which requires a DESCRIPTION (RFC 5545 §3.6.6).
func (t tree) addAlarm(g trigger) {
	a := alarm{exchange.AddChild(exchange.EnsureChild(t.record, "components"), "valarm")}
	properties := exchange.AddChild(a.Element, "properties")
	exchange.SetValues(exchange.AddChild(properties, "action"), exchange.TextType, "DISPLAY")
	exchange.SetValues(exchange.AddChild(properties, "description"), exchange.TextType, t.text("summary"))
	exchange.AddChild(properties, "trigger")
	t.setTrigger(a, g)
}

// setTrigger writes the trigger of an alarm; g must be in plain form. A trigger relative to
// the due date needs RELATED=END: without it, the trigger would count from the start.
func (t tree) setTrigger(a alarm, g trigger) {
	p := a.property("trigger")
	var related []string
	if g.relative() && g.from == "" && (t.start().IsZero() || !t.due().IsZero()) {
		related = []string{"END"}
	}
	exchange.SetParameter(p, "related", exchange.TextType, related...)
	switch {
	case g.raw != "":
		exchange.SetValues(p, exchange.UnknownType, g.raw)
	case !g.at.IsZero():
		exchange.SetValues(p, exchange.DateTimeType, stampOf(g.at))
	default:
		exchange.SetValues(p, exchange.DurationType, g.by.String())
	}
}

// removeAlarm removes an alarm and, with the last one, the element that contains them.
func (t tree) removeAlarm(a alarm) {
	components := a.Parent()
	components.RemoveChild(a.Element)
	if len(components.ChildElements()) == 0 {
		components.Parent().RemoveChild(components)
	}
}

// trigger defines when an alarm goes off (RFC 5545 §3.8.6.3).
type trigger struct {
	// at is an instant; it is zero if the trigger is relative to a date.
	at time.Time
	// by is the offset from the reference date.
	by duration
	// from is the reference date: "" means due, or start if there is no due date.
	from string
	// raw is the text of a trigger that cannot be parsed; it is preserved as it is.
	raw string
}

// Prefixes of a trigger in the text form.
const (
	fromStart = "start"
	fromEnd   = "end"
	// notUnderstood marks the text of a trigger that cannot be parsed.
	notUnderstood = "?"
)

// parseTrigger parses one line of the text form.
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

// anyTrigger parses a trigger; if that fails, it returns the text as a raw trigger.
func anyTrigger(text string) trigger {
	g, err := parseTrigger(text)
	if err != nil {
		return trigger{raw: strings.Join(strings.Fields(text), " ")}
	}
	return g
}

// String returns the trigger as a line of the text form.
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

func (g trigger) relative() bool { return g.raw == "" && g.at.IsZero() }

// parseTriggers parses the text form, one trigger per line.
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

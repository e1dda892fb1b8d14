// Package alarms decides which alarms of todos are told now, so that each is
// told once, and puts them into words.
package alarms

import (
	"strings"
	"time"

	"crossfeed/engine/lists"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// Pause is the time between two looks at the alarms.
const Pause = 20 * time.Second

// farBack is how far back alarms are told that went off while the program did
// not run.
const farBack = 24 * time.Hour

// keepAfter is how long an end may be forgotten at which nothing went off: disks
// need not be written every few seconds.
const keepAfter = 10 * time.Minute

// Watch knows until when alarms were told.
type Watch struct{ last, kept time.Time }

// NewWatch goes on where an earlier run of the program ended, as Text kept it.
// Without one it begins now.
func NewWatch(text string, now time.Time) *Watch {
	last, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return &Watch{last: now}
	}
	return &Watch{last: last, kept: last}
}

// Span is the time whose alarms are to be told: those after one instant and not
// after another. A clock that was put back has nothing to tell until it is
// where it was, or begins anew where that is more than a day.
func (w *Watch) Span(now time.Time) (after, until time.Time, ok bool) {
	switch ahead := w.last.Sub(now); {
	case ahead > farBack:
		w.last = now
		return now, now, false
	case ahead >= 0:
		return now, now, false
	case -ahead > farBack:
		return now.Add(-farBack), now, true
	}
	return w.last, now, true
}

// Told moves on: what went off until then was told. It tells whether that has
// to be kept now, which it has after every alarm.
func (w *Watch) Told(until time.Time, alarm bool) (keep bool) {
	w.last = until
	keep = alarm || w.kept.IsZero() || until.Sub(w.kept) >= keepAfter || until.Before(w.kept)
	if keep {
		w.kept = until
	}
	return keep
}

// Text is what NewWatch goes on with.
func (w *Watch) Text() string { return w.last.UTC().Format(time.RFC3339Nano) }

// Message is what is told of alarms that go off together.
type Message struct {
	// Title and Text are those of a notification.
	Title, Text string
	// Line is all of it for the status bar.
	Line string
}

// late is how much later than it should an alarm is told as a missed one.
const late = 2 * time.Minute

// Messages tell alarms in at most two messages: what was missed, and what goes
// off now.
func Messages(all []lists.Alarm, now time.Time, speaker wording.Speaker) []Message {
	var missed, due []lists.Alarm
	for _, a := range all {
		if now.Sub(a.At) > late {
			missed = append(missed, a)
		} else {
			due = append(due, a)
		}
	}
	var messages []Message
	if len(missed) > 0 {
		messages = append(messages, missedMessage(missed, speaker))
	}
	if len(due) > 0 {
		messages = append(messages, message(due, speaker))
	}
	return messages
}

// message tells what goes off now.
func message(all []lists.Alarm, speaker wording.Speaker) Message {
	if len(all) == 1 {
		a := all[0]
		data := wording.Data{"Title": named(a), "List": display.Label(a.Set)}
		return Message{named(a), placed(a, speaker), wording.L("Alarm: “{{.Title}}” in {{.List}}", data)}
	}
	return several(wording.N("{{.N}} alarms", len(all), wording.Data{"N": len(all)}), all)
}

// missedMessage tells what went off while nobody could be told.
func missedMessage(all []lists.Alarm, speaker wording.Speaker) Message {
	title := wording.N("{{.N}} alarms while Crossfeed was closed", len(all), wording.Data{"N": len(all)})
	if len(all) == 1 {
		text := display.Isolated(named(all[0])) + " · " + placed(all[0], speaker)
		return Message{title, text, title + ": " + text}
	}
	return several(title, all)
}

// named is as much of the title of an alarm's todo as fits: it may come from a feed.
func named(a lists.Alarm) string { return wording.Title(display.Label(a.Title)) }

// placed is the list of an alarm and when it went off.
func placed(a lists.Alarm, speaker wording.Speaker) string {
	return display.Isolated(display.Label(a.Set)) + " · " + speaker.Local(a.At)
}

// several names the first of many.
func several(title string, all []lists.Alarm) Message {
	const enough = 4
	var names []string
	for _, a := range all[:min(len(all), enough)] {
		names = append(names, named(a))
	}
	text := strings.Join(names, ", ")
	if more := len(all) - enough; more > 0 {
		text += " " + wording.N("and {{.N}} more", more, wording.Data{"N": more})
	}
	return Message{title, text, title + ": " + text}
}

// Package alarms decides which alarms of todos are due, so that each is reported once, and
// words the messages.
package alarms

import (
	"strings"
	"time"

	"crossfeed/engine/lists"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// Pause is the time between two checks for alarms.
const Pause = 20 * time.Second

// farBack is the age up to which alarms are reported that were due while the program was not
// running.
const farBack = 24 * time.Hour

// saveAfter is how long the end of a check without alarms may stay unsaved: saving it every
// few seconds would cause needless writes to the disk.
const saveAfter = 10 * time.Minute

// Watch stores the time up to which alarms were reported.
type Watch struct{ last, saved time.Time }

// NewWatch continues from the time that an earlier run of the program saved with Text. If
// there is none, it starts now.
func NewWatch(text string, now time.Time) *Watch {
	last, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return &Watch{last: now}
	}
	return &Watch{last: last, saved: last}
}

// Span returns the time span whose alarms are to be reported: those after one instant, up to
// and including another. If the clock was set back, ok is false until it has caught up; if it
// was set back by more than a day, the watch starts again from now.
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

// SetReported records that all alarms up to until were reported, and returns whether this has
// to be saved now. It always has to after an alarm.
func (w *Watch) SetReported(until time.Time, alarm bool) (keep bool) {
	w.last = until
	keep = alarm || w.saved.IsZero() || until.Sub(w.saved) >= saveAfter || until.Before(w.saved)
	if keep {
		w.saved = until
	}
	return keep
}

// Text returns the state for NewWatch.
func (w *Watch) Text() string { return w.last.UTC().Format(time.RFC3339Nano) }

// Message is a message about alarms that are due together.
type Message struct {
	// Title and Text are for a notification.
	Title, Text string
	// Line is the whole message for the status bar.
	Line string
}

// late is the delay after which an alarm is reported as missed.
const late = 2 * time.Minute

// Messages reports alarms in at most two messages: one for missed alarms, one for those due
// now.
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

// message reports the alarms that are due now.
func message(all []lists.Alarm, speaker wording.Speaker) Message {
	if len(all) == 1 {
		a := all[0]
		data := wording.Data{"Title": named(a), "List": display.Label(a.Set)}
		return Message{named(a), placed(a, speaker), wording.L("alarm-title-in-list", "Alarm: “{{.Title}}” in {{.List}}", data)}
	}
	return several(wording.N("n-alarms", "{{.N}} alarms", len(all), wording.Data{"N": len(all)}), all)
}

// missedMessage reports the alarms that were due while they could not be reported.
func missedMessage(all []lists.Alarm, speaker wording.Speaker) Message {
	title := wording.N("n-alarms-while-crossfeed-was-closed", "{{.N}} alarms while Crossfeed was closed", len(all), wording.Data{"N": len(all)})
	if len(all) == 1 {
		text := display.Isolated(named(all[0])) + " · " + placed(all[0], speaker)
		return Message{title, text, title + ": " + text}
	}
	return several(title, all)
}

// named returns the title of an alarm's todo, shortened: it may come from a feed.
func named(a lists.Alarm) string { return wording.Title(display.Label(a.Title)) }

// placed returns the list of an alarm, and the time for which it was set.
func placed(a lists.Alarm, speaker wording.Speaker) string {
	return display.Isolated(display.Label(a.Set)) + " · " + speaker.Local(a.At)
}

// several names the first few of many alarms.
func several(title string, all []lists.Alarm) Message {
	const enough = 4
	var names []string
	for _, a := range all[:min(len(all), enough)] {
		names = append(names, named(a))
	}
	text := strings.Join(names, ", ")
	if more := len(all) - enough; more > 0 {
		text += " " + wording.N("and-n-more", "and {{.N}} more", more, wording.Data{"N": more})
	}
	return Message{title, text, title + ": " + text}
}

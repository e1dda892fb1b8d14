package alarms

import (
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
)

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
func Messages(all []engine.Alarm, now time.Time, speaker say.Speaker) []Message {
	var missed, due []engine.Alarm
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
func message(all []engine.Alarm, speaker say.Speaker) Message {
	if len(all) == 1 {
		a := all[0]
		data := say.Data{"Title": say.Title(a.Title), "List": a.Set}
		return Message{say.Title(a.Title), placed(a, speaker), lang.L("Alarm: “{{.Title}}” in {{.List}}", data)}
	}
	return several(lang.N("{{.N}} alarms", len(all), say.Data{"N": len(all)}), all)
}

// missedMessage tells what went off while nobody could be told.
func missedMessage(all []engine.Alarm, speaker say.Speaker) Message {
	title := lang.N("{{.N}} alarms while Crossfeed was closed", len(all), say.Data{"N": len(all)})
	if len(all) == 1 {
		text := say.Title(all[0].Title) + " · " + placed(all[0], speaker)
		return Message{title, text, title + ": " + text}
	}
	return several(title, all)
}

// placed is the list of an alarm and when it went off.
func placed(a engine.Alarm, speaker say.Speaker) string {
	return a.Set + " · " + speaker.Local(a.At)
}

// several names the first of many.
func several(title string, all []engine.Alarm) Message {
	const enough = 4
	var names []string
	for _, a := range all[:min(len(all), enough)] {
		names = append(names, say.Title(a.Title))
	}
	text := strings.Join(names, ", ")
	if more := len(all) - enough; more > 0 {
		text += " " + lang.N("and {{.N}} more", more, say.Data{"N": more})
	}
	return Message{title, text, title + ": " + text}
}

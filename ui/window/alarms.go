package window

import (
	"context"
	"strings"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/ui/display"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Notification is a desktop notification.
type Notification struct {
	Title, Text string
	// Open shows what the notification is about. It has to be called on the UI goroutine.
	Open func()
}

// Notifier shows desktop notifications, and opens those that a person clicks, where the desktop
// reports that. The desktop may be slow to answer, or offer no notifications.
type Notifier interface {
	Notify(context.Context, Notification)
}

// alarmsKey is the key under which the time of the last reported alarms is saved.
const alarmsKey = "alarms"

// alarms reports alarms. A check that takes longer than the pause delays
// the next one.
type alarms struct {
	*shell
	watch    *alarmWatch
	checking bool
	// failed is set if the last check failed, so that the failure is reported only once.
	failed bool
}

// TickPause is the time between two calls of Tick.
const TickPause = 20 * time.Second

// Tick reports alarms that are due since the last check. Once a minute it also updates what
// depends on the time, such as overdue items. It also checks whether another process restored
// a backup. The program calls it every TickPause.
func (w *Window) Tick() {
	w.alarms.checkAlarms()
	w.CheckFiles()
	if w.Speaker.Now().Truncate(time.Minute).Equal(w.now.Now.Truncate(time.Minute)) {
		return
	}
	w.Reload()
	if it := w.detail.Item(); it != (snapshot.Item{}) {
		w.detail.Describe(w.draftOf(it))
	}
	w.showFeed()
}

func (c *alarms) checkAlarms() {
	now := c.Speaker.Now()
	if c.watch == nil {
		c.watch = newAlarmWatch(c.Settings.String(alarmsKey), now)
	}
	after, until, ok := c.watch.span(now)
	if !ok || c.checking {
		return
	}
	c.checking = true
	atDue := c.Settings.String(dueAlarmsKey) != ""
	c.Seam.Aside(func(ctx context.Context) {
		all, err := c.Lists.Alarms(ctx, after, until, atDue)
		c.Seam.UI(func() { c.ring(all, until, err) })
	})
}

// ring reports alarms. After a failure, a later check reports them.
func (c *alarms) ring(all []lists.Alarm, until time.Time, err error) {
	before := c.failed
	c.checking, c.failed = false, err != nil
	if err != nil {
		if !before {
			c.Warn(err)
		}
		return
	}
	if c.Settings.String(silentKey) != "" {
		all = nil
	}
	var lines []string
	for _, m := range alarmMessages(all, until, c.Speaker) {
		lines = append(lines, m.Line)
		c.notify(Notification{m.Title, m.Text, func() { c.openAlarm(m.First) }})
	}
	if len(lines) > 0 {
		c.status.ShowMessage(strings.Join(lines, " · "))
	}
	if c.watch.setReported(until, len(all) > 0) {
		c.Settings.SetString(alarmsKey, c.watch.text())
	}
}

// openAlarm shows the todo of an alarm in its list.
func (c *alarms) openAlarm(of edit.Ref) {
	c.raise()
	if at := (snapshot.Place{Kind: snapshot.KindList, Set: of.Set}); c.exists(at) {
		c.showIn(at, snapshot.Item(of))
	}
}

// oldestAlarm is the age up to which alarms are reported that were due while the program was
// not running.
const oldestAlarm = 24 * time.Hour

// saveAlarmsAfter is how long the end of a check without alarms may stay unsaved: saving it
// every few seconds would cause needless writes to the disk.
const saveAlarmsAfter = 10 * time.Minute

// alarmWatch stores the time up to which alarms were reported.
type alarmWatch struct{ last, saved time.Time }

// newAlarmWatch continues from the time that an earlier run of the program saved with text. If
// there is none, it starts now.
func newAlarmWatch(text string, now time.Time) *alarmWatch {
	last, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return &alarmWatch{last: now}
	}
	return &alarmWatch{last: last, saved: last}
}

// span returns the time span whose alarms are to be reported: those after one instant, up to
// and including another. If the clock was set back, ok is false until it has caught up; if it
// was set back by more than a day, the watch starts again from now.
func (w *alarmWatch) span(now time.Time) (after, until time.Time, ok bool) {
	switch ahead := w.last.Sub(now); {
	case ahead > oldestAlarm:
		w.last = now
		return now, now, false
	case ahead >= 0:
		return now, now, false
	case -ahead > oldestAlarm:
		return now.Add(-oldestAlarm), now, true
	}
	return w.last, now, true
}

// setReported records that all alarms up to until were reported, and returns whether this has
// to be saved now. It always has to after an alarm.
func (w *alarmWatch) setReported(until time.Time, alarm bool) (keep bool) {
	w.last = until
	keep = alarm || w.saved.IsZero() || until.Sub(w.saved) >= saveAlarmsAfter || until.Before(w.saved)
	if keep {
		w.saved = until
	}
	return keep
}

// text returns the state for newAlarmWatch.
func (w *alarmWatch) text() string { return w.last.UTC().Format(time.RFC3339Nano) }

// alarmMessage is a message about alarms that are due together.
type alarmMessage struct {
	// Title and Text are for a notification.
	Title, Text string
	// Line is the whole message for the status bar.
	Line string
	// First is the todo of the first alarm.
	First edit.Ref
}

// missedAfter is the delay after which an alarm is reported as missed.
const missedAfter = 2 * time.Minute

// alarmMessages reports alarms in at most two messages: one for missed alarms, one for those
// due now.
func alarmMessages(all []lists.Alarm, now time.Time, speaker wording.Speaker) []alarmMessage {
	var missed, due []lists.Alarm
	for _, a := range all {
		if now.Sub(a.At) > missedAfter {
			missed = append(missed, a)
		} else {
			due = append(due, a)
		}
	}
	var messages []alarmMessage
	if len(missed) > 0 {
		messages = append(messages, missedMessage(missed, speaker))
	}
	if len(due) > 0 {
		messages = append(messages, dueMessage(due, speaker))
	}
	return messages
}

// dueMessage reports the alarms that are due now.
func dueMessage(all []lists.Alarm, speaker wording.Speaker) alarmMessage {
	if len(all) == 1 {
		a := all[0]
		data := wording.Data{"Title": alarmTitle(a), "List": display.Label(a.Set)}
		return alarmMessage{alarmTitle(a), alarmPlace(a, speaker), wording.L("alarm-title-in-list", "Alarm: “{{.Title}}” in {{.List}}", data), a.Ref}
	}
	return manyAlarms(wording.N("n-alarms", "{{.N}} alarms", len(all), wording.Data{"N": len(all)}), all)
}

// missedMessage reports the alarms that were due while they could not be reported.
func missedMessage(all []lists.Alarm, speaker wording.Speaker) alarmMessage {
	title := wording.N("n-alarms-while-crossfeed-was-closed", "{{.N}} alarms while Crossfeed was closed", len(all), wording.Data{"N": len(all)})
	if len(all) == 1 {
		text := display.Isolated(alarmTitle(all[0])) + " · " + alarmPlace(all[0], speaker)
		return alarmMessage{title, text, title + ": " + text, all[0].Ref}
	}
	return manyAlarms(title, all)
}

// alarmTitle returns the title of an alarm's todo, shortened: it may come from a feed.
func alarmTitle(a lists.Alarm) string { return wording.Title(display.Label(a.Title)) }

// alarmPlace returns the list of an alarm, and the time for which it was set.
func alarmPlace(a lists.Alarm, speaker wording.Speaker) string {
	return display.Isolated(display.Label(a.Set)) + " · " + speaker.Local(a.At)
}

// manyAlarms names the first few of many alarms.
func manyAlarms(title string, all []lists.Alarm) alarmMessage {
	const enough = 4
	var names []string
	for _, a := range all[:min(len(all), enough)] {
		names = append(names, alarmTitle(a))
	}
	text := strings.Join(names, ", ")
	if more := len(all) - enough; more > 0 {
		text += " " + wording.N("and-n-more", "and {{.N}} more", more, wording.Data{"N": more})
	}
	return alarmMessage{title, text, title + ": " + text, all[0].Ref}
}

package window

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/ui/window/alarms"
	"crossfeed/ui/window/snapshot"
)

// Notifier shows desktop notifications, as fyne.App does.
type Notifier interface {
	SendNotification(*fyne.Notification)
}

// alarmsKey is the key under which the time of the last reported alarms is saved.
const alarmsKey = "alarms"

// ringing is the state of reporting alarms. A check that takes longer than the pause delays
// the next one.
type ringing struct {
	watch    *alarms.Watch
	checking bool
	// failed is set if the last check failed, so that the failure is reported only once.
	failed bool
}

// Tick reports alarms that are due since the last check. Once a minute it also updates what
// depends on the time, such as overdue items. It also checks whether another process restored
// a backup. The program calls it every alarms.Pause.
func (w *Window) Tick() {
	w.checkAlarms()
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

func (w *Window) checkAlarms() {
	now := w.Speaker.Now()
	if w.ringing.watch == nil {
		w.ringing.watch = alarms.NewWatch(w.Settings.String(alarmsKey), now)
	}
	after, until, ok := w.ringing.watch.Span(now)
	if !ok || w.ringing.checking {
		return
	}
	w.ringing.checking = true
	w.Seam.Aside(func(ctx context.Context) {
		all, err := w.Lists.Alarms(ctx, after, until)
		w.Seam.UI(func() { w.ring(all, until, err) })
	})
}

// ring reports alarms. After a failure, a later check reports them.
func (w *Window) ring(all []lists.Alarm, until time.Time, err error) {
	before := w.ringing.failed
	w.ringing.checking, w.ringing.failed = false, err != nil
	if err != nil {
		if !before {
			w.Warn(err)
		}
		return
	}
	if w.Settings.String(silentKey) != "" {
		all = nil
	}
	var lines []string
	for _, m := range alarms.Messages(all, until, w.Speaker) {
		lines = append(lines, m.Line)
		w.notify(m)
	}
	if len(lines) > 0 {
		w.status.ShowMessage(strings.Join(lines, " · "))
	}
	if w.ringing.watch.SetReported(until, len(all) > 0) {
		w.Settings.SetString(alarmsKey, w.ringing.watch.Text())
	}
}

// notify shows a notification in the background. The desktop may be slow to answer, or offer
// no notifications.
func (w *Window) notify(m alarms.Message) {
	if w.Settings.String(quietKey) != "" {
		return
	}
	w.Seam.Aside(func(context.Context) {
		w.Notifier.SendNotification(fyne.NewNotification(m.Title, m.Text))
	})
}

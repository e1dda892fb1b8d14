package window

import (
	"context"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/library"
	"crossfeed/ui/wording"
)

// Waiting counts what waits for the person in all lists, whichever sync brought it.
type Waiting struct{ Conflicts, Held int }

// WaitingIn counts the open conflicts and the items held for review in all lists.
func WaitingIn(ctx context.Context, e Engine) (now Waiting, err error) {
	err = e.View(ctx, func(v engine.View) error {
		open, err := v.Conflicts(ctx)
		if err != nil {
			return err
		}
		held, err := v.HeldItems(ctx, "")
		for _, s := range held {
			if s.State == store.Waiting {
				now.Held++
			}
		}
		now.Conflicts = len(open)
		return err
	})
	return now, err
}

// Sync reads all feeds and publishes all lists, after the jobs in the queue. Since a person
// asked for it, it does not trust servers that report a feed as unchanged. On the page of a
// library it syncs that library, and on that of a published folder it publishes the folder
// again.
func (w *Window) Sync() {
	switch page := w.pages.shown.(type) {
	case *library.Page:
		w.libraries.syncLibrary(page.Shown())
	case *library.Published:
		page.Save()
	default:
		w.syncing.sync(subscribe.SyncOptions{Whole: true})
	}
}

// AutoSync reads the feeds that are due, provided that there is a feed to read or a list to
// publish: the program may have ended before publishing it.
func (w *Window) AutoSync() {
	if w.syncing.cancelSync == nil && (len(w.now.Feeds) > 0 || w.now.Publishes()) {
		w.syncing.sync(subscribe.SyncOptions{Due: true, Hold: w.WaitsToPublish})
	}
}

// SyncedByItself shows the result of a scheduled sync.
func (w *Window) SyncedByItself(reports []subscribe.Report, now Waiting, err error) {
	if w.syncing.cancelSync != nil || len(reports) == 0 && err == nil {
		return
	}
	if err != nil {
		w.Warn(err)
		return
	}
	w.syncing.notifyConflicts(reports)
	w.syncing.report(reports, now, true)
	w.Reload()
}

// syncing syncs the lists, and shows how that goes.
type syncing struct {
	*shell
	// cancelSync stops the running sync; nil while none runs.
	cancelSync context.CancelFunc
	// scheduled is set if nobody asked for the running sync. progressed is the last message about
	// its progress.
	scheduled  bool
	progressed frame.Message
	// last says when the last sync ended, and is "" before.
	last string
}

// notifyConflicts notifies of the conflicts that a scheduled sync brought.
func (c *syncing) notifyConflicts(reports []subscribe.Report) {
	n := 0
	for _, r := range reports {
		n += r.Conflicts
	}
	if n == 0 {
		return
	}
	data := wording.Data{"N": wording.Number(n)}
	c.notify(Notification{wording.N("n-conflicts", "{{.N}} conflicts", n, data), wording.N("n-items-were-changed-on-several", "{{.N}} items were changed on several devices.", n, data), c.openConflict})
}

// openConflict shows a conflict.
func (c *syncing) openConflict() {
	c.raise()
	if !c.resolving() {
		c.pages.resolve.Next()
	}
}

func (c *syncing) syncOne(set string) { c.sync(subscribe.SyncOptions{Sets: []string{set}}) }

// sync starts a sync when its turn in the queue comes. It then runs outside the queue, so that
// edits do not wait.
func (c *syncing) sync(o subscribe.SyncOptions) {
	c.Seam.Queue(func(context.Context) { c.Seam.UI(func() { c.startSync(o) }) })
}

func (c *syncing) startSync(o subscribe.SyncOptions) {
	if c.cancelSync != nil {
		c.status.ShowMessage(wording.L("a-sync-is-running-already", "A sync is running already."))
		return
	}
	c.scheduled = o.Due
	c.showProgress(func() { c.status.Show(wording.L("syncing", "Syncing…")) })
	c.status.Working(0, 0)
	c.cancelSync = c.stoppable(func(ctx context.Context) {
		o.Progress = c.progress
		reports, err := c.Engine.Sync(ctx, o)
		var now Waiting
		if err == nil {
			now, err = WaitingIn(ctx, c.Engine)
		}
		c.Seam.UI(func() { c.synced(reports, now, err) })
	})
}

func (c *syncing) progress(p subscribe.Progress) {
	c.Seam.UI(func() {
		if c.cancelSync == nil {
			return
		}
		c.status.Working(p.Done, p.Of)
		if p.Subscription != "" {
			c.showProgress(func() {
				c.status.ShowMessage(wording.L("refreshing-feed-n-items", "Refreshing {{.Feed}}: {{.N}} items", wording.Data{"Feed": c.now.FeedName(p.Subscription), "N": p.Items}))
			})
		}
	})
}

// showProgress shows the progress of a sync. That of a scheduled one replaces no other message.
func (c *syncing) showProgress(show func()) {
	if !c.scheduled || c.status.Yields(c.status.Now() == c.progressed) {
		show()
		c.progressed = c.status.Now()
	}
}

func (c *syncing) stopSync() {
	if c.cancelSync != nil {
		c.cancelSync()
		c.status.Show(wording.L("stopping-the-sync", "Stopping the sync…"))
	}
}

func (c *syncing) synced(reports []subscribe.Report, now Waiting, err error) {
	c.cancelSync()
	c.cancelSync = nil
	c.idle()
	c.progressed.Retract()
	if err != nil {
		c.Warn(err)
	} else {
		c.report(reports, now, c.scheduled)
	}
	c.Reload()
}

// report shows what a sync brought, what waits for the person, and what could not be read.
func (c *syncing) report(reports []subscribe.Report, now Waiting, scheduled bool) {
	received, files, deleted, waiting := 0, 0, 0, 0
	var failed []string
	for _, r := range reports {
		received += r.New + r.Updated
		files += r.Files
		deleted += r.Deleted
		waiting += r.Conflicts + r.Held
		if r.Err != nil {
			failed = append(failed, c.failedAt(r))
		}
		failed = append(failed, unfetched(r)...)
	}
	c.last = wording.L("synced-at-time", "Synced at {{.Time}}", wording.Data{"Time": c.Speaker.Short(c.Speaker.Now())})
	text := c.last + " · " + wording.N("n-changes-received", "{{.N}} changes received", received, wording.Data{"N": wording.Number(received)})
	if deleted > 0 {
		text += " · " + wording.N("n-items-deleted", "{{.N}} items deleted", deleted, wording.Data{"N": wording.Number(deleted)})
	}
	if now.Held > 0 {
		text += " · " + wording.N("n-items-are-held-for-review", "{{.N}} items are held for review", now.Held, wording.Data{"N": wording.Number(now.Held)})
	}
	if files > 0 {
		text += " · " + wording.N("n-files-downloaded", "{{.N}} files downloaded", files, wording.Data{"N": wording.Number(files)})
	}
	if now.Conflicts > 0 {
		text += " · " + wording.N("n-conflicts", "{{.N}} conflicts", now.Conflicts, wording.Data{"N": wording.Number(now.Conflicts)})
	}
	if len(failed) > 0 {
		c.last += " · " + wording.N("n-errors", "{{.N}} errors", len(failed), wording.Data{"N": wording.Number(len(failed))})
		text += " · " + strings.Join(failed, " · ")
	}
	switch {
	case scheduled && !c.status.Yields(received+files+deleted+waiting+len(failed) > 0):
		c.status.Record(text)
	case len(failed) > 0:
		c.status.Warn(text)
	default:
		c.status.ShowMessage(text)
	}
}

// failedAt describes an error and names the feed.
func (c *syncing) failedAt(r subscribe.Report) string {
	text := wording.Error(r.Err)
	if name := c.now.FeedName(r.Subscription); name != r.Subscription {
		return wording.L("feed-text", "{{.Feed}}: {{.Text}}", wording.Data{"Feed": name, "Text": text})
	}
	return text
}

// unfetched describes the attached files that a feed did not deliver: the first with its
// reason, and the number of others.
func unfetched(r subscribe.Report) (texts []string) {
	if len(r.Unfetched) == 0 {
		return nil
	}
	first := r.Unfetched[0]
	texts = append(texts, couldNotFetch(first.Name, first.Err))
	if more := r.FilesMissing - 1; more > 0 {
		texts = append(texts, wording.N("n-more-files-could-not-be", "{{.N}} more files could not be downloaded", more, wording.Data{"N": wording.Number(more)}))
	}
	return texts
}

// couldNotFetch explains why an attached file is not on this computer.
func couldNotFetch(name string, err error) string {
	return wording.L("name-could-not-be-downloaded-why", "“{{.Name}}” could not be downloaded: {{.Why}}", wording.Data{"Name": name, "Why": wording.Why(err)})
}

package window

import (
	"context"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
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
		w.sync(subscribe.SyncOptions{Whole: true})
	}
}

// AutoSync reads the feeds that are due, provided that there is a feed to read or a list to
// publish: the program may have ended before publishing it.
func (w *Window) AutoSync() {
	if w.cancelSync == nil && (len(w.now.Feeds) > 0 || w.now.Publishes()) {
		w.sync(subscribe.SyncOptions{Due: true, Hold: w.WaitsToPublish})
	}
}

// SyncedByItself shows the result of a scheduled sync.
func (w *Window) SyncedByItself(reports []subscribe.Report, now Waiting, err error) {
	if w.cancelSync != nil || len(reports) == 0 && err == nil {
		return
	}
	if err != nil {
		w.Warn(err)
		return
	}
	w.report(reports, now)
	w.Reload()
}

func (w *Window) syncOne(set string) { w.sync(subscribe.SyncOptions{Sets: []string{set}}) }

// sync starts a sync when its turn in the queue comes. It then runs outside the queue, so that
// edits do not wait.
func (w *Window) sync(o subscribe.SyncOptions) {
	w.Seam.Queue(func(context.Context) { w.Seam.UI(func() { w.startSync(o) }) })
}

func (w *Window) startSync(o subscribe.SyncOptions) {
	if w.cancelSync != nil {
		w.status.ShowMessage(wording.L("a-sync-is-running-already", "A sync is running already."))
		return
	}
	w.status.Show(wording.L("syncing", "Syncing…"))
	w.status.Working(0, 0)
	w.cancelSync = w.stoppable(func(ctx context.Context) {
		o.Progress = w.progress
		reports, err := w.Engine.Sync(ctx, o)
		var now Waiting
		if err == nil {
			now, err = WaitingIn(ctx, w.Engine)
		}
		w.Seam.UI(func() { w.synced(reports, now, err) })
	})
}

func (w *Window) progress(p subscribe.Progress) {
	w.Seam.UI(func() {
		if w.cancelSync == nil {
			return
		}
		w.status.Working(p.Done, p.Of)
		if p.Subscription != "" {
			w.status.ShowMessage(wording.L("refreshing-feed-n-items", "Refreshing {{.Feed}}: {{.N}} items", wording.Data{"Feed": w.now.FeedName(p.Subscription), "N": p.Items}))
		}
	})
}

func (w *Window) stopSync() {
	if w.cancelSync != nil {
		w.cancelSync()
		w.status.Show(wording.L("stopping-the-sync", "Stopping the sync…"))
	}
}

func (w *Window) synced(reports []subscribe.Report, now Waiting, err error) {
	w.cancelSync()
	w.cancelSync = nil
	w.idle()
	if err != nil {
		w.Warn(err)
	} else {
		w.report(reports, now)
	}
	w.Reload()
}

// report shows what a sync brought, what waits for the person, and what could not be read.
func (w *Window) report(reports []subscribe.Report, now Waiting) {
	received, files, deleted := 0, 0, 0
	var failed []string
	for _, r := range reports {
		received += r.New + r.Updated
		files += r.Files
		deleted += r.Deleted
		if r.Err != nil {
			failed = append(failed, w.failedAt(r))
		}
		failed = append(failed, unfetched(r)...)
	}
	text := wording.L("synced-at-time", "Synced at {{.Time}}", wording.Data{"Time": w.Speaker.Short(w.Speaker.Now())}) +
		" · " + wording.N("n-changes-received", "{{.N}} changes received", received, wording.Data{"N": wording.Number(received)})
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
		w.status.Warn(text + " · " + strings.Join(failed, " · "))
		return
	}
	w.status.ShowMessage(text)
}

// failedAt describes an error and names the feed.
func (w *Window) failedAt(r subscribe.Report) string {
	text := wording.Error(r.Err)
	if name := w.now.FeedName(r.Subscription); name != r.Subscription {
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

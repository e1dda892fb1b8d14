package window

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// askToUndoFeed asks before it undoes what a feed brought.
func (w *Window) askToUndoFeed(f snapshot.Feed) {
	w.pages.confirm().Ask(forms.Question{
		Title:   lang.L("Undo what “{{.Feed}}” brought?", say.Data{"Feed": f.Name()}),
		Explain: lang.L("Items that nobody else has received leave the list, or are put back as they were. The feed is paused; when you resume it, they come again. Everything stays in the archive."),
		Do:      lang.L("Undo"), Tick: lang.L("Everything since yesterday, not only what the last sync brought"),
		Done: func(yesterday bool) {
			o := engine.UndoFeedOptions{Location: f.Location, Set: f.Set}
			if yesterday {
				o.Since = w.Speaker.Now().Add(-24 * time.Hour)
			}
			w.undoFeed(o)
		},
	})
	w.showForm(w.pages.confirm())
}

// undoFeed undoes what a feed brought, and asks where others may have received it.
func (w *Window) undoFeed(o engine.UndoFeedOptions) {
	work.Ask(w.Seam, func(ctx context.Context) (engine.UndoneFeed, error) { return w.Engine.UndoFeed(ctx, o) },
		func(u engine.UndoneFeed, err error) {
			if seen := (*engine.FeedPublishedError)(nil); errors.As(err, &seen) {
				w.askToRevert(o, seen)
				return
			}
			w.choose(place.Place{Kind: place.Feed, Set: o.Set, Location: o.Location})
			if err != nil {
				w.Warn(err)
				return
			}
			n := u.Left + u.Reverted
			said := w.status.Say(lang.N("Undone: {{.N}} items are as they were before. The feed is paused.", n, say.Data{"N": say.Number(n)}) + refusedText(len(u.Refused)))
			w.Reload()
			if u.Reverted > 0 {
				w.publish(o.Set, said)
			}
		})
}

// askToRevert asks before it makes updates that others will see.
func (w *Window) askToRevert(o engine.UndoFeedOptions, seen *engine.FeedPublishedError) {
	w.pages.confirm().Ask(forms.Question{
		Title: lang.L("Undo it for everyone?"),
		Explain: lang.N("Others may have received {{.Published}} of {{.Items}} items. Each gets an update that reverts it, and {{.N}} other devices will see that.",
			seen.Devices, say.Data{"N": say.Number(seen.Devices), "Items": say.Number(seen.Items), "Published": say.Number(seen.Published)}),
		Do: lang.L("Undo for everyone"),
		Done: func(bool) {
			o.Published = true
			w.undoFeed(o)
		},
	})
	w.showForm(w.pages.confirm())
}

package window

import (
	"context"
	"errors"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// undo undoes the last edit.
func (w *Window) undo() { w.undoWith(edit.UndoOptions{}) }

// undoResolution undoes the last resolution, whatever was done since.
func (w *Window) undoResolution() { w.undoWith(edit.UndoOptions{Resolution: true}) }

// undoEdit undoes an edit by its key.
func (w *Window) undoEdit(key int64) { w.undoWith(edit.UndoOptions{Edit: key}) }

// offerUndo says what was resolved, with a button that undoes that edit; there is none where
// nothing was.
func (w *Window) offerUndo(text string, key int64) frame.Message {
	if key == 0 {
		return w.status.Say(text)
	}
	m, _ := w.status.Offer(text, frame.MessageAction{Text: wording.L("Undo"), Do: func() { w.undoEdit(key) }})
	return m
}

// undoWith undoes what the options choose. A resolution that others may have received
// is undone once a person has agreed to undo it for them, too.
func (w *Window) undoWith(o edit.UndoOptions) {
	work.Ask(w.Seam, func(ctx context.Context) (edit.Undone, error) { return w.Edit.Undo(ctx, o) },
		func(u edit.Undone, err error) {
			var seen *edit.PublishedError
			if errors.As(err, &seen) {
				w.askToUndo(seen)
				return
			}
			w.turned(u, err, func(what string) string {
				return wording.L("Undone: {{.What}}. Ctrl+Y redoes it.", wording.Data{"What": what})
			})
		})
}

// askToUndo asks in the status bar. The button that changes nothing is where Undo was, and
// has the focus, which goes back to where it was.
func (w *Window) askToUndo(seen *edit.PublishedError) {
	text := wording.N("Others may have received these {{.N}} resolutions. Undo them for everyone?", len(seen.Titles), wording.Data{"N": wording.Number(len(seen.Titles))})
	if len(seen.Titles) == 1 {
		text = wording.L("Others may have received the resolution of “{{.Title}}”. Undo it for everyone?", wording.Data{"Title": wording.Title(seen.Titles[0])})
	}
	before := w.window.Canvas().Focused()
	_, keep := w.status.Offer(text,
		frame.MessageAction{Text: wording.L("Undo for everyone"), Do: func() {
			w.focus(before)
			w.undoWith(edit.UndoOptions{Edit: seen.Edit, Published: true})
		}},
		frame.MessageAction{Text: wording.L("Keep"), Do: func() {
			w.focus(before)
			w.status.Say(wording.L("Nothing was undone."))
		}})
	w.focus(keep)
}

// redo redoes what was undone last.
func (w *Window) redo() {
	work.Ask(w.Seam, w.Edit.Redo, func(u edit.Undone, err error) {
		w.turned(u, err, func(what string) string {
			return wording.L("Redone: {{.What}}.", wording.Data{"What": what})
		})
	})
}

// turned shows what was undone or redone, and lets the others know: of a resolution as
// soon as of one that is saved.
func (w *Window) turned(u edit.Undone, err error, text func(string) string) {
	if err != nil {
		w.Warn(err)
		return
	}
	said := w.status.Say(text(undoneText(u)) + refusedText(len(u.Refused)))
	w.followList(u)
	w.Reload()
	w.showTurned(u)
	for _, list := range u.Sets {
		if u.What == "settle" {
			w.publishSoon(list, said)
		} else {
			w.publish(list, said)
		}
	}
}

// followList goes where a list is after its name or its deletion was undone or redone.
func (w *Window) followList(u edit.Undone) {
	if u.What != "rename list" && u.What != "delete list" && u.What != "restore list" {
		return
	}
	w.at, w.item = place.Place{}, place.Item{}
	if len(u.Sets) == 1 {
		w.at = place.Place{Kind: place.List, Set: u.Sets[0]}
	}
	w.goHome()
}

// showTurned goes on, on the resolution page, with what was turned back there: an
// item that is to resolve again, or the next one where it is resolved again.
func (w *Window) showTurned(u edit.Undone) {
	if u.What != "settle" || len(u.Items) != 1 || !w.resolving() {
		return
	}
	it := place.Item{Set: u.Items[0].Set, ID: u.Items[0].ID}
	w.pages.resolve.OpenOrNext(it)
}

// refusedText says how many items were left as they are; nothing for none.
func refusedText(n int) string {
	if n == 0 {
		return ""
	}
	return " " + wording.N("{{.N}} items were not undone, because they changed since.", n, wording.Data{"N": n})
}

// undoneText names an edit, with the item where it was about one.
func undoneText(u edit.Undone) string {
	word := editWord(u.What)
	switch len(u.Titles) {
	case 0:
		return word
	case 1:
		return wording.L("{{.What}} of “{{.Title}}”", wording.Data{"What": word, "Title": wording.Title(u.Titles[0])})
	}
	return wording.N("{{.What}} of {{.N}} items", len(u.Titles), wording.Data{"What": word, "N": len(u.Titles)})
}

// editWord is the noun for what an edit did.
func editWord(what string) string {
	switch what {
	case "add":
		return wording.L("adding")
	case "delete":
		return wording.L("deleting")
	case "restore":
		return wording.L("restoring")
	case "complete":
		return wording.L("completing")
	case "order":
		return wording.L("ordering")
	case "move":
		return wording.L("moving")
	case "copy":
		return wording.L("copying")
	case "rename list":
		return wording.L("renaming the list")
	case "delete list":
		return wording.L("deleting the list")
	case "restore list":
		return wording.L("restoring the list")
	case "import":
		return wording.L("the import")
	case "join":
		return wording.L("joining")
	case "settle":
		return wording.L("the resolution")
	}
	return wording.L("the change")
}

// askToUndoFeed asks before it undoes what a feed brought.
func (w *Window) askToUndoFeed(f snapshot.Feed) {
	w.pages.confirm().Ask(forms.Question{
		Title:   wording.L("Undo what “{{.Feed}}” brought?", wording.Data{"Feed": f.Name()}),
		Explain: wording.L("Items that nobody else has received leave the list, or are put back as they were. The feed is paused; when you resume it, they come again. Everything stays in the archive."),
		Do:      wording.L("Undo"), Tick: wording.L("Everything since yesterday, not only what the last sync brought"),
		Done: func(yesterday bool) {
			o := subscribe.UndoFeedOptions{Location: f.Location, Set: f.Set}
			if yesterday {
				o.Since = w.Speaker.Now().Add(-24 * time.Hour)
			}
			w.undoFeed(o)
		},
	})
	w.showForm(w.pages.confirm())
}

// undoFeed undoes what a feed brought, and asks where others may have received it.
func (w *Window) undoFeed(o subscribe.UndoFeedOptions) {
	work.Ask(w.Seam, func(ctx context.Context) (subscribe.UndoneFeed, error) { return w.Subscriptions.UndoFeed(ctx, o) },
		func(u subscribe.UndoneFeed, err error) {
			if seen := (*subscribe.FeedPublishedError)(nil); errors.As(err, &seen) {
				w.askToRevert(o, seen)
				return
			}
			w.choose(place.Place{Kind: place.Feed, Set: o.Set, Location: o.Location})
			if err != nil {
				w.Warn(err)
				return
			}
			n := u.Left + u.Reverted
			said := w.status.Say(wording.N("Undone: {{.N}} items are as they were before. The feed is paused.", n, wording.Data{"N": wording.Number(n)}) + refusedText(len(u.Refused)))
			w.Reload()
			if u.Reverted > 0 {
				w.publish(o.Set, said)
			}
		})
}

// askToRevert asks before it makes updates that others will see.
func (w *Window) askToRevert(o subscribe.UndoFeedOptions, seen *subscribe.FeedPublishedError) {
	w.pages.confirm().Ask(forms.Question{
		Title: wording.L("Undo it for everyone?"),
		Explain: wording.N("Others may have received {{.Published}} of {{.Items}} items. Each gets an update that reverts it, and {{.N}} other devices will see that.",
			seen.Devices, wording.Data{"N": wording.Number(seen.Devices), "Items": wording.Number(seen.Items), "Published": wording.Number(seen.Published)}),
		Do: wording.L("Undo for everyone"),
		Done: func(bool) {
			o.Published = true
			w.undoFeed(o)
		},
	})
	w.showForm(w.pages.confirm())
}

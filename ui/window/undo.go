package window

import (
	"context"
	"errors"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

func (c *editing) undo() { c.undoWith(edit.UndoOptions{}) }

// undoResolution undoes the last resolution, even if other edits followed it.
func (c *editing) undoResolution() { c.undoWith(edit.UndoOptions{Resolution: true}) }

// undoEdit undoes an edit by its key.
func (c *editing) undoEdit(key int64) { c.undoWith(edit.UndoOptions{Edit: key}) }

// offerUndo reports a resolution, with a button that undoes it. There is no button if key is
// 0.
func (c *editing) offerUndo(text string, key int64) frame.Message {
	if key == 0 {
		return c.status.ShowMessage(text)
	}
	return c.status.Offer(text, frame.MessageAction{Text: wording.L("undo", "Undo"), Do: func() { c.undoEdit(key) }})
}

// undoWith undoes the edit that the options select. If others may have received a resolution,
// the person has to agree to undo it for everyone.
func (c *editing) undoWith(o edit.UndoOptions) {
	work.Ask(c.Seam, func(ctx context.Context) (edit.Undone, error) { return c.Edit.Undo(ctx, o) },
		func(u edit.Undone, err error) {
			var seen *edit.PublishedError
			if errors.As(err, &seen) {
				c.askToUndo(seen)
				return
			}
			c.turned(u, err, func(what string) string {
				return wording.L("undone-what-ctrl-y-redoes-it", "Undone: {{.What}}. Ctrl+Y redoes it.", wording.Data{"What": what})
			})
		})
}

// askToUndo asks in the status bar. The button that changes nothing replaces Undo and has the
// focus. Afterwards the focus returns to where it was.
func (c *editing) askToUndo(seen *edit.PublishedError) {
	text := wording.N("others-may-have-received-these-n", "Others may have received these {{.N}} resolutions. Undo them for everyone?", len(seen.Titles), wording.Data{"N": wording.Number(len(seen.Titles))})
	if len(seen.Titles) == 1 {
		text = wording.L("others-may-have-received-the-resolution", "Others may have received the resolution of “{{.Title}}”. Undo it for everyone?", wording.Data{"Title": wording.Title(seen.Titles[0])})
	}
	before := c.window.Canvas().Focused()
	keep := c.status.Ask(text,
		frame.MessageAction{Text: wording.L("undo-for-everyone", "Undo for everyone"), Do: func() {
			c.focus(before)
			c.undoWith(edit.UndoOptions{Edit: seen.Edit, Published: true})
		}},
		frame.MessageAction{Text: wording.L("keep", "Keep"), Do: func() {
			c.focus(before)
			c.status.ShowMessage(wording.L("nothing-was-undone", "Nothing was undone."))
		}})
	c.focus(keep)
}

// redo redoes the edit that was undone last.
func (c *editing) redo() { c.redoAgreed(edit.Exposure{}) }

// redoing is the outcome of a redo, unless it would make more readable than was agreed to.
type redoing struct {
	edit.Undone
	exposes edit.Exposure
	asks    bool
}

// redoAgreed redoes an edit, or asks first if that would make more readable to others than a
// person agreed to.
func (c *editing) redoAgreed(agreed edit.Exposure) {
	work.Ask(c.Seam, func(ctx context.Context) (did redoing, err error) {
		if did.exposes, err = c.Edit.RedoExposes(ctx); err != nil {
			return did, err
		}
		if did.asks = !did.exposes.Within(agreed); !did.asks {
			did.Undone, err = c.Edit.Redo(ctx)
		}
		return did, err
	}, func(did redoing, err error) {
		if err == nil && did.asks {
			c.askToRedo(did.exposes)
			return
		}
		c.turned(did.Undone, err, func(what string) string {
			text := wording.L("redone-what", "Redone: {{.What}}.", wording.Data{"What": what})
			if did.exposes.Items > 0 {
				text += " " + staysReadable()
			}
			return text
		})
	})
}

// askToRedo asks before items return to a list where others can read them.
func (c *editing) askToRedo(x edit.Exposure) {
	c.confirm(forms.Question{
		Title:   wording.N("put-n-items-into-list-again", "Put {{.N}} items into “{{.List}}” again?", x.Items, wording.Data{"N": wording.Number(x.Items), "List": x.List}),
		Explain: wording.Exposes(x.Items, x.At) + " " + staysReadable(), Do: wording.L("redo", "Redo"),
		Done: func(bool) {
			c.goHome()
			c.redoAgreed(x)
		},
	})
}

// turned shows what was undone or redone, and publishes it. A resolution waits for
// publishPause, as it does when it is saved.
func (c *editing) turned(u edit.Undone, err error, text func(string) string) {
	if err != nil {
		c.Warn(err)
		return
	}
	said := c.status.ShowMessage(text(undoneText(u)) + refusedText(len(u.Refused)))
	c.followList(u)
	c.Reload()
	c.showTurned(u)
	for _, list := range u.Sets {
		if u.What == "settle" {
			c.publisher.publishSoon(list, said)
		} else {
			c.publisher.publish(list, said)
		}
	}
}

// followList shows a list whose name or deletion was undone or redone.
func (c *editing) followList(u edit.Undone) {
	if u.What != "rename list" && u.What != "delete list" && u.What != "restore list" {
		return
	}
	c.at, c.item = snapshot.Place{}, snapshot.Item{}
	if len(u.Sets) == 1 {
		c.at = snapshot.Place{Kind: snapshot.KindList, Set: u.Sets[0]}
	}
	c.goHome()
}

// showTurned continues on the conflict page with the item whose resolution was undone or
// redone: it shows the item if it is in conflict again, otherwise the next conflict.
func (c *editing) showTurned(u edit.Undone) {
	if u.What != "settle" || len(u.Items) != 1 || !c.resolving() {
		return
	}
	it := snapshot.Item{Set: u.Items[0].Set, ID: u.Items[0].ID}
	c.pages.resolve.OpenOrNext(it)
}

// refusedText says how many items were left unchanged. It returns "" if there are none.
func refusedText(n int) string {
	if n == 0 {
		return ""
	}
	return " " + wording.N("n-items-were-not-undone-because", "{{.N}} items were not undone, because they changed since.", n, wording.Data{"N": n})
}

// undoneText names an edit and, if it changed a single item, that item.
func undoneText(u edit.Undone) string {
	if u.What == edit.MarkingRead {
		return wording.L("marking-all-of-title-as-read", "marking all of “{{.Title}}” as read", wording.Data{"Title": wording.Title(u.Titles[0])})
	}
	word := editWord(u.What)
	switch n := len(u.Titles); {
	case n == 0 || n > 1 && u.What == "order": // neighbours that made room are no news
		return word
	case n == 1:
		return wording.L("what-title", "{{.What}} “{{.Title}}”", wording.Data{"What": word, "Title": wording.Title(u.Titles[0])})
	}
	return wording.N("what-n-items", "{{.What}} {{.N}} items", len(u.Titles), wording.Data{"What": word, "N": len(u.Titles)})
}

// editWord returns the noun for an edit.
func editWord(what string) string {
	switch what {
	case "add":
		return wording.L("adding-2", "adding")
	case "delete":
		return wording.L("deleting", "deleting")
	case "restore":
		return wording.L("restoring-2", "restoring")
	case "complete":
		return wording.L("completing", "completing")
	case "order":
		return wording.L("reordering", "reordering")
	case "move":
		return wording.L("moving", "moving")
	case "copy":
		return wording.L("copying", "copying")
	case "rename list":
		return wording.L("renaming-the-list", "renaming the list")
	case "delete list":
		return wording.L("deleting-the-list", "deleting the list")
	case "restore list":
		return wording.L("restoring-the-list", "restoring the list")
	case "arrange lists":
		return wording.L("arranging-lists", "arranging lists")
	case "style list":
		return wording.L("changing-the-look-of-the-list", "changing the look of the list")
	case "import":
		return wording.L("importing", "importing")
	case "join":
		return wording.L("merging", "merging")
	case "settle":
		return wording.L("resolving", "resolving")
	}
	return wording.L("editing", "editing")
}

// askToUndoFeed asks for confirmation before undoing what a feed brought.
func (c *editing) askToUndoFeed(f snapshot.Feed) {
	c.confirm(forms.Question{
		Title:   wording.L("undo-the-changes-from-feed", "Undo the changes from “{{.Feed}}”?", wording.Data{"Feed": f.Name()}),
		Explain: wording.L("items-that-nobody-else-has-received", "Items that nobody else has received are removed from the list or reverted. The feed is paused; if you resume it, they are received again. Everything stays in the archive."),
		Do:      wording.L("undo", "Undo"), Tick: wording.L("all-changes-since-yesterday-not-only", "All changes since yesterday, not only those of the last sync"),
		Done: func(yesterday bool) {
			o := subscribe.UndoFeedOptions{Location: f.Location, Set: f.Set}
			if yesterday {
				o.Since = c.Speaker.Now().Add(-24 * time.Hour)
			}
			c.undoFeed(o)
		},
	})
}

// undoFeed undoes what a feed brought. If others may have received it, it asks first.
func (c *editing) undoFeed(o subscribe.UndoFeedOptions) {
	work.Ask(c.Seam, func(ctx context.Context) (subscribe.UndoneFeed, error) { return c.Subscriptions.UndoFeed(ctx, o) },
		func(u subscribe.UndoneFeed, err error) {
			if seen := (*subscribe.FeedPublishedError)(nil); errors.As(err, &seen) {
				c.askToRevert(o, seen)
				return
			}
			c.choose(snapshot.Place{Kind: snapshot.KindFeed, Set: o.Set, Location: o.Location})
			if err != nil {
				c.Warn(err)
				return
			}
			n := u.Left + u.Reverted
			said := c.status.ShowMessage(wording.N("reverted-n-items-the-feed-is", "Reverted {{.N}} items. The feed is paused.", n, wording.Data{"N": wording.Number(n)}) + refusedText(len(u.Refused)))
			c.Reload()
			if u.Reverted > 0 {
				c.publisher.publish(o.Set, said)
			}
		})
}

// askToRevert asks for confirmation before creating updates that others will see.
func (c *editing) askToRevert(o subscribe.UndoFeedOptions, seen *subscribe.FeedPublishedError) {
	c.confirm(forms.Question{
		Title: wording.L("undo-it-for-everyone", "Undo it for everyone?"),
		Explain: wording.N("others-may-have-received-published-of", "Others may have received {{.Published}} of {{.Items}} items. Each gets an update that reverts it, and {{.N}} other devices will see that.",
			seen.Devices, wording.Data{"N": wording.Number(seen.Devices), "Items": wording.Number(seen.Items), "Published": wording.Number(seen.Published)}),
		Do: wording.L("undo-for-everyone", "Undo for everyone"),
		Done: func(bool) {
			o.Published = true
			c.undoFeed(o)
		},
	})
}

package window

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

func (w *Window) showNewList() {
	w.pages.newList().Fill("")
	w.showForm(w.pages.newList())
}

// newList creates a list and shows it at once. Items typed there wait in the queue until the
// list exists.
func (w *Window) newList(name string, kind record.Kind) {
	w.choose(snapshot.Place{Kind: snapshot.KindList, Set: name})
	w.newItem()
	w.items.Expect(kind)
	work.Ask(w.Seam, func(ctx context.Context) (lists.List, error) {
		return w.Lists.Create(ctx, lists.New{Name: name, Kind: string(kind)})
	}, func(_ lists.List, err error) {
		if err != nil {
			w.pages.newList().Fill(name)
			w.pages.newList().Problem(wording.Error(err))
			w.showForm(w.pages.newList())
			return
		}
		w.status.ShowMessage(wording.L("created-list-name-type-its-first", "Created list “{{.Name}}”. Type its first item.", wording.Data{"Name": name}))
		w.Reload()
	})
}

func (w *Window) showRenameList(list string) {
	w.pages.renameList().Fill(list)
	w.showForm(w.pages.renameList())
}

func (w *Window) renameList(list, name string) {
	work.Ask(w.Seam, func(ctx context.Context) (store.Set, error) {
		return w.Edit.RenameList(ctx, list, name)
	}, func(renamed store.Set, err error) {
		if err != nil {
			w.pages.renameList().Problem(wording.Error(err))
			return
		}
		data := wording.Data{"List": list, "Name": name, "Seen": renamed.SeenAs()}
		text := wording.L("renamed-list-to-name-ctrl-z", "Renamed “{{.List}}” to “{{.Name}}”. Ctrl+Z undoes it.", data)
		if data["Seen"] != "" {
			text = wording.L("renamed-list-to-name-on-this", "Renamed “{{.List}}” to “{{.Name}}” on this device. Others still see “{{.Seen}}” in the shared folder. Ctrl+Z undoes it.", data)
		}
		w.status.ShowMessage(text)
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: name})
		w.goHome()
	})
}

func (w *Window) showRestoreList() {
	ask(w, w.Lists.Deleted, func(all []lists.List) {
		var names, shown []string
		for _, l := range slices.Backward(all) { // of several with the same name, the last one can be restored
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
				shown = append(shown, wording.N("list-n-items", "“{{.List}}”, {{.N}} items", l.Counts.Items, wording.Data{"List": l.Name, "N": wording.Number(l.Counts.Items)}))
			}
		}
		w.pages.restoreList().Fill(names, shown)
		w.showForm(w.pages.restoreList())
	})
}

func (w *Window) restoreList(list, name string) {
	work.Ask(w.Seam, func(ctx context.Context) (store.Set, error) { return w.Edit.RestoreList(ctx, list, name) }, func(set store.Set, err error) {
		if err != nil {
			w.pages.restoreList().Problem(wording.Error(err))
			return
		}
		said := wording.L("restored-the-list-list-ctrl-z", "Restored the list “{{.List}}”. Ctrl+Z deletes it again.", wording.Data{"List": set.Name})
		if set.Location != "" {
			said = wording.L("restored-the-list-list-and-published", "Restored the list “{{.List}}” and published it at {{.At}} again. Ctrl+Z deletes it again.", wording.Data{"List": set.Name, "At": set.Location})
		}
		w.status.ShowMessage(said)
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: set.Name})
		w.goHome()
		w.Reload()
	})
}

// deleteList deletes a list. If it is shared, it first asks what to do with its feed.
func (w *Window) deleteList(list string) {
	l, there := w.now.List(list)
	if !there {
		return
	}
	w.saveLeft() // it comes back with the list
	text := wording.N("deleted-the-list-list-with-n", "Deleted the list “{{.List}}” with {{.N}} items. Ctrl+Z brings it back.", l.Rows, wording.Data{"List": list, "N": wording.Number(l.Rows)})
	work.Ask(w.Seam, func(ctx context.Context) (copies sharing.Copies, err error) {
		if copies, err = w.Sharing.Copies(ctx, list); err == nil {
			err = w.Sharing.DeleteSet(ctx, list)
		}
		return copies, err
	}, func(copies sharing.Copies, err error) {
		if shared := (*sharing.SharedError)(nil); errors.As(err, &shared) {
			w.askToDelete(shared, copies)
			return
		}
		w.listDeleted(list, text, copies, err)
	})
}

func (w *Window) askToDelete(shared *sharing.SharedError, copies sharing.Copies) {
	data := wording.Data{"List": shared.List, "At": shared.Address}
	w.confirm(forms.Question{
		Title:   wording.L("delete-the-shared-list-list", "Delete the shared list “{{.List}}”?", data),
		Explain: wording.L("it-is-published-at-at-others", "It is published at {{.At}}. Others keep what they have received, even if you remove its feed. Ctrl+Z restores the list. A removed feed is published again only when you share the list again.", data) + " " + wording.Copies(copies, w.Speaker.Person),
		Do:      wording.L("delete-list", "Delete list"), Tick: wording.L("remove-its-feed-there-too", "Remove its feed there, too"), Ticked: true,
		Done: func(remove bool) {
			work.Ask(w.Seam, func(ctx context.Context) (string, error) {
				return w.Sharing.DeleteShared(ctx, shared.List, remove)
			}, func(at string, err error) {
				data["At"] = at
				text := wording.L("deleted-list-its-feed-stays-at", "Deleted “{{.List}}”. Its feed stays at {{.At}} but is no longer updated. Others keep what they have received.", data)
				if remove {
					text = wording.L("deleted-list-and-its-feed-at", "Deleted “{{.List}}” and its feed at {{.At}}. Others keep what they have received.", data)
					copies.Feeds = slices.DeleteFunc(copies.Feeds, func(feed string) bool { return feed == at })
				}
				w.listDeleted(shared.List, text, copies, err)
			})
		},
	})
}

// listDeleted shows another list after one was deleted.
func (w *Window) listDeleted(list, text string, copies sharing.Copies, err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	w.status.ShowMessage(strings.TrimSpace(text + " " + wording.Copies(copies, w.Speaker.Person)))
	if w.at.Set == list {
		w.leaveGone()
	} else {
		w.goHome()
	}
	w.Reload()
}

// listMenu returns the context menu of a list in the sidebar.
func (w *Window) listMenu(list string) *fyne.Menu {
	return widget.Menu(w.keys, []*fyne.MenuItem{
		fyne.NewMenuItem(wording.L("rename-f2", "Rename…  F2"), func() { w.showRenameList(list) }),
		fyne.NewMenuItem(wording.L("delete-list-del", "Delete list  Del"), func() { w.deleteList(list) }),
		fyne.NewMenuItem(wording.L("share-this-list-dialog", "Share this list…"), func() {
			w.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
			w.showShare()
		}),
	})
}

// atList returns a menu command for the chosen list, which does nothing if no list is chosen.
func (w *Window) atList(do func(list string)) func() {
	return func() {
		if w.at.Kind == snapshot.KindList {
			do(w.at.Set)
		}
	}
}

func (w *Window) pause(set, location string, paused bool) {
	w.run(func(ctx context.Context) error { return w.Subscriptions.Pause(ctx, set, location, paused) }, w.Reload)
}

func (w *Window) unsubscribe(set, location string) {
	w.run(func(ctx context.Context) error { return w.Subscriptions.Unsubscribe(ctx, set, location) }, func() {
		w.Reload()
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: set})
		w.status.ShowMessage(wording.L("unsubscribed-items-received-from-it-stay", "Unsubscribed. Items received from it stay."))
	})
}

// ask is work.Ask for a question whose error is shown in the status bar.
func ask[T any](w *Window, question func(context.Context) (T, error), then func(T)) {
	work.Ask(w.Seam, question, func(answer T, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		then(answer)
	})
}

// run queues a job whose error is shown in the status bar. then is called after a success.
func (w *Window) run(job func(context.Context) error, then func()) {
	ask(w, alone(job), func(struct{}) { then() })
}

// alone turns a job that returns nothing but an error into a question.
func alone(job func(context.Context) error) func(context.Context) (struct{}, error) {
	return func(ctx context.Context) (struct{}, error) { return struct{}{}, job(ctx) }
}

// addsHere reports whether new items can be added in the smart list that is shown.
func (w *Window) addsHere() bool { return w.at.Smart() && w.now.FirstTodoList() != "" }

// setForNew returns the list that new items go to. Smart lists add theirs to the first list of
// todos.
func (w *Window) setForNew() string {
	if w.at.Smart() {
		return w.now.FirstTodoList()
	}
	return w.at.Set
}

// fitting returns the values of a new item with those that the smart list requires, so that
// the item appears in it.
func (w *Window) fitting(v record.Values) record.Values {
	v = maps.Clone(v)
	switch {
	case w.at.Kind == snapshot.KindToday && v["due"] == "":
		v["due"] = record.DayOf(w.Speaker.Now().In(w.Speaker.Zone)).String()
	case w.at.Kind == snapshot.KindTag:
		v["tags"] = tagsAfter(v["tags"], items.Action{Value: record.FormatTags([]string{w.at.Tag})})
	}
	return v
}

package window

import (
	"context"
	"encoding/json"
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

// listPages creates, changes and arranges lists, and empties the trash.
type listPages struct {
	*shell
	edits   *editing
	sharing *sharingPages
}

func (c *listPages) showNewList() {
	c.pages.newList().Fill("")
	c.showForm(c.pages.newList())
}

// newList creates a list and shows it at once. Items typed there wait in the queue until the
// list exists.
func (c *listPages) newList(name string, kind record.Kind) {
	c.choose(snapshot.Place{Kind: snapshot.KindList, Set: name})
	c.newItem()
	c.items.Expect(kind)
	work.Ask(c.Seam, func(ctx context.Context) (lists.List, error) {
		return c.Lists.Create(ctx, lists.New{Name: name, Kind: string(kind)})
	}, func(_ lists.List, err error) {
		if err != nil {
			c.pages.newList().Fill(name)
			c.pages.newList().Problem(wording.Error(err))
			c.showForm(c.pages.newList())
			return
		}
		c.status.ShowMessage(wording.L("created-list-name-type-its-first", "Created list “{{.Name}}”. Type its first item.", wording.Data{"Name": name}))
		c.Reload()
	})
}

func (c *listPages) showRenameList(list string) {
	c.pages.renameList().Fill(list)
	c.showForm(c.pages.renameList())
}

func (c *listPages) renameList(list, name string) {
	work.Ask(c.Seam, func(ctx context.Context) (store.Set, error) {
		return c.Edit.RenameList(ctx, list, name)
	}, func(renamed store.Set, err error) {
		if err != nil {
			c.pages.renameList().Problem(wording.Error(err))
			return
		}
		data := wording.Data{"List": list, "Name": name, "Seen": renamed.SeenAs()}
		text := wording.L("renamed-list-to-name-ctrl-z", "Renamed “{{.List}}” to “{{.Name}}”. Ctrl+Z undoes it.", data)
		if data["Seen"] != "" {
			text = wording.L("renamed-list-to-name-on-this", "Renamed “{{.List}}” to “{{.Name}}” on this device. Others still see “{{.Seen}}” in the shared folder. Ctrl+Z undoes it.", data)
		}
		c.status.ShowMessage(text)
		c.choose(snapshot.Place{Kind: snapshot.KindList, Set: name})
		c.goHome()
	})
}

func (c *listPages) showRestoreList() {
	ask(c.shell, c.Lists.Deleted, func(all []lists.List) {
		var names, shown []string
		for _, l := range slices.Backward(all) { // of several with the same name, the last one can be restored
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
				shown = append(shown, wording.N("list-n-items", "“{{.List}}”, {{.N}} items", l.Counts.Items, wording.Data{"List": l.Name, "N": wording.Number(l.Counts.Items)}))
			}
		}
		c.pages.restoreList().Fill(names, shown)
		c.showForm(c.pages.restoreList())
	})
}

func (c *listPages) restoreList(list, name string) {
	work.Ask(c.Seam, func(ctx context.Context) (store.Set, error) { return c.Edit.RestoreList(ctx, list, name) }, func(set store.Set, err error) {
		if err != nil {
			c.pages.restoreList().Problem(wording.Error(err))
			return
		}
		said := wording.L("restored-the-list-list-ctrl-z", "Restored the list “{{.List}}”. Ctrl+Z deletes it again.", wording.Data{"List": set.Name})
		if set.Location != "" {
			said = wording.L("restored-the-list-list-and-published", "Restored the list “{{.List}}” and published it at {{.At}} again. Ctrl+Z deletes it again.", wording.Data{"List": set.Name, "At": set.Location})
		}
		c.status.ShowMessage(said)
		c.choose(snapshot.Place{Kind: snapshot.KindList, Set: set.Name})
		c.goHome()
		c.Reload()
	})
}

// askToDeleteList asks before a key deletes a list with items: after a click on the list, the key
// may be meant for its items. For a shared list, deleteList asks.
func (c *listPages) askToDeleteList(list string) {
	l, there := c.now.List(list)
	if !there || l.Items == 0 || l.Location != "" {
		c.deleteList(list)
		return
	}
	c.confirm(forms.Question{
		Title:   wording.N("delete-the-list-list-with-n", "Delete the list “{{.List}}” with {{.N}} items?", l.Items, wording.Data{"List": list, "N": wording.Number(l.Items)}),
		Explain: wording.L("ctrl-z-brings-it-back", "Ctrl+Z brings it back."), Do: wording.L("delete-list", "Delete list"),
		Done: func(bool) { c.deleteList(list) },
	})
}

// deleteList deletes a list. If it is shared, it first asks what to do with its feed.
func (c *listPages) deleteList(list string) {
	l, there := c.now.List(list)
	if !there {
		return
	}
	c.edits.saveLeft() // it comes back with the list
	text := wording.N("deleted-the-list-list-with-n", "Deleted the list “{{.List}}” with {{.N}} items. Ctrl+Z brings it back.", l.Items, wording.Data{"List": list, "N": wording.Number(l.Items)})
	work.Ask(c.Seam, func(ctx context.Context) (copies sharing.Copies, err error) {
		if copies, err = c.Sharing.Copies(ctx, list); err == nil {
			err = c.Sharing.DeleteSet(ctx, list)
		}
		return copies, err
	}, func(copies sharing.Copies, err error) {
		if shared := (*sharing.SharedError)(nil); errors.As(err, &shared) {
			c.askToDelete(shared, copies)
			return
		}
		c.listDeleted(list, text, copies, err)
	})
}

func (c *listPages) askToDelete(shared *sharing.SharedError, copies sharing.Copies) {
	data := wording.Data{"List": shared.List, "At": shared.Address}
	c.confirm(forms.Question{
		Title:   wording.L("delete-the-shared-list-list", "Delete the shared list “{{.List}}”?", data),
		Explain: wording.L("it-is-published-at-at-others", "It is published at {{.At}}. Others keep what they have received, even if you remove its feed. Ctrl+Z restores the list. A removed feed is published again only when you share the list again.", data) + " " + wording.Copies(copies, c.Speaker.Person),
		Do:      wording.L("delete-list", "Delete list"), Tick: wording.L("remove-its-feed-there-too", "Remove its feed there, too"), Ticked: true,
		Done: func(remove bool) {
			work.Ask(c.Seam, func(ctx context.Context) (string, error) {
				return c.Sharing.DeleteShared(ctx, shared.List, remove)
			}, func(at string, err error) {
				data["At"] = at
				text := wording.L("deleted-list-its-feed-stays-at", "Deleted “{{.List}}”. Its feed stays at {{.At}} but is no longer updated. Others keep what they have received.", data)
				if remove {
					text = wording.L("deleted-list-and-its-feed-at", "Deleted “{{.List}}” and its feed at {{.At}}. Others keep what they have received.", data)
					copies.Feeds = slices.DeleteFunc(copies.Feeds, func(feed string) bool { return feed == at })
				}
				c.listDeleted(shared.List, text, copies, err)
			})
		},
	})
}

// listDeleted shows another list after one was deleted.
func (c *listPages) listDeleted(list, text string, copies sharing.Copies, err error) {
	if err != nil {
		c.Warn(err)
		return
	}
	c.status.ShowMessage(strings.TrimSpace(text + " " + wording.Copies(copies, c.Speaker.Person)))
	if c.at.Set == list {
		c.leaveGone()
	} else {
		c.goHome()
	}
	c.Reload()
}

// canHaveKind reports whether a list can get another kind: it has no items and is not shared.
func (c *listPages) canHaveKind(at snapshot.Place, kind record.Kind) bool {
	l, there := c.now.List(at.Set)
	return there && at.Kind == snapshot.KindList && l.Kind != string(kind) && l.Counts == (store.Counts{}) && l.Location == "" &&
		!slices.ContainsFunc(c.now.Feeds, func(f snapshot.Feed) bool { return f.Set == at.Set })
}

func (c *listPages) setKind(list string, kind record.Kind) {
	c.run(func(ctx context.Context) error { return c.Lists.SetKind(ctx, list, string(kind)) }, func() {
		c.status.ShowMessage(wording.L("list-is-now-of-kind", "“{{.List}}” is now a list of this type: {{.Kind}}.", wording.Data{"List": list, "Kind": wording.Kind(string(kind))}))
		c.Reload()
	})
}

// listMenu returns the context menu of a list in the sidebar.
func (c *listPages) listMenu(list string) *fyne.Menu {
	return widget.Menu(c.keys, append([]*fyne.MenuItem{
		fyne.NewMenuItem(wording.L("rename-f2", "Rename…  F2"), func() { c.showRenameList(list) }),
		fyne.NewMenuItem(wording.L("delete-list-del", "Delete list  Del"), func() { c.deleteList(list) }),
		fyne.NewMenuItem(wording.L("move-up-alt-up", "Move up  Alt+Up"), func() { c.sidebar.Shift(list, false) }),
		fyne.NewMenuItem(wording.L("move-down-alt-down", "Move down  Alt+Down"), func() { c.sidebar.Shift(list, true) }),
		fyne.NewMenuItem(wording.L("move-to-folder-dialog", "Move to folder…"), func() { c.showMoveToFolder(list) }),
		fyne.NewMenuItem(wording.L("share-this-list-dialog", "Share this list…"), func() {
			c.choose(snapshot.Place{Kind: snapshot.KindList, Set: list})
			c.sharing.showShare()
		}),
	}, c.styleMenus(list)...))
}

// atList returns a menu command for the chosen list, which does nothing if no list is chosen.
func (c *listPages) atList(do func(list string)) func() {
	return func() {
		if c.at.Kind == snapshot.KindList {
			do(c.at.Set)
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

// addsHere reports whether new items can be added in the smart list that is shown.
func (s *shell) addsHere() bool { return s.at.AddsTodos() && s.now.FirstTodoList() != "" }

// setForNew returns the list that new items go to. Smart lists add theirs to the first list of
// todos.
func (s *shell) setForNew() string {
	if s.at.Smart() {
		return s.now.FirstTodoList()
	}
	return s.at.Set
}

// fitting returns the values of a new item with those that the smart list requires, so that
// the item appears in it, or those of the section of the selected item.
func (s *shell) fitting(v record.Values) record.Values {
	v = maps.Clone(v)
	switch {
	case s.at.Kind == snapshot.KindToday && v["due"] == "":
		v["due"] = record.DayOf(s.Speaker.Now().In(s.Speaker.Zone)).String()
	case s.at.Kind == snapshot.KindTag:
		v["tags"] = tagsAfter(v["tags"], items.Action{Value: record.FormatTags([]string{s.at.Tag})})
	case s.now.Place == s.at && s.item.ID != "" && v["section"] == "":
		if row := s.now.Rows.Find(s.item.ID); row != snapshot.NoRow && s.now.Rows.Section(row) != "" {
			v["section"] = s.now.Rows.Section(row)
		}
	}
	return v
}

// listsKey is the key under which the names of the lists are saved. Settings are saved by
// these names.
const listsKey = "lists"

// renames maps the old names of renamed lists to the new ones.
type renames map[string]string

// renamesOf compares the names of lists by their keys.
func renamesOf(before, now map[int64]string) renames {
	all := renames{}
	for key, name := range now {
		if was, there := before[key]; there && was != name {
			all[was] = name
		}
	}
	return all
}

// renamed returns a map whose keys refer to lists, with the new names. If a list takes the
// name of one that no longer exists, entries left over from that one are dropped.
func renamed[K comparable, V any](all map[K]V, r renames, list func(*K) *string) map[K]V {
	taken := slices.Collect(maps.Values(r))
	now := make(map[K]V, len(all))
	for k, v := range all {
		name := list(&k)
		if to, is := r[*name]; is {
			*name = to
		} else if slices.Contains(taken, *name) {
			continue
		}
		now[k] = v
	}
	return now
}

func itself(name *string) *string            { return name }
func listOfItem(it *snapshot.Item) *string   { return &it.Set }
func listOfPlace(at *snapshot.Place) *string { return &at.Set }

// followLists applies the new names of lists to the state of the window.
func (w *Window) followLists(r renames) {
	w.duplicates.lists = renamed(w.duplicates.lists, r, itself)
	w.publisher.publishing = renamed(w.publisher.publishing, r, itself)
	for list, p := range w.publisher.publishing {
		p.list = list
	}
	if w.publisher.waiting.lists != nil {
		w.publisher.waiting.lists = renamed(w.publisher.waiting.lists, r, itself)
		w.publisher.held.Set(slices.Collect(maps.Keys(w.publisher.waiting.lists)))
	}
}

// followSettings applies the new names of lists to their settings, also if they were renamed
// while the window was closed. It reports whether that changes how the place is shown.
func (w *Window) followSettings(now map[int64]string) (shown bool) {
	r := renamesOf(w.named, now)
	if len(r) > 0 {
		w.arrangements = renamed(w.arrangements, r, listOfPlace)
		w.folded = renamed(w.folded, r, listOfItem)
		w.outlines.branches = renamed(w.outlines.branches, r, itself)
		w.Settings.SetString(arrangedKey, formatArranged(w.arrangements))
		w.saveFolded()
		w.Settings.SetString(branchesKey, snapshot.FormatBranches(w.outlines.branches))
	}
	if !maps.Equal(w.named, now) {
		text, err := json.Marshal(now)
		if err != nil {
			panic("names of lists: " + err.Error()) // strings always marshal
		}
		w.Settings.SetString(listsKey, string(text))
	}
	w.named, w.follows = now, true
	return slices.Contains(slices.Collect(maps.Values(r)), w.at.Set)
}

// parseNames parses the saved names of the lists. Without them, settings cannot follow a
// renamed list.
func parseNames(text string) map[int64]string {
	names := map[int64]string{}
	if json.Unmarshal([]byte(text), &names) != nil {
		return map[int64]string{}
	}
	return names
}

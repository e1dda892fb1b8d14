package window

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// arrangeLists changes the order or the folders of the lists. moved is the list or folder that
// is moved.
func (c *listPages) arrangeLists(moved string, arrange store.Arrangement) {
	c.arrangedLists(arrange, wording.L("moved-name-ctrl-z-undoes-it", "Moved “{{.Name}}”. Ctrl+Z undoes it.", wording.Data{"Name": moved}))
}

func (c *listPages) arrangedLists(arrange store.Arrangement, text string) {
	c.run(func(ctx context.Context) error { return c.Edit.ArrangeLists(ctx, arrange) }, func() {
		c.status.ShowMessage(text)
		c.Reload()
	})
}

// canShiftList reports whether the chosen list can be moved up, or down.
func (c *listPages) canShiftList(down bool) bool {
	at := slices.IndexFunc(c.now.Lists, func(l *lists.List) bool { return c.at == snapshot.Place{Kind: snapshot.KindList, Set: l.Name} })
	end := 0
	if down {
		end = len(c.now.Lists) - 1
	}
	return at >= 0 && (at != end || c.now.Lists[at].Display.Folder != "")
}

// foldersKey is the key under which the folded folders are saved.
const foldersKey = "folders"

// parseFolded parses the saved names of the folded folders.
func parseFolded(text string) map[string]bool {
	var names []string
	if json.Unmarshal([]byte(text), &names) != nil {
		return nil
	}
	folded := map[string]bool{}
	for _, name := range names {
		folded[name] = true
	}
	return folded
}

// foldFolder hides or shows the lists of a folder.
func (c *listPages) foldFolder(folder string, folded bool) {
	now := with(c.sidebar.Folded, folder, folded)
	maps.DeleteFunc(now, func(name string, folded bool) bool { return !folded || !slices.Contains(c.folders(), name) })
	c.saveFolded(now)
	c.sidebar.Show(&c.now, c.markInSidebar())
}

func (c *listPages) saveFolded(folded map[string]bool) {
	c.sidebar.Folded = folded
	text, err := json.Marshal(slices.Sorted(maps.Keys(folded)))
	if err != nil {
		panic("names of folders: " + err.Error()) // strings always marshal
	}
	c.Settings.SetString(foldersKey, string(text))
}

// folders returns the names of the folders.
func (c *listPages) folders() (all []string) {
	for _, l := range c.now.Lists {
		if folder := l.Display.Folder; folder != "" && !slices.Contains(all, folder) {
			all = append(all, folder)
		}
	}
	return all
}

// folder returns the folder of the chosen list, or "".
func (c *listPages) folder() string {
	l, there := c.now.List(c.at.Set)
	if !there || !c.isAtList() {
		return ""
	}
	return l.Display.Folder
}

func (c *listPages) isInFolder() bool { return c.folder() != "" }

// atFolder returns a menu command for the folder of the chosen list, which otherwise does
// nothing.
func (c *listPages) atFolder(do func(folder string)) func() {
	return func() {
		if c.isInFolder() {
			do(c.folder())
		}
	}
}

// showMoveToFolder asks for the folder to move a list to.
func (c *listPages) showMoveToFolder(list string) {
	l, there := c.now.List(list)
	if !there {
		return
	}
	c.pages.folder().Fill(wording.L("move-list-to-a-folder", "Move “{{.List}}” to a folder", wording.Data{"List": list}), wording.L("move", "Move"), l.Display.Folder, c.folders(), func(folder string) {
		c.goHome()
		c.arrangeLists(list, store.Move(list, store.Spot{Folder: folder}))
	})
	c.showForm(c.pages.folder())
}

// leaveFolder moves a list out of its folder.
func (c *listPages) leaveFolder(list string) { c.arrangeLists(list, store.LeaveFolder(list)) }

// showRenameFolder asks for another name of a folder.
func (c *listPages) showRenameFolder(folder string) {
	c.pages.folder().Fill(wording.L("rename-list-list", "Rename “{{.List}}”", wording.Data{"List": folder}), wording.L("rename", "Rename"), folder, nil, func(name string) {
		c.goHome()
		if c.sidebar.Folded[folder] {
			c.saveFolded(with(c.sidebar.Folded, name, true))
		}
		data := wording.Data{"Folder": folder, "Name": name}
		c.arrangedLists(store.RenameFolder(folder, name), wording.L("renamed-the-folder-folder-to-name", "Renamed the folder “{{.Folder}}” to “{{.Name}}”. Ctrl+Z undoes it.", data))
	})
	c.showForm(c.pages.folder())
}

// removeFolder removes a folder. Its lists stay where they are.
func (c *listPages) removeFolder(folder string) {
	c.arrangedLists(store.RenameFolder(folder, ""), wording.L("removed-the-folder-folder-its-lists", "Removed the folder “{{.Folder}}”. Its lists stay. Ctrl+Z undoes it.", wording.Data{"Folder": folder}))
}

// folderMenu returns the context menu of a folder in the sidebar.
func (c *listPages) folderMenu(folder string) *fyne.Menu {
	fold := wording.L("collapse-folder-left", "Collapse  Left")
	if c.sidebar.Folded[folder] {
		fold = wording.L("expand-folder-right", "Expand  Right")
	}
	return widget.Menu(c.keys, []*fyne.MenuItem{
		fyne.NewMenuItem(fold, func() { c.foldFolder(folder, !c.sidebar.Folded[folder]) }),
		fyne.NewMenuItem(wording.L("rename-f2", "Rename…  F2"), func() { c.showRenameFolder(folder) }),
		fyne.NewMenuItem(wording.L("remove-folder-del", "Remove folder  Del"), func() { c.removeFolder(folder) }),
	})
}

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
func (w *Window) arrangeLists(moved string, arrange store.Arrangement) {
	w.arrangedLists(arrange, wording.L("moved-name-ctrl-z-undoes-it", "Moved “{{.Name}}”. Ctrl+Z undoes it.", wording.Data{"Name": moved}))
}

func (w *Window) arrangedLists(arrange store.Arrangement, text string) {
	w.run(func(ctx context.Context) error { return w.Edit.ArrangeLists(ctx, arrange) }, func() {
		w.status.ShowMessage(text)
		w.Reload()
	})
}

// canShiftList reports whether the chosen list can be moved up, or down.
func (w *Window) canShiftList(down bool) bool {
	at := slices.IndexFunc(w.now.Lists, func(l *lists.List) bool { return w.at == snapshot.Place{Kind: snapshot.KindList, Set: l.Name} })
	end := 0
	if down {
		end = len(w.now.Lists) - 1
	}
	return at >= 0 && (at != end || w.now.Lists[at].Display.Folder != "")
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
func (w *Window) foldFolder(folder string, folded bool) {
	now := with(w.sidebar.Folded, folder, folded)
	maps.DeleteFunc(now, func(name string, folded bool) bool { return !folded || !slices.Contains(w.folders(), name) })
	w.saveFolded(now)
	w.sidebar.Show(&w.now, w.markInSidebar())
}

func (w *Window) saveFolded(folded map[string]bool) {
	w.sidebar.Folded = folded
	text, err := json.Marshal(slices.Sorted(maps.Keys(folded)))
	if err != nil {
		panic("names of folders: " + err.Error()) // strings always marshal
	}
	w.Settings.SetString(foldersKey, string(text))
}

// folders returns the names of the folders.
func (w *Window) folders() (all []string) {
	for _, l := range w.now.Lists {
		if folder := l.Display.Folder; folder != "" && !slices.Contains(all, folder) {
			all = append(all, folder)
		}
	}
	return all
}

// folder returns the folder of the chosen list, or "".
func (w *Window) folder() string {
	l, there := w.now.List(w.at.Set)
	if !there || !w.isAtList() {
		return ""
	}
	return l.Display.Folder
}

func (w *Window) isInFolder() bool { return w.folder() != "" }

// atFolder returns a menu command for the folder of the chosen list, which otherwise does
// nothing.
func (w *Window) atFolder(do func(folder string)) func() {
	return func() {
		if w.isInFolder() {
			do(w.folder())
		}
	}
}

// showMoveToFolder asks for the folder to move a list to.
func (w *Window) showMoveToFolder(list string) {
	l, there := w.now.List(list)
	if !there {
		return
	}
	w.pages.folder().Fill(wording.L("move-list-to-a-folder", "Move “{{.List}}” to a folder", wording.Data{"List": list}), wording.L("move", "Move"), l.Display.Folder, w.folders(), func(folder string) {
		w.goHome()
		w.arrangeLists(list, store.Move(list, store.Spot{Folder: folder}))
	})
	w.showForm(w.pages.folder())
}

// leaveFolder moves a list out of its folder.
func (w *Window) leaveFolder(list string) { w.arrangeLists(list, store.LeaveFolder(list)) }

// showRenameFolder asks for another name of a folder.
func (w *Window) showRenameFolder(folder string) {
	w.pages.folder().Fill(wording.L("rename-list-list", "Rename “{{.List}}”", wording.Data{"List": folder}), wording.L("rename", "Rename"), folder, nil, func(name string) {
		w.goHome()
		if w.sidebar.Folded[folder] {
			w.saveFolded(with(w.sidebar.Folded, name, true))
		}
		data := wording.Data{"Folder": folder, "Name": name}
		w.arrangedLists(store.RenameFolder(folder, name), wording.L("renamed-the-folder-folder-to-name", "Renamed the folder “{{.Folder}}” to “{{.Name}}”. Ctrl+Z undoes it.", data))
	})
	w.showForm(w.pages.folder())
}

// removeFolder removes a folder. Its lists stay where they are.
func (w *Window) removeFolder(folder string) {
	w.arrangedLists(store.RenameFolder(folder, ""), wording.L("removed-the-folder-folder-its-lists", "Removed the folder “{{.Folder}}”. Its lists stay. Ctrl+Z undoes it.", wording.Data{"Folder": folder}))
}

// folderMenu returns the context menu of a folder in the sidebar.
func (w *Window) folderMenu(folder string) *fyne.Menu {
	fold := wording.L("collapse-folder-left", "Collapse  Left")
	if w.sidebar.Folded[folder] {
		fold = wording.L("expand-folder-right", "Expand  Right")
	}
	return widget.Menu(w.keys, []*fyne.MenuItem{
		fyne.NewMenuItem(fold, func() { w.foldFolder(folder, !w.sidebar.Folded[folder]) }),
		fyne.NewMenuItem(wording.L("rename-f2", "Rename…  F2"), func() { w.showRenameFolder(folder) }),
		fyne.NewMenuItem(wording.L("remove-folder-del", "Remove folder  Del"), func() { w.removeFolder(folder) }),
	})
}

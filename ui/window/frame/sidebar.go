// Package frame implements the parts of the window around its pages: the sidebar, the status
// bar, the menu's commands with their shortcuts, and the welcome page of an empty window.
package frame

import (
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// Sidebar is the left pane, which lists the places.
type Sidebar struct {
	// OnPlace is called when a person chooses a place.
	OnPlace func(snapshot.Place)
	// OnRename and OnDelete are called with a list to rename or delete, OnMenu with a list
	// whose context menu is requested.
	OnRename, OnDelete func(list string)
	OnMenu             func(list string, at fyne.Position)
	// OnLibraryMenu is called with a library whose context menu is requested.
	OnLibraryMenu func(library int64, at fyne.Position)
	// OnArrange is called with a list or a folder that is moved.
	OnArrange func(moved string, arrange store.Arrangement)
	// OnFold is called with a folder to fold or unfold, OnRenameFolder and OnRemoveFolder with
	// one to rename or remove, OnFolderMenu with one whose context menu is requested.
	OnFold                         func(folder string, folded bool)
	OnRenameFolder, OnRemoveFolder func(folder string)
	OnFolderMenu                   func(folder string, at fyne.Position)
	// Folded has the folders whose lists are hidden.
	Folded map[string]bool
	// OnEntered is called when Enter is pressed on the chosen place.
	OnEntered func()

	keys *widget.Keys
	list *widget.List
	rows []row
	// place is the place that is marked, folder the marked folder, or "".
	place  snapshot.Place
	folder string
	// target is the row that takes the dragged items, or widget.Nothing.
	target int
}

// NewSidebar returns an empty sidebar.
func NewSidebar(keys *widget.Keys) *Sidebar {
	s := &Sidebar{keys: keys, target: widget.Nothing}
	own := keys.Behind(widget.Keys{Key: s.key, Shortcut: s.shortcut})
	s.list = widget.NewDraggable(own, func() fyne.CanvasObject { return s.newEntry() }, s.draw)
	s.list.Choosable = func(i int) bool { return s.rows[i].place != snapshot.Place{} || s.rows[i].folder != "" }
	s.list.Text = func(i int) string { return s.rows[i].text() }
	s.list.OnMarked = s.marked
	s.list.OnEntered = s.entered
	s.list.OnMenu = s.openMenu
	s.list.OnDraggedOver, s.list.OnDropped = s.dragOver, s.drop
	return s
}

func (s *Sidebar) Object() fyne.CanvasObject { return s.list }

func (s *Sidebar) Focus() fyne.Focusable { return s.list }

// Show shows the places of a snapshot, with one of them selected.
func (s *Sidebar) Show(now *snapshot.Snapshot, marked snapshot.Place) {
	s.rows = rowsOf(now, s.Folded)
	if marked != s.place {
		s.place, s.folder = marked, ""
	}
	at := slices.IndexFunc(s.rows, func(r row) bool { return r.place == marked && marked.Kind != snapshot.KindNone })
	if l, there := now.List(marked.Set); s.folder == "" && at < 0 && there && marked.Kind == snapshot.KindList {
		s.folder = l.Display.Folder // which hides it
	}
	if s.folder != "" {
		if folder := s.rowOf(s.folder); folder >= 0 {
			at = folder
		} else {
			s.folder = ""
		}
	}
	s.list.SetRows(len(s.rows), at)
}

// rowOf returns the row of a folder, or -1.
func (s *Sidebar) rowOf(folder string) int {
	return slices.IndexFunc(s.rows, func(r row) bool { return r.folder == folder })
}

// marked shows a place. A folder is only marked.
func (s *Sidebar) marked(i int) {
	if s.folder = s.rows[i].folder; s.folder == "" {
		s.OnPlace(s.rows[i].place)
	}
}

// entered enters the chosen place, or folds or unfolds a folder.
func (s *Sidebar) entered(i int) {
	if s.rows[i].folder == "" {
		s.OnEntered()
		return
	}
	s.fold(s.rows[i])
}

func (s *Sidebar) fold(r row) { s.OnFold(r.folder, !s.Folded[r.folder]) }

func (s *Sidebar) draw(i int, into fyne.CanvasObject) {
	if i < len(s.rows) {
		e := into.(*entry)
		e.index = i
		cells := s.rows[i].drawn()
		if i == s.target {
			cells.Style = widget.TextStyle{Color: theme.Ring, Style: fyne.TextStyle{Bold: true}}
		}
		e.row.Set(cells)
	}
}

// PlaceAt returns the place at a position in the window, or the zero Place.
func (s *Sidebar) PlaceAt(at fyne.Position) snapshot.Place {
	if row := s.list.RowAt(at); row != widget.Nothing {
		return s.rows[row].place
	}
	return snapshot.Place{}
}

// SetTarget highlights the place that takes the dragged items; the zero Place highlights none.
func (s *Sidebar) SetTarget(place snapshot.Place) {
	target := slices.IndexFunc(s.rows, func(r row) bool { return place != snapshot.Place{} && r.place == place })
	if target != s.target {
		s.target = target
		s.list.Refresh()
	}
}

// key renames or deletes the selected list or folder, or folds or unfolds the folder.
func (s *Sidebar) key(ev *fyne.KeyEvent) bool {
	i := s.list.Marked()
	if i == widget.Nothing {
		return false
	}
	r := s.rows[i]
	list := r.place.Kind == snapshot.KindList
	switch {
	case ev.Name == fyne.KeyF2 && list:
		s.OnRename(r.place.Set)
	case ev.Name == fyne.KeyDelete && list:
		s.OnDelete(r.place.Set)
	case ev.Name == fyne.KeyF2 && r.folder != "":
		s.OnRenameFolder(r.folder)
	case ev.Name == fyne.KeyDelete && r.folder != "":
		s.OnRemoveFolder(r.folder)
	case (ev.Name == fyne.KeyLeft || ev.Name == fyne.KeyRight) && r.folder != "":
		s.OnFold(r.folder, ev.Name == fyne.KeyLeft)
	case ev.Name == fyne.KeyLeft && list && r.list.Display.Folder != "":
		s.list.Select(s.rowOf(r.list.Display.Folder))
	default:
		return false
	}
	return true
}

// entry is a row of the sidebar. A click on the selected row counts, too, because a page
// opened from that place may be in sight.
type entry struct {
	*widget.Press
	sidebar *Sidebar
	row     *widget.Row
	index   int
}

func (s *Sidebar) newEntry() *entry {
	e := &entry{sidebar: s, row: widget.NewRow()}
	e.Press = widget.NewPress(s.keys, e.row, func() { s.clicked(e.index) })
	return e
}

// openMenu opens the context menu of the selected list, folder or library.
func (s *Sidebar) openMenu(at fyne.Position) {
	if i := s.list.Marked(); i != widget.Nothing {
		s.menuOf(s.rows[i], at)
	}
}

func (s *Sidebar) menuOf(r row, at fyne.Position) {
	switch {
	case r.folder != "":
		s.OnFolderMenu(r.folder, at)
	case r.place.Kind == snapshot.KindList:
		s.OnMenu(r.place.Set, at)
	case r.place.Kind == snapshot.KindLibrary:
		s.OnLibraryMenu(r.place.Key, at)
	}
}

// TappedSecondary opens the context menu of a list, a folder or a library.
func (e *entry) TappedSecondary(ev *fyne.PointEvent) {
	e.sidebar.keys.Handle(func() { e.sidebar.menuOf(e.sidebar.rows[e.index], ev.AbsolutePosition) })
}

func (s *Sidebar) clicked(i int) {
	widget.Focus(s.list, s.list)
	switch {
	case !s.list.Choosable(i):
	case s.rows[i].folder != "":
		s.list.Select(i)
		s.fold(s.rows[i])
	case i == s.list.Marked():
		s.OnPlace(s.rows[i].place)
	default:
		s.list.Select(i)
	}
}

// Package frame implements the parts of the window around its pages: the sidebar, the status
// bar, the menu's commands with their shortcuts, and the welcome page of an empty window.
package frame

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

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
	// OnMove is called with a list to move before another one, or to the end if before is "".
	// OnShift is called with a list to move up or down by a row.
	OnMove  func(list, before string)
	OnShift func(list string, rows int)
	// OnEntered is called when Enter is pressed on the chosen place.
	OnEntered func()

	keys *widget.Keys
	list *widget.List
	rows []row
	// target is the row that takes the dragged items, or widget.Nothing.
	target int
}

// NewSidebar returns an empty sidebar.
func NewSidebar(keys *widget.Keys) *Sidebar {
	s := &Sidebar{keys: keys, target: widget.Nothing}
	own := keys.Behind(widget.Keys{Key: s.key, Shortcut: s.shortcut})
	s.list = widget.NewDraggable(own, func() fyne.CanvasObject { return s.newEntry() }, s.draw)
	s.list.Choosable = func(i int) bool { return s.rows[i].place != snapshot.Place{} }
	s.list.Text = func(i int) string { return s.rows[i].text() }
	s.list.OnMarked = func(i int) { s.OnPlace(s.rows[i].place) }
	s.list.OnEntered = func(int) { s.OnEntered() }
	s.list.OnMenu = s.openMenu
	s.list.OnDraggedOver, s.list.OnDropped = s.dragOver, s.drop
	return s
}

func (s *Sidebar) Object() fyne.CanvasObject { return s.list }

func (s *Sidebar) Focus() fyne.Focusable { return s.list }

// Show shows the places of a snapshot, with one of them selected.
func (s *Sidebar) Show(now *snapshot.Snapshot, marked snapshot.Place) {
	s.rows = rowsOf(now)
	at := slices.IndexFunc(s.rows, func(r row) bool { return r.place == marked && marked.Kind != snapshot.KindNone })
	s.list.SetRows(len(s.rows), at)
}

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

// ListAt returns the list at a position in the window, or "".
func (s *Sidebar) ListAt(at fyne.Position) string {
	if row := s.list.RowAt(at); row != widget.Nothing && s.rows[row].place.Kind == snapshot.KindList {
		return s.rows[row].place.Set
	}
	return ""
}

// SetTarget highlights the list that takes the dragged items; "" highlights none.
func (s *Sidebar) SetTarget(list string) {
	target := slices.IndexFunc(s.rows, func(r row) bool { return list != "" && r.place == snapshot.Place{Kind: snapshot.KindList, Set: list} })
	if target != s.target {
		s.target = target
		s.list.Refresh()
	}
}

// key renames or deletes the selected list.
func (s *Sidebar) key(ev *fyne.KeyEvent) bool {
	i := s.list.Marked()
	if i == widget.Nothing || s.rows[i].place.Kind != snapshot.KindList {
		return false
	}
	switch ev.Name {
	case fyne.KeyF2:
		s.OnRename(s.rows[i].place.Set)
	case fyne.KeyDelete:
		s.OnDelete(s.rows[i].place.Set)
	default:
		return false
	}
	return true
}

// shortcut moves the selected list up or down.
func (s *Sidebar) shortcut(pressed fyne.Shortcut) bool {
	custom, is := pressed.(*desktop.CustomShortcut)
	i := s.list.Marked()
	if !is || custom.Modifier != fyne.KeyModifierAlt || i == widget.Nothing || s.rows[i].list == nil {
		return false
	}
	switch custom.KeyName {
	case fyne.KeyUp:
		s.OnShift(s.rows[i].list.Name, -1)
	case fyne.KeyDown:
		s.OnShift(s.rows[i].list.Name, 1)
	default:
		return false
	}
	return true
}

// dragOver returns where a dragged list would be dropped: above or below the row at the
// pointer, if that is a list, too.
func (s *Sidebar) dragOver(row int, over widget.Over) (widget.Drop, bool) {
	if row >= len(s.rows) || s.rows[row].list == nil || s.rows[over.Row].list == nil {
		return widget.Drop{}, false
	}
	return widget.Drop{Row: over.Row, Below: over.Part >= 0.5}, true
}

// drop moves a list to the position where it was dropped.
func (s *Sidebar) drop(row int, over widget.Over) {
	to := over.Row
	if over.Part >= 0.5 {
		to++
	}
	if to == row || to == row+1 {
		return
	}
	before := ""
	if s.rows[to].list != nil { // a heading follows the last list
		before = s.rows[to].list.Name
	}
	s.OnMove(s.rows[row].list.Name, before)
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

// openMenu opens the context menu of the selected list.
func (s *Sidebar) openMenu(at fyne.Position) {
	if i := s.list.Marked(); i != widget.Nothing && s.rows[i].place.Kind == snapshot.KindList {
		s.OnMenu(s.rows[i].place.Set, at)
	}
}

// TappedSecondary opens the context menu of a list.
func (e *entry) TappedSecondary(ev *fyne.PointEvent) {
	if at := e.sidebar.rows[e.index].place; at.Kind == snapshot.KindList {
		e.sidebar.keys.Handle(func() { e.sidebar.OnMenu(at.Set, ev.AbsolutePosition) })
	}
}

func (s *Sidebar) clicked(i int) {
	widget.Focus(s.list, s.list)
	switch {
	case !s.list.Choosable(i):
	case i == s.list.Marked():
		s.OnPlace(s.rows[i].place)
	default:
		s.list.Select(i)
	}
}

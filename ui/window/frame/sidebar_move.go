package frame

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"crossfeed/engine/store"
	"crossfeed/ui/widget"
)

// shortcut moves the selected list up or down.
func (s *Sidebar) shortcut(pressed fyne.Shortcut) bool {
	custom, is := pressed.(*desktop.CustomShortcut)
	i := s.list.Marked()
	if !is || custom.Modifier != fyne.KeyModifierAlt || custom.KeyName != fyne.KeyUp && custom.KeyName != fyne.KeyDown || i == widget.Nothing || s.rows[i].list == nil {
		return false
	}
	s.Shift(s.rows[i].list.Name, custom.KeyName == fyne.KeyDown)
	return true
}

// Shift moves a list up or down by a row.
func (s *Sidebar) Shift(list string, down bool) {
	folded := s.Folded // which is replaced, and never modified
	s.OnArrange(list, store.Shift(list, down, func(folder string) bool { return folded[folder] }))
}

// dragOver returns where a dragged list or folder would be dropped.
func (s *Sidebar) dragOver(row int, over widget.Over) (widget.Drop, bool) {
	mark, _ := s.dropAt(row, over)
	return mark, mark != noDrop
}

// drop moves a list or a folder to the position where it was dropped.
func (s *Sidebar) drop(row int, over widget.Over) {
	if _, arrange := s.dropAt(row, over); arrange != nil {
		s.OnArrange(s.rows[row].text(), arrange)
	}
}

// noDrop is for positions where nothing can be dropped.
var noDrop = widget.Drop{Row: widget.Nothing}

// dropAt returns where a row would be dropped, and what that does; nil if it stays where it is.
func (s *Sidebar) dropAt(row int, over widget.Over) (widget.Drop, store.Arrangement) {
	if row >= len(s.rows) || over.Row >= len(s.rows) {
		return noDrop, nil
	}
	moved, target := s.rows[row], s.rows[over.Row]
	switch {
	case over.Row == row:
		return noDrop, nil
	case moved.list != nil && target.list != nil:
		return s.dropAtList(row, over)
	case moved.list != nil && target.folder != "":
		return s.dropAtFolder(moved.list.Name, over)
	case moved.folder != "" && (target.list != nil || target.folder != ""):
		return s.dropFolder(moved.folder, over)
	}
	return noDrop, nil
}

// dropAtList moves a list above or below another one, into its folder.
func (s *Sidebar) dropAtList(row int, over widget.Over) (widget.Drop, store.Arrangement) {
	target := s.rows[over.Row].list
	to, mark := store.Spot{Folder: target.Display.Folder, Before: target.Name}, widget.Drop{Row: over.Row, Below: over.Part >= 0.5}
	if to.Folder != "" {
		mark.Left = widget.Indent(1)
	}
	if mark.Below {
		to.Before = s.listBelow(over.Row)
		if below := over.Row + 1; to.Before != "" && s.rows[below].depth() < s.rows[over.Row].depth() {
			to.Before = "" // the end of the folder
		}
	}
	if to.Before == s.rows[row].list.Name {
		return mark, nil
	}
	return mark, store.Move(s.rows[row].list.Name, to)
}

// listBelow returns the list that comes after a row, in a folder or not, or "" if it is the
// last.
func (s *Sidebar) listBelow(row int) string {
	below := s.rows[row+1] // the trash is the last row
	switch {
	case below.list != nil:
		return below.list.Name
	case below.folder != "":
		return below.first
	}
	return ""
}

// dropAtFolder moves a list above a folder, or into it.
func (s *Sidebar) dropAtFolder(list string, over widget.Over) (widget.Drop, store.Arrangement) {
	const edge = 0.25
	target := s.rows[over.Row]
	if over.Part < edge {
		return widget.Drop{Row: over.Row}, store.Move(list, store.Spot{Before: target.first})
	}
	return widget.Drop{Row: over.Row, Into: true}, store.Move(list, store.Spot{Folder: target.folder})
}

// dropFolder moves a folder above or below another one, or a list outside of folders.
func (s *Sidebar) dropFolder(folder string, over widget.Over) (widget.Drop, store.Arrangement) {
	target := s.rows[over.Row]
	mark := widget.Drop{Row: over.Row, Below: over.Part >= 0.5}
	switch {
	case target.list != nil && target.list.Display.Folder != "" || target.folder != "" && mark.Below && !s.Folded[target.folder]:
		return noDrop, nil // inside of a folder
	case mark.Below:
		return mark, store.MoveFolder(folder, s.listBelow(over.Row))
	case target.folder != "":
		return mark, store.MoveFolder(folder, target.first)
	}
	return mark, store.MoveFolder(folder, target.list.Name)
}

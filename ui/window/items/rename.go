package items

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// renaming is the entry that covers the row of an item while a person renames it.
type renaming struct {
	pane   *Pane
	entry  *widget.Entry
	object *fyne.Container
	item   snapshot.Item
	before string
}

func newRenaming(keys *widget.Keys, p *Pane) *renaming {
	r := &renaming{pane: p}
	r.entry = widget.NewEntry(keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			r.close()
			return true
		}
		return false
	}}), "")
	r.entry.OnSubmitted = func(string) { p.SubmitRename() }
	r.entry.OnLeft = func() {
		if r.object.Visible() {
			p.events.RenameLeft()
		}
	}
	r.object = container.NewWithoutLayout(r.entry)
	r.object.Hide()
	return r
}

// BeginRename shows an entry with the title of an item in its row.
func (p *Pane) BeginRename(it snapshot.Item, title string) {
	row := p.index(it)
	if row == widget.Nothing {
		return
	}
	r := p.rename
	r.item, r.before = it, title
	p.list.ScrollTo(row)
	r.object.Show()
	r.follow()
	r.entry.Put(title)
	widget.Focus(r.entry, p.list)
	r.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// RenameEntry returns the entry that covers a row.
func (p *Pane) RenameEntry() fyne.Focusable { return p.rename.entry }

// RenameLists applies new names of lists.
func (p *Pane) RenameLists(names map[string]string) {
	if name, there := names[p.rename.item.Set]; there {
		p.rename.item.Set = name
	}
}

// SubmitRename renames the item if the entry is shown, and reports whether it is.
func (p *Pane) SubmitRename() bool {
	if !p.rename.object.Visible() {
		return false
	}
	if it, title := p.EndRename(); title != "" {
		p.events.Rename(it, title)
	}
	return true
}

// EndRename closes the entry, and returns the item and its new title; "" if there is none.
func (p *Pane) EndRename() (snapshot.Item, string) {
	r := p.rename
	if !r.object.Visible() {
		return snapshot.Item{}, ""
	}
	title := r.entry.Text()
	r.close()
	if title == r.before {
		return snapshot.Item{}, ""
	}
	return r.item, title
}

// close hides the entry. A hidden entry would still receive the keys.
func (r *renaming) close() {
	r.object.Hide()
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.pane.list); c != nil && c.Focused() == fyne.Focusable(r.entry) {
		r.pane.FocusList()
	}
}

// follow moves the entry to the row of its item.
func (r *renaming) follow() {
	if !r.object.Visible() {
		return
	}
	row := r.pane.index(r.item)
	if row == widget.Nothing {
		return
	}
	top, height := r.pane.list.RowTop(row), r.entry.MinSize().Height
	r.entry.Move(fyne.NewPos(0, min(max(top, 0), max(r.pane.list.Size().Height-height, 0))))
	r.entry.Resize(fyne.NewSize(r.pane.list.Size().Width, height))
}

// Package detail is the right pane: the editor of one item, what is known about
// it, and its versions.
package detail

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/field"
	"crossfeed/ui/window/place"
	"crossfeed/ui/wording"
)

// Shown is an item as the pane shows it.
type Shown struct {
	Item place.Item
	// Version is the winner.
	Version *item.Version
	// Conflicts is the number of open ones. Flagged tells that there is something
	// to look at though there may be none.
	Conflicts int
	Flagged   bool
	// Orphaned tells that this is because the item is in a deleted one.
	Orphaned bool
	// Lost is what the note may have been before a program that knows no records changed
	// it, or "".
	Lost record.Kind
	// InTree tells that the item is an outline in its tree, and Path what it is
	// in: titles, the outermost first.
	InTree bool
	Path   []string
	// History are the newest versions, the one first seen first, and Versions is how
	// many there are.
	History  []store.Archived
	Versions int
}

// Events are what a person does in the pane.
type Events struct {
	// Typed is called after every key with the fields that say something else
	// than the item, as they were typed.
	Typed func(place.Item, record.Values)
	// Save, Discard, Delete, Restore and Resolve are asked for by buttons and
	// keys. What is to be saved is valid.
	Save                              func(place.Item, record.Values)
	Discard, Delete, Restore, Resolve func(place.Item)
	// Make is asked for where a note may have been a record of that kind.
	Make func(place.Item, record.Kind)
	// History is asked for by entering one of the versions.
	History func(place.Item)
	// Picture has a person choose a picture and gives it to use.
	Picture func(use func(value string))
	// File has a person choose a file, keeps it, and gives it to use; OpenFile opens one
	// of the item.
	// Preview makes a picture of the item small, and gives it to use.
	Preview  func(element string, use func(image.Image))
	File     func(use func(element string))
	OpenFile func(element string)
	// Open has the browser open an address, PutInto asks what an outline shall be
	// put into.
	Open    func(address string)
	PutInto func()
	// Refused is called when something that cannot be saved keeps the rest from
	// being saved too.
	Refused func()
}

// aloneRows are as many rows as its sentence needs in a narrow pane.
const aloneRows = 3

// Pane is the right pane.
type Pane struct {
	events  Events
	speaker wording.Speaker
	shown   Shown
	open    bool

	object  fyne.CanvasObject
	page    *fyne.Container
	nothing *widget.Hint
	desk    field.Desk
	// editors are those that were needed so far; editor is the one that is
	// shown, nil before the first item is.
	editors map[record.Kind]*editor
	editor  *editor
	stage   *fyne.Container
	notice  *notice
	about   *widget.Line
	// alone says that losing versions are not kept as conflicts, of an item of
	// which that is true.
	alone   *widget.Words
	buttons buttons
	where   *where
	history *history
}

// New is a pane that shows no item.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Pane {
	p := &Pane{events: events, speaker: speaker, editors: map[record.Kind]*editor{}}
	p.notice = newNotice(keys, func() { p.events.Resolve(p.shown.Item) }, func() { p.events.Make(p.shown.Item, p.shown.Lost) })
	p.about = widget.NewLine("", quiet)
	p.alone = widget.NewWords(aloneRows)
	p.history = newHistory(keys, speaker)
	p.history.list.OnEntered = func(int) { p.events.History(p.shown.Item) }
	p.buttons = newButtons(keys, p)
	p.where = newWhere(keys, events.PutInto)
	p.nothing = widget.NewHint()
	p.desk = field.Desk{
		Keys: keys, Speaker: speaker, Changed: p.typed, Resized: func() {}, Picture: events.Picture, Open: events.Open,
		File: events.File, OpenFile: events.OpenFile, Preview: events.Preview,
	}
	p.stage = container.NewStack()
	p.page = p.layOut()
	p.object = container.NewStack(p.page, p.nothing.Object())
	p.ShowNothing("")
	return p
}

// edit shows the editor of a kind.
func (p *Pane) edit(k record.Kind) {
	e, made := p.editors[k]
	if !made {
		e = newEditor(k, p.desk)
		p.editors[k] = e
	}
	if p.editor != e {
		p.editor = e
		p.stage.Objects = []fyne.CanvasObject{e.Object()}
		widget.LayOut(p.stage)
		canvas.Refresh(p.stage)
	}
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Focus is where typing begins, or what brings a deleted item back; nil before an item is
// shown.
func (p *Pane) Focus() fyne.Focusable {
	switch {
	case p.editor == nil:
		return nil
	case p.open && p.shown.Version.Deleted:
		return p.buttons.restore
	}
	return p.editor.Focus()
}

// Item is the item that is shown; the zero Item for none.
func (p *Pane) Item() place.Item {
	if !p.open {
		return place.Item{}
	}
	return p.shown.Item
}

// Version is the winner as it is shown.
func (p *Pane) Version() *item.Version { return p.shown.Version }

// ShowNothing empties the pane and says what to do.
func (p *Pane) ShowNothing(hint string) {
	p.open = false
	p.page.Hide()
	p.nothing.Say(hint)
}

// Show shows an item. What a person typed and did not save stands in the fields
// instead of what the item says.
func (p *Pane) Show(s Shown, draft *drafts.Draft) {
	again := p.open && p.shown.Item == s.Item
	p.shown, p.open = s, true
	r := record.Read(s.Version.Content)
	p.edit(r.Kind)
	p.editor.Show(r.Values(), typedIn(draft), again, !s.Version.Deleted)
	p.Describe(draft)
	p.nothing.Say("")
	p.page.Show()
}

// Describe shows everything but the fields: whether there is a draft now, and how long ago the
// item was changed.
func (p *Pane) Describe(draft *drafts.Draft) {
	v := p.shown.Version
	p.notice.show(noticeOf(p.shown, draft, p.speaker), p.shown.Conflicts > 0 || p.shown.Flagged, p.shown.Lost)
	p.where.show(p.shown)
	p.about.SetText(aboutOf(v, p.speaker))
	p.alone.Set(aloneText(v), quiet)
	p.alone.Hidden = !v.NoConflicts
	p.buttons.show(draft != nil, draft != nil && !draft.Deletes(), v.Deleted)
	p.history.show(p.shown.History, p.shown.Versions)
	widget.LayOut(p.page)
}

// Takes tells whether the item that is shown can have elements in a field.
func (p *Pane) Takes(field string) bool {
	return p.open && !p.shown.Version.Deleted && p.editor.Has(field)
}

// Add adds an element to a field of the item that is shown, as if a person had typed it.
func (p *Pane) Add(field, element string) { p.editor.Add(field, element) }

// buttons are what can be done with the item that is shown.
type buttons struct {
	object                         *fyne.Container
	save, discard, delete, restore *widget.Button
}

func newButtons(keys *widget.Keys, p *Pane) buttons {
	b := buttons{
		save:    widget.NewMainButton(keys, wording.L("Save  Ctrl+Enter"), p.Save),
		discard: widget.NewButton(keys, wording.L("Discard"), func() { p.events.Discard(p.shown.Item) }),
		delete:  widget.NewButton(keys, wording.L("Delete"), func() { p.events.Delete(p.shown.Item) }),
		restore: widget.NewMainButton(keys, wording.L("Restore"), func() { p.events.Restore(p.shown.Item) }),
	}
	b.object = container.NewHBox(b.save, b.discard, b.delete, b.restore)
	return b
}

// show offers what makes sense: discarding where there is a draft, saving where it has
// an edit, and restoring what is deleted.
func (b buttons) show(draft, edit, deleted bool) {
	b.save.Hidden, b.discard.Hidden = deleted, deleted && !draft
	b.delete.Hidden, b.restore.Hidden = deleted, !deleted
	setEnabled(b.save, edit)
	setEnabled(b.discard, draft)
	b.object.Refresh()
}

// where says what an outline is in, with the way to put it elsewhere.
type where struct {
	object *fyne.Container
	path   *widget.Line
}

func newWhere(keys *widget.Keys, put func()) *where {
	w := &where{path: widget.NewLine("", quiet)}
	w.object = widget.Border(nil, nil, nil, widget.NewButton(keys, wording.L("Move under…"), put), widget.Middle(w.path))
	return w
}

// show says where the item is, where that is known.
func (w *where) show(s Shown) {
	w.object.Hidden = !s.InTree
	w.path.SetText(wording.In(s.Path))
}

// Where is what the pane says of where an outline is, or "".
func (p *Pane) Where() string {
	if p.where.object.Hidden {
		return ""
	}
	return p.where.path.Text()
}

// Save asks for what a person changed to be saved. While something is not valid
// nothing is, and the focus goes there.
func (p *Pane) Save() {
	if !p.open || p.shown.Version.Deleted {
		return
	}
	if wrong := p.editor.Check(); len(wrong) > 0 {
		p.editor.Go(wrong[0])
		p.events.Refused()
		return
	}
	values := p.editor.Resolved()
	if len(values) > 0 {
		p.events.Typed(p.shown.Item, values)
	}
	p.events.Save(p.shown.Item, values)
}

func (p *Pane) typed() {
	if p.open {
		p.events.Typed(p.shown.Item, p.editor.Typed())
	}
}

// Values are what stands in the fields.
func (p *Pane) Values() record.Values { return p.editor.Values() }

// Typed are those of the values that the item does not say itself.
func (p *Pane) Typed(values record.Values) record.Values {
	own := record.Values{}
	for name, v := range values {
		now := ""
		if f, err := record.Find(p.editor.kind, name); err == nil {
			now = p.editor.item[f.Name]
		}
		if v != now {
			own[name] = v
		}
	}
	return own
}

// typedIn is what a draft says.
func typedIn(draft *drafts.Draft) record.Values {
	if draft == nil {
		return nil
	}
	return draft.Fields
}

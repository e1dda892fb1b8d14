// Package detail implements the right pane: the editor of one item, facts about it, and its
// versions.
package detail

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/field"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Shown is the state of an item that the pane shows.
type Shown struct {
	Item snapshot.Item
	// Version is the winner.
	Version *item.Version
	// Conflicts is the number of open conflicts. Flagged is set if the item needs attention,
	// even without open conflicts.
	Conflicts int
	Flagged   bool
	// Orphaned is set if the item is flagged because its parent is deleted.
	Orphaned bool
	// Lost is the kind that a note may have had before a program without support for records
	// changed it, or "".
	Lost record.Kind
	// InTree is set if the item is in an outline. Path holds the titles of its ancestors, the
	// outermost first.
	InTree bool
	Path   []string
	// History holds the newest versions, in the order in which they were first seen. Versions
	// is the number of all versions.
	History  []store.Archived
	Versions int
}

// Events are the person's actions in the pane.
type Events struct {
	// Typed is called after every key, with the fields that differ from the item, as they were
	// typed.
	Typed func(snapshot.Item, record.Values)
	// Save, Discard, Delete, Restore and Resolve are requested by buttons and keys. The values
	// passed to Save are valid.
	Save                              func(snapshot.Item, record.Values)
	Discard, Delete, Restore, Resolve func(snapshot.Item)
	// Make is requested for a note that may have been a record of that kind.
	Make func(snapshot.Item, record.Kind)
	// History is requested by opening one of the versions.
	History func(snapshot.Item)
	// Picture lets a person choose a picture and passes it to use.
	Picture func(use func(value string))
	// File lets a person choose a file, stores it and passes it to use. OpenFile opens a file
	// of the item. Preview shrinks a picture of the item and passes it to use.
	Preview  func(element string, use func(image.Image))
	File     func(use func(element string))
	OpenFile func(element string)
	// Open opens an address in the browser. PutInto asks under which item to move an outline
	// item.
	Open    func(address string)
	PutInto func()
	// Refused is called when an invalid value prevents saving.
	Refused func()
}

// aloneRows is the number of lines that the notice in alone needs in a narrow pane.
const aloneRows = 3

// Pane is the right pane of the window.
type Pane struct {
	events  Events
	speaker wording.Speaker
	shown   Shown
	draft   *drafts.Draft
	open    bool
	// editing is set if the shown item is edited. A contact is shown for reading until then. left
	// is set if a person has finished editing it: it is shown for reading once nothing is unsaved.
	editing, left bool

	object  fyne.CanvasObject
	page    *fyne.Container
	nothing *widget.Hint
	desk    field.Desk
	// editors holds the editors that were needed so far, card shows contacts for reading. editor
	// is the shown one; nil before the first item.
	editors map[record.Kind]*editor
	card    *editor
	editor  *editor
	stage   *fyne.Container
	notice  *notice
	about   *widget.Line
	// alone is a notice on items whose losing versions are not kept as conflicts.
	alone    *widget.Words
	buttons  buttons
	where    *where
	versions *versions
}

// New returns a pane that shows no item.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Pane {
	p := &Pane{events: events, speaker: speaker, editors: map[record.Kind]*editor{}}
	p.notice = newNotice(keys, func() { p.events.Resolve(p.shown.Item) }, func() { p.events.Make(p.shown.Item, p.shown.Lost) })
	p.about = widget.NewLine("", quiet)
	p.alone = widget.NewWords(aloneRows)
	p.versions = newVersions(keys, speaker, func() { widget.LayOut(p.page) })
	p.versions.list.OnEntered = func(int) { p.events.History(p.shown.Item) }
	p.buttons = newButtons(keys, p)
	p.where = newWhere(keys, events.PutInto)
	p.nothing = widget.NewHint()
	p.desk = field.Desk{
		Keys: keys, Speaker: speaker, Changed: p.typed, Resized: func() {}, Picture: events.Picture, Open: events.Open,
		File: events.File, OpenFile: events.OpenFile, Preview: events.Preview,
	}
	p.card = newCard(p.desk, func() {
		p.Edit()
		widget.Focus(p.Focus(), p.object)
	})
	p.card.Object().Hide()
	p.stage = container.NewStack(p.card.Object())
	p.page = p.layOut()
	p.object = container.NewStack(p.page, p.nothing.Object())
	p.ShowNothing("")
	return p
}

// turn shows the editor for a kind, or the card of a contact, and reports whether it was
// another one before.
func (p *Pane) turn(k record.Kind, card bool) bool {
	e := p.editors[k]
	switch {
	case card:
		e = p.card
	case e == nil:
		e = newEditor(k, p.desk)
		p.editors[k] = e
		p.stage.Add(e.Object())
	}
	if p.editor == e {
		return false
	}
	// Hidden editors stay where changes of the theme reach them.
	if p.editor != nil {
		p.editor.Object().Hide()
	}
	p.editor = e
	e.Object().Show()
	widget.LayOut(p.stage)
	canvas.Refresh(p.stage)
	return true
}

// Edit makes the shown item editable, if it is shown for reading.
func (p *Pane) Edit() {
	if p.left = false; p.open && p.editor == p.card && !p.shown.Version.Deleted {
		p.editing = true
		p.Show(p.shown, p.draft)
	}
}

// Leave shows a contact for reading again, once nothing is unsaved.
func (p *Pane) Leave() {
	if p.left = p.editing; p.left && p.draft == nil {
		p.Show(p.shown, nil)
	}
}

func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Focus returns the widget where typing begins, or the restore button of a deleted item; nil
// before an item is shown.
func (p *Pane) Focus() fyne.Focusable {
	switch {
	case p.editor == nil:
		return nil
	case p.open && p.shown.Version.Deleted:
		return p.buttons.restore
	}
	return p.editor.Focus()
}

// Find searches the text of the shown note, and reports whether it has one and the focus is in
// its editor.
func (p *Pane) Find() bool { return p.open && p.editor.find() }

// Item returns the shown item, or the zero Item if there is none.
func (p *Pane) Item() snapshot.Item {
	if !p.open {
		return snapshot.Item{}
	}
	return p.shown.Item
}

// RenameLists applies new names of lists to the shown item.
func (p *Pane) RenameLists(names map[string]string) {
	if name, there := names[p.shown.Item.Set]; there {
		p.shown.Item.Set = name
	}
}

// Version returns the shown winner.
func (p *Pane) Version() *item.Version { return p.shown.Version }

// ShowNothing clears the pane and shows a hint.
func (p *Pane) ShowNothing(hint string) {
	p.open = false
	p.page.Hide()
	p.nothing.SetText(hint)
}

// Show shows an item. Fields with unsaved text show that text instead of the item's value.
func (p *Pane) Show(s Shown, draft *drafts.Draft) {
	again := p.open && p.shown.Item == s.Item
	p.shown, p.open = s, true
	p.left = again && p.left
	p.editing = draft != nil || again && p.editing && !p.left
	r := record.Read(s.Version.Content)
	values := r.Values()
	focused := again && p.editor.focused()
	turned := p.turn(r.Kind, r.Kind == record.Contact && !p.editing && (s.Version.Deleted || hasDetails(values)))
	p.editor.Show(values, typedIn(draft), again && !turned, !s.Version.Deleted)
	p.Describe(draft)
	p.nothing.SetText("")
	p.page.Show()
	if turned && focused {
		widget.Focus(p.Focus(), p.object)
	}
}

// hasDetails reports whether a contact has more than a name, so that there is something to read.
func hasDetails(v record.Values) bool {
	for name, value := range v {
		if value != "" && name != "name" && !slices.Contains(nameParts, name) {
			return true
		}
	}
	return false
}

// Describe updates everything but the fields: whether there is a draft now, and how long ago
// the item was changed.
func (p *Pane) Describe(draft *drafts.Draft) {
	p.draft = draft
	v := p.shown.Version
	p.notice.show(noticeOf(p.shown, draft, p.speaker), p.shown.Conflicts > 0 || p.shown.Flagged, p.shown.Lost)
	p.where.show(p.shown)
	p.about.SetText(aboutOf(v, p.speaker))
	p.alone.Set(aloneText(v), quiet)
	p.alone.Hidden = !v.NoConflicts
	p.buttons.show(draft, v.Deleted, p.editor == p.card)
	p.versions.show(p.shown.History, p.shown.Versions)
	widget.LayOut(p.page)
}

// Takes reports whether a field of the shown item can have elements added.
func (p *Pane) Takes(field string) bool {
	return p.open && !p.shown.Version.Deleted && p.editor.Has(field)
}

// Add adds an element to a field of the shown item, as if a person had typed it.
func (p *Pane) Add(field, element string) {
	p.Edit()
	p.editor.Add(field, element)
}

// buttons are the commands for the shown item.
type buttons struct {
	object                         *fyne.Container
	save, discard, delete, restore *widget.Button
}

func newButtons(keys *widget.Keys, p *Pane) buttons {
	b := buttons{
		save:    widget.NewMainButton(keys, wording.L("save-ctrl-enter", "Save  Ctrl+Enter"), p.Save),
		discard: widget.NewButton(keys, wording.L("discard", "Discard"), p.discard),
		delete:  widget.NewButton(keys, wording.L("delete", "Delete"), func() { p.events.Delete(p.shown.Item) }),
		restore: widget.NewMainButton(keys, wording.L("restore", "Restore"), func() { p.events.Restore(p.shown.Item) }),
	}
	b.object = widget.Flow(b.save, b.discard, b.delete, b.restore)
	return b
}

// show offers the commands that apply: discarding if there is a draft, saving if the draft has
// edits, and restoring if the item is deleted. An item that is shown for reading has nothing to
// save.
func (b buttons) show(draft *drafts.Draft, deleted, reading bool) {
	b.save.Hidden, b.discard.Hidden = deleted || reading, reading || deleted && draft == nil
	b.delete.Hidden, b.restore.Hidden = deleted, !deleted
	widget.Enable(draft != nil && !draft.Deletes(), b.save)
	widget.Enable(draft != nil, b.discard)
	b.object.Refresh()
}

// where shows the ancestors of an outline item, with a button that moves it.
type where struct {
	object *fyne.Container
	path   *widget.Line
}

func newWhere(keys *widget.Keys, put func()) *where {
	w := &where{path: widget.NewLine("", quiet)}
	w.object = widget.Border(nil, nil, nil, widget.NewButton(keys, wording.L("move-under-dialog", "Move under…"), put), widget.Middle(w.path))
	return w
}

func (w *where) show(s Shown) {
	w.object.Hidden = !s.InTree
	w.path.SetText(wording.In(s.Path))
}

// Where returns the text about the item's position in its outline, or "".
func (p *Pane) Where() string {
	if p.where.object.Hidden {
		return ""
	}
	return p.where.path.Text()
}

// Save requests that the person's changes be saved, also those of an item that was deleted in
// the meantime. If a value is invalid, nothing is saved and its field gets the focus.
func (p *Pane) Save() {
	if !p.open || p.shown.Version.Deleted && len(p.editor.Resolved()) == 0 {
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
	p.left = p.editing
	p.events.Save(p.shown.Item, values)
	if len(values) == 0 {
		p.Leave()
	}
}

func (p *Pane) discard() {
	p.left = p.editing
	p.events.Discard(p.shown.Item)
}

// Unsaved returns the person's changes, and reports whether they can be saved: all values are
// valid, and the item is not deleted.
func (p *Pane) Unsaved() (record.Values, bool) {
	if !p.open || p.shown.Version.Deleted || len(p.editor.Check()) > 0 {
		return nil, false
	}
	return p.editor.Resolved(), true
}

func (p *Pane) typed() {
	if p.left = false; p.open {
		p.events.Typed(p.shown.Item, p.editor.Typed())
	}
}

// Values returns the values in the fields.
func (p *Pane) Values() record.Values { return p.editor.Values() }

// ItemValue returns the value that the item has in a field, regardless of what was typed.
func (p *Pane) ItemValue(name string) string {
	f, err := record.Find(p.editor.kind, name)
	if err != nil {
		return ""
	}
	return p.editor.item[f.Name]
}

// Typed returns those of the values that differ from the item's.
func (p *Pane) Typed(values record.Values) record.Values {
	own := record.Values{}
	for name, v := range values {
		if v != p.ItemValue(name) {
			own[name] = v
		}
	}
	return own
}

func typedIn(draft *drafts.Draft) record.Values {
	if draft == nil {
		return nil
	}
	return draft.Fields
}

// Package detail is the right pane: the editor of one item, what is known about
// it, and its versions.
package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
)

// Shown is an item as the pane shows it.
type Shown struct {
	Item place.Item
	// Version is the winner.
	Version *item.Version
	// Conflicts is the number of open ones.
	Conflicts int
	// History are the versions, the one first seen first.
	History []store.Archived
}

// Events are what a person does in the pane.
type Events struct {
	// Typed is called after every key with the values of all fields.
	Typed func(place.Item, record.Values)
	// Save, Discard, Delete, Restore and Settle are asked for by buttons and
	// keys.
	Save                             func(place.Item, record.Values)
	Discard, Delete, Restore, Settle func(place.Item)
}

// Pane is the right pane.
type Pane struct {
	events  Events
	speaker say.Speaker
	shown   Shown
	open    bool

	object  fyne.CanvasObject
	page    *fyne.Container
	nothing *widget.Hint
	kind    record.Kind
	fields  []field
	keys    *widget.Keys
	notice  *notice
	about   *widget.Line
	buttons buttons
	history *history
}

// New is a pane that shows no item.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Pane {
	p := &Pane{events: events, speaker: speaker}
	p.notice = newNotice(keys, func() { p.events.Settle(p.shown.Item) })
	p.about = widget.NewLine("", quiet)
	p.history = newHistory(keys, speaker)
	p.buttons = newButtons(keys, p)
	p.nothing = widget.NewHint()
	p.keys = keys
	p.page = container.NewStack()
	p.build(record.Note)
	p.object = container.NewPadded(container.NewStack(p.page, p.nothing.Object()))
	p.ShowNothing("")
	return p
}

// build makes the fields of a kind.
func (p *Pane) build(k record.Kind) {
	if p.kind == k {
		return
	}
	p.kind, p.fields = k, nil
	for _, f := range record.Fields(k) {
		p.fields = append(p.fields, newField(p.keys, f, p.typed))
	}
	p.page.Objects = []fyne.CanvasObject{p.layOut()}
	p.page.Refresh()
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Focus is the first field.
func (p *Pane) Focus() fyne.Focusable { return p.fields[0].entry }

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
	p.shown, p.open = s, true
	r := record.Read(s.Version.Content)
	p.build(r.Kind)
	for _, f := range p.fields {
		f.show(r, s.Version.Deleted, draft)
	}
	p.describe(draft)
	p.nothing.Say("")
	p.page.Show()
}

// describe shows everything but the fields.
func (p *Pane) describe(draft *drafts.Draft) {
	v := p.shown.Version
	p.notice.show(noticeOf(p.shown, draft, p.speaker), p.shown.Conflicts > 0)
	p.about.SetText(aboutOf(v, p.speaker))
	p.buttons.show(draft != nil, v.Deleted)
	p.history.show(p.shown.History)
	p.page.Refresh()
}

// DraftChanged says whether there is a draft now; the fields stay as they are.
func (p *Pane) DraftChanged(draft *drafts.Draft) { p.describe(draft) }

// Save asks for what stands in the fields to be saved.
func (p *Pane) Save() {
	if p.open && !p.shown.Version.Deleted {
		p.events.Save(p.shown.Item, p.Values())
	}
}

func (p *Pane) typed(string) {
	if p.open {
		p.events.Typed(p.shown.Item, p.Values())
	}
}

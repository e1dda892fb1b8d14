package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"crossfeed/engine/invite"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// HandoutEvents are what a person does with an invitation.
type HandoutEvents struct {
	// Copy puts the link where other programs paste from.
	Copy func(link string)
	// Save writes the invitation into a file that a person chooses.
	Save func(invite.Invitation)
	// Name calls this device by a name, which its invitations and feeds say from now on.
	Name func(name string)
	// Stop and Change are for the list that is shared: it is no longer, or elsewhere.
	Stop, Change func(set string)
	Leave        func()
}

// Handout has an invitation to hand to others.
type Handout struct {
	*Form
	events HandoutEvents
	set    string
	shown  invite.Invitation
	link   *widget.Entry
	name   *widget.Entry
	facts  *widget.Notice
	shared *fyne.Container
	// kept is the name that was kept last.
	kept string
}

// NewHandout is a page without an invitation.
func NewHandout(keys *widget.Keys, events HandoutEvents) *Handout {
	h := &Handout{events: events}
	h.Form = newForm(keys, "", "", lang.L("Copy the link"), func() { h.keepName(); events.Copy(h.shown.Link()) }, events.Leave)
	h.link = h.entry(lang.L("Link"), "")
	h.link.OnChanged = func(string) { h.link.Put(h.shown.Link()) } // to be chosen and copied, not changed
	h.name = h.entry(lang.L("Your name in it, and in your feeds"), lang.L("who you are for those who open it"))
	h.name.OnChanged = h.named
	h.name.OnLeft = h.keepName
	h.facts = widget.NewNotice("", widget.Look{})
	h.body.Add(h.facts)
	h.shared = container.NewHBox(
		widget.NewQuietButton(keys, nil, lang.L("Share it elsewhere…"), func() { events.Change(h.set) }),
		widget.NewQuietButton(keys, nil, lang.L("Stop sharing…"), func() { events.Stop(h.set) }))
	h.buttons.Layout = layout.NewVBoxLayout()
	h.buttons.Objects = []fyne.CanvasObject{widget.Flow(
		h.do,
		widget.NewButton(keys, lang.L("Save as a file…"), func() { h.keepName(); events.Save(h.shown) }),
		widget.NewButton(keys, lang.L("Done  Esc"), events.Leave),
	), h.shared}
	h.first = h.do
	return h
}

// Show shows the invitation to a list that is shared.
func (h *Handout) Show(set string, i invite.Invitation) {
	h.explain.SetText(lang.L("Hand this invitation to whoever shall share the list: by mail, in a chat, or as a file. They open it with Crossfeed."))
	h.show(set, i, lang.L("“{{.List}}” is shared", say.Data{"List": set}), true)
}

// ShowAnswer shows what is to be handed back to who has invited.
func (h *Handout) ShowAnswer(set, to string, i invite.Invitation) {
	h.explain.SetText(lang.L("One step is left: hand this answer back to {{.Who}}, so that your changes are read there, too.", say.Data{"Who": to}))
	h.show(set, i, lang.L("You have “{{.List}}” now", say.Data{"List": set}), false)
}

func (h *Handout) show(set string, i invite.Invitation, title string, shared bool) {
	h.Problem("")
	h.set, h.shown, h.kept = set, i, i.From
	h.name.Put(i.From)
	h.title.SetText(title)
	h.link.Put(i.Link())
	h.facts.SetText(factsOf(i))
	h.shared.Hidden = !shared
	layOut(h.object)
}

// named puts the name that is typed into the invitation.
func (h *Handout) named(name string) {
	h.shown.From = strings.TrimSpace(name)
	h.link.Put(h.shown.Link())
}

// keepName keeps the name for the next invitation.
func (h *Handout) keepName() {
	if h.shown.From != h.kept {
		h.kept = h.shown.From
		h.events.Name(h.kept)
	}
}

// factsOf says where an invitation leads and what is not in it.
func factsOf(i invite.Invitation) string {
	text := lang.L("It leads to {{.At}}", say.Data{"At": i.Address}) + "\n"
	if i.User != "" {
		return text + lang.L("No password is in it. Whoever opens it signs in as {{.User}}: tell them the password in another way.", say.Data{"User": i.User})
	}
	return text + lang.L("No password is in it.")
}

// Name is where a person says who they are.
func (h *Handout) Name() fyne.Focusable { return h.name }

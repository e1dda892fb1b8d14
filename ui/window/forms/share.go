package forms

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Sharing is the input of the form.
type Sharing struct {
	Set string
	sharing.Options
	// Device is the answer about the name of this device; nil if nothing was asked.
	Device *safekeeping.DeviceName
}

// ShareEvents are the person's actions on the form.
type ShareEvents struct {
	// Choose lets a person choose a folder, File a file.
	Choose, File func(chosen func(string))
	// Ask requests who could read the list; the answer goes to ShowReaders.
	Ask func(Sharing)
	// Done publishes the list.
	Done  func(Sharing)
	Leave func()
}

// Share asks where to publish a list, and says who can read it there before it is published.
type Share struct {
	*Form
	events   ShareEvents
	sets     []string
	set      *widget.Choice
	location *widget.Entry
	also     *widget.Check
	device   *DeviceName
	who      *widget.Notice
	more     *More
	window   *widget.Choice
	public   *widget.Entry
	shownFor Sharing
	// asked is the input of the last request, whether it succeeded or not.
	asked Sharing
}

// windows are the time spans of changes that a feed can hold, in the order of the menu.
var windows = []string{"none", "7d", "30d", "90d", "365d"}

// NewShareForm returns the form.
func NewShareForm(keys *widget.Keys, events ShareEvents) *Share {
	s := &Share{events: events}
	s.Form = newForm(keys, wording.L("share-this-list", "Share this list"),
		wording.L("crossfeed-publishes-a-file-there-and", "Crossfeed publishes a file there and keeps it up to date. Others read it and publish their changes in files of their own."),
		wording.L("continue", "Continue"), s.submitNow, events.Leave)
	s.set = widget.NewChoice(keys, []string{""}, func(int) { s.changed() })
	s.add(wording.L("list", "List"), s.set, s.set)
	s.access = NewAccess(keys, s.Save, events.File, s.changed)
	s.location = s.located(wording.L("where", "Where"), wording.L("a-shared-folder-https-or-s3", "a shared folder, https://… or s3://…"), events.Choose)
	s.location.OnChanged = func(string) { s.changed() }
	s.location.OnLeft = s.left
	s.body.Add(s.access.SignIn())
	s.also = widget.NewCheck(keys, wording.L("subscribe-to-the-feeds-of-others", "Subscribe to the feeds of others there"), nil)
	s.body.Add(s.also)
	s.device = newDeviceName(s.Form)
	s.body.Add(s.device.object)
	s.more = NewMore(keys, s.rare(keys)...)
	s.body.Add(s.more.Object())
	s.who = widget.NewNotice("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	s.who.Hide()
	s.body.Add(s.who)
	s.first = s.location
	return s
}

// rare returns the fields that few people need.
func (s *Share) rare(keys *widget.Keys) []fyne.CanvasObject {
	s.window = widget.NewChoice(keys, []string{
		wording.L("everything", "everything"), wording.L("changes-of-the-last-7-days", "changes of the last 7 days"), wording.L("changes-of-the-last-30-days", "changes of the last 30 days"),
		wording.L("changes-of-the-last-90-days", "changes of the last 90 days"), wording.L("changes-of-the-last-year", "changes of the last year"),
	}, nil)
	s.public = s.field(wording.L("address-for-readers-if-different", "address for readers, if different"))
	s.public.OnChanged = func(string) { s.changed() }
	hint := widget.NewNotice(wording.L("a-feed-of-recent-changes-is", "A feed of recent changes is small and quick to download. A complete feed is published next to it for devices that were away longer."), widget.TextStyle{Color: theme.Quiet})
	return []fyne.CanvasObject{
		Pair(Labelled(wording.L("feed-contents", "Feed contents"), s.window), Labelled(wording.L("other-address", "Other address"), s.public)), hint, s.access.Rest(),
	}
}

// Fill resets the form, with the existing lists and the chosen one.
func (s *Share) Fill(sets []string, chosen string, o sharing.Options) {
	s.reset()
	s.sets = sets
	s.set.SetWords(sets)
	s.set.Put(max(slices.Index(sets, chosen), 0))
	s.location.Put(o.Location)
	s.public.Put(o.Public)
	s.access.Put(o.Access)
	s.window.Put(max(slices.Index(windows, o.Window), 0))
	s.also.Put(o.Location == "" || transport.IsFolder(o.Location))
	s.more.Show(false)
	s.shownFor, s.asked = Sharing{}, Sharing{}
	s.changed()
}

// Device returns the question for the name of this device.
func (s *Share) Device() *DeviceName { return s.device }

// Asked returns the values of the fields.
func (s *Share) Asked() Sharing {
	asked := Sharing{Options: sharing.Options{
		Location: strings.TrimSpace(s.location.Text()), Public: strings.TrimSpace(s.public.Text()), Access: s.access.Access(),
		Password: s.access.Password(), Window: windows[max(s.window.SelectedIndex(), 0)], ReadOthers: s.also.Checked,
	}}
	asked.Device = s.device.Answer()
	if at := s.set.SelectedIndex(); at >= 0 && at < len(s.sets) {
		asked.Set = s.sets[at]
	}
	return asked
}

// place returns the part of the input that determines what becomes readable, and to whom. The
// user is not part of it: servers are asked without signing in, and what they tell a user who
// has signed in can only be that fewer can read it.
func place(s Sharing) Sharing {
	s.Access.User = ""
	return Sharing{Set: s.Set, Options: sharing.Options{Location: s.Location, Public: s.Public, Access: s.Access}}
}

// changed updates the form for the present values.
func (s *Share) changed() {
	s.access.At(s.location.Text())
	s.who.Hidden = !s.known()
	s.do.SetText(wording.L("continue", "Continue"))
	if s.known() {
		s.do.SetText(wording.L("publish", "Publish"))
	}
	layOut(s.object)
}

func (s *Share) submitNow() {
	asked := s.Asked()
	switch {
	case asked.Location == "":
		s.Problem(wording.L("choose-where-to-publish-the-list", "Choose where to publish the list."))
	case asked.Set == "":
		s.Problem(wording.L("there-is-no-list-yet-to", "There is no list yet to be shared."))
	case !s.known():
		s.ask()
	default:
		s.Problem("")
		s.events.Done(asked)
	}
}

// ShowReaders shows who could read the list, and enables publishing, provided that the fields
// have not changed since the request.
func (s *Share) ShowReaders(asked Sharing, who string) {
	if place(asked) != place(s.Asked()) {
		return
	}
	s.shownFor = asked
	s.asks()
	s.who.SetText(who)
	s.changed()
}

// known reports whether the readers were shown for the present values.
func (s *Share) known() bool {
	return s.shownFor.Location != "" && place(s.shownFor) == place(s.Asked())
}

// Waiting reports whether the focus is still on a widget that started the request, and not on
// another field that the person went to in the meantime.
func (s *Share) Waiting(focused fyne.Focusable) bool { return focused == s.location || focused == s.do }

// left requests the readers when the person has left the entry, once for each location.
func (s *Share) left() {
	if place(s.asked) != place(s.Asked()) {
		s.ask()
	}
}

// ask requests who could read the list, unless that is known.
func (s *Share) ask() {
	if asked := s.Asked(); asked.Location != "" && !s.known() {
		s.asked = asked
		s.events.Ask(asked)
	}
}

// Trust trusts a certificate and requests the readers again.
func (s *Share) Trust(fingerprint string) {
	s.access.Trust(fingerprint)
	s.Problem("")
	s.ask()
}

// OutgoingInvitationEvents are the person's actions on an invitation.
type OutgoingInvitationEvents struct {
	// Copy copies the link to the clipboard.
	Copy func(link string)
	// Save writes the invitation to a folder that the person chooses.
	Save func(sharing.Invitation)
	// Name sets the name of this device, which its invitations and feeds contain from then on.
	Name func(name string)
	// Stop stops sharing the list, Change shares it elsewhere.
	Stop, Change func(set string)
	Leave        func()
}

// OutgoingInvitation shows an invitation to pass on to others.
type OutgoingInvitation struct {
	*Form
	events OutgoingInvitationEvents
	set    string
	shown  sharing.Invitation
	link   *widget.Entry
	name   *widget.Entry
	facts  *widget.Notice
	shared *fyne.Container
	// savedName is the name that was saved last.
	savedName string
}

// NewOutgoingInvitation returns a page without an invitation.
func NewOutgoingInvitation(keys *widget.Keys, events OutgoingInvitationEvents) *OutgoingInvitation {
	h := &OutgoingInvitation{events: events}
	h.Form = newForm(keys, "", "", wording.L("copy-the-link", "Copy the link"), func() { h.saveName(); events.Copy(h.shown.Link()) }, events.Leave)
	h.link = h.entry(wording.L("link", "Link"), "")
	h.link.OnChanged = func(string) { h.link.Put(h.shown.Link()) } // read-only: the link can be selected and copied
	h.name = h.entry(wording.L("your-name-in-the-invitation-and", "Your name in this link and your feeds"), wording.L("the-name-that-others-see", "the name that others see"))
	h.name.OnChanged = h.named
	h.name.OnLeft = h.saveName
	h.facts = widget.NewNotice("", widget.TextStyle{})
	h.body.Add(h.facts)
	h.shared = container.NewHBox(
		widget.NewQuietButton(keys, nil, wording.L("share-it-elsewhere", "Share it elsewhere…"), func() { events.Change(h.set) }),
		widget.NewQuietButton(keys, nil, wording.L("stop-sharing-dialog", "Stop sharing…"), func() { events.Stop(h.set) }))
	h.buttons.Layout = layout.NewVBoxLayout()
	h.buttons.Objects = []fyne.CanvasObject{widget.Flow(
		h.do,
		widget.NewButton(keys, wording.L("save-as-a-file", "Save as a file…"), func() { h.saveName(); events.Save(h.shown) }),
		widget.NewButton(keys, wording.L("done-esc", "Done  Esc"), events.Leave),
	), h.shared}
	h.first = h.do
	return h
}

// Show shows the invitation to a shared list.
func (h *OutgoingInvitation) Show(set string, i sharing.Invitation) {
	h.explain.SetText(wording.L("send-this-invitation-to-the-people", "Send this invitation to the people you want to share the list with: by email, in a chat, or as a file. They open it in Crossfeed."))
	h.show(set, i, wording.L("list-is-shared", "“{{.List}}” is shared", wording.Data{"List": set}), true)
}

// ShowAnswer shows the answer to send back to the person who sent the invitation.
func (h *OutgoingInvitation) ShowAnswer(set, to string, i sharing.Invitation) {
	h.explain.SetText(wording.L("one-more-step-send-this-answer", "One more step: send this answer back to {{.Who}}, so that your changes are read there.", wording.Data{"Who": to}))
	h.show(set, i, wording.L("you-joined-list", "You joined “{{.List}}”", wording.Data{"List": set}), false)
}

func (h *OutgoingInvitation) show(set string, i sharing.Invitation, title string, shared bool) {
	h.Problem("")
	h.set, h.shown, h.savedName = set, i, i.From
	h.name.Put(i.From)
	h.title.SetText(title)
	h.link.Put(i.Link())
	h.facts.SetText(factsOf(i))
	h.shared.Hidden = !shared
	layOut(h.object)
}

// named updates the invitation with the typed name.
func (h *OutgoingInvitation) named(name string) {
	h.shown.From = strings.TrimSpace(name)
	h.link.Put(h.shown.Link())
}

// saveName saves the name for the next invitation.
func (h *OutgoingInvitation) saveName() {
	if h.shown.From != h.savedName {
		h.savedName = h.shown.From
		h.events.Name(h.savedName)
	}
}

// factsOf describes where an invitation leads, and that it contains no password.
func factsOf(i sharing.Invitation) string {
	text := wording.L("location-at", "Location: {{.At}}", wording.Data{"At": i.Address}) + "\n"
	if i.User != "" {
		return text + wording.L("it-contains-no-password-whoever-opens", "It contains no password. Whoever opens it signs in as {{.User}}: send them the password separately.", wording.Data{"User": i.User})
	}
	return text + wording.L("it-contains-no-password", "It contains no password.")
}

// Name returns the entry for the person's name.
func (h *OutgoingInvitation) Name() fyne.Focusable { return h.name }

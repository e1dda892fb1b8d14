package forms

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// InvitationEvents are the person's actions on the form.
type InvitationEvents struct {
	// File lets a person choose a file, and opens it.
	File func()
	// Choose lets a person choose a folder.
	Choose func(chosen func(string))
	// Opened is called when an invitation was found in a pasted text, so that the focus moves
	// on.
	Opened func()
	// Earlier requests the list into which the invitation was accepted before, with share as
	// the location of the person's own changes.
	Earlier func(i sharing.Invitation, share string)
	// Ask requests who could read one of the person's lists; the answer goes to ShowReaders.
	Ask func(Exposing)
	// Accept accepts the invitation. device is the answer about the name of this device; nil
	// if nothing was asked.
	Accept func(i sharing.Invitation, o sharing.AcceptOptions, device *safekeeping.DeviceName)
	Leave  func()
}

// Invitation is the page that opens an invitation. It first asks for the text of the
// invitation, then shows its details.
type Invitation struct {
	*Form
	events  InvitationEvents
	asking  *fyne.Container
	text    *textedit.Editor
	opened  *fyne.Container
	shown   *sharing.Invitation
	what    *widget.Notice
	address *widget.Entry
	share   *widget.Entry
	own     *fyne.Container
	// onward says who can read the shared items at the location of the person's own changes,
	// if that differs from the list's.
	onward          *widget.Notice
	enter           *fyne.Container
	user            *widget.Entry
	secret          *widget.Entry
	passwordStorage *widget.Notice
	into            into
	// elsewhere has the fields for signing in at that location.
	elsewhere *Access
	device    *DeviceName
	// before is the address before the person changed it.
	before string
	// submitted repeats the last submission once a certificate is trusted.
	submitted func()
}

// textRows is the number of visible lines of the pasted text.
const textRows = 4

// NewInvitationForm returns the form without an invitation.
func NewInvitationForm(keys *widget.Keys, events InvitationEvents) *Invitation {
	f := &Invitation{events: events}
	f.Form = newForm(keys, wording.L("open-an-invitation", "Open an invitation"), "", "", f.submitNow, events.Leave)
	f.text = textedit.New(keys, wording.L("paste-the-link-here-or-the", "Paste the link here, or the whole email that contained it"), textRows)
	f.text.OnChanged = func() { f.read(f.text.Text()) }
	f.asking = container.NewVBox(f.text.Object(), container.NewHBox(
		widget.NewButton(keys, wording.L("choose-a-file-dialog", "Choose a file…"), events.File)))
	f.opened = container.NewVBox()
	f.body.Add(f.asking)
	f.makeFields(keys)
	f.body.Add(f.opened)
	f.Fill(nil)
	return f
}

// makeFields creates the part that shows the details of an invitation.
func (f *Invitation) makeFields(keys *widget.Keys) {
	f.what = widget.NewNotice("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	f.address, f.share, f.secret = f.field(""), f.field(wording.L("leave-empty-to-only-read", "leave empty to only read")), f.field("")
	f.secret.Password = true
	f.makeInto(keys)
	f.address.OnChanged = f.follow
	f.user = f.field("")
	f.passwordStorage = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	f.enter = container.NewVBox(Pair(Labelled(wording.L("user", "User"), f.user), Labelled(wording.L("password", "Password"), f.secret)), f.passwordStorage)
	f.elsewhere = NewAccess(keys, f.Save, nil, func() {})
	f.device = newDeviceName(f.Form)
	f.share.OnChanged = func(string) { f.showElsewhere() }
	f.signIn = f.showSignIn
	hint := widget.NewNotice(wording.L("crossfeed-publishes-a-file-of-your", "Crossfeed publishes a file of your own there. The others read your changes in it."), widget.TextStyle{Color: theme.Quiet})
	f.onward = widget.NewNotice("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	f.own = container.NewVBox(Labelled(wording.L("publish-your-changes-to", "Publish your changes to"), choosing(keys, f.share, f.events.Choose)), hint, f.onward, f.elsewhere.SignIn(), f.device.object)
	f.opened.Objects = []fyne.CanvasObject{
		f.what, Labelled(wording.L("location-of-a-feed", "Location"), choosing(keys, f.address, f.events.Choose)), f.enter, f.into.earlier, f.into.named, f.own, f.into.mine,
	}
}

// Fill resets the form, with the existing lists.
func (f *Invitation) Fill(lists []store.Set) {
	f.into.lists, f.shown = lists, nil
	f.showInto()
	f.reset()
	f.text.Put("")
	f.explain.SetText(wording.L("if-someone-wants-to-share-a", "If someone wants to share a list with you, they send you a link or a .crossfeed file. Paste or open it here."))
	f.do.SetText(wording.L("open", "Open"))
	f.asking.Show()
	f.opened.Hide()
	f.first = f.text
	layOut(f.object)
}

// ShowPasswordStorage says where a password will be stored.
func (f *Invitation) ShowPasswordStorage(text string) {
	f.passwordStorage.SetText(text)
	f.elsewhere.ShowPasswordStorage(text)
	layOut(f.object)
}

// read opens the invitation in a text, if there is one. It does not report an error while
// someone has typed only a few characters.
func (f *Invitation) read(text string) {
	if i, err := sharing.FromText(text); err == nil {
		f.Open(i)
		f.events.Opened()
	} else if strings.ContainsAny(text, "{") || len(text) > len("crossfeed://invite?") {
		f.Problem(wording.Error(err))
	}
}

// Open shows the details of an invitation.
func (f *Invitation) Open(i sharing.Invitation) {
	f.Problem("")
	f.shown = &i
	f.asking.Hide()
	f.opened.Show()
	f.what.SetText(whatOf(i))
	f.explain.SetText(wording.L("nothing-is-read-or-published-before", "Nothing is read or published before you accept."))
	f.address.Put(i.Address)
	f.before = i.Address
	f.own.Hidden = i.Answer != ""
	f.share.Put("")
	if i.Folder {
		f.share.Put(i.Address)
	}
	f.elsewhere.Put(transport.Access{})
	f.showElsewhere()
	f.enter.Hidden = i.User == ""
	f.user.Put(i.User)
	f.secret.Put("")
	f.asks()
	f.first = f.do
	if i.User != "" {
		f.first = f.secret
	}
	f.fillInto()
	if i.Answer == "" {
		_, o := f.asked()
		f.events.Earlier(i, o.Share.Location)
	}
}

// whatOf says who invites, and to which list.
func whatOf(i sharing.Invitation) string {
	data := wording.Data{"Who": cmp.Or(i.From, wording.L("someone", "Someone")), "List": i.Title, "Kind": wording.Kind(i.Kind)}
	if i.Answer != "" {
		return wording.L("who-accepted-your-invitation-to-list", "{{.Who}} accepted your invitation to “{{.List}}”. Accept the answer to read their changes.", data)
	}
	return wording.L("who-shares-list-with-you-kind", "{{.Who}} shares “{{.List}}” with you ({{.Kind}}).", data)
}

func (f *Invitation) submitNow() {
	if f.shown == nil {
		f.Problem(wording.Error(&sharing.Error{}))
		f.read(f.text.Text())
		return
	}
	f.submitted = f.submitNow
	switch {
	case f.shown.Answer != "" || f.into.before != "":
		f.acceptInto(sharing.AcceptOptions{})
	case strings.TrimSpace(f.into.name.Text()) == "":
		f.Problem(wording.L("enter-a-name-for-the-new", "Enter a name for the new list."))
	case f.into.clashes(strings.TrimSpace(f.into.name.Text())):
		f.Problem(wording.L("you-already-have-a-list-with", "You already have a list with this name. Choose another name, or use that list."))
	default:
		f.acceptInto(sharing.AcceptOptions{New: strings.TrimSpace(f.into.name.Text())})
	}
}

// acceptInto accepts the invitation into a list.
func (f *Invitation) acceptInto(into sharing.AcceptOptions) {
	i, o := f.asked()
	o.Into, o.New = into.Into, into.New
	if i.Address == "" {
		f.Problem(wording.L("enter-the-feeds-address", "Enter the feed's address."))
		return
	}
	f.Problem("")
	f.events.Accept(i, o, f.named(o))
}

// Trust trusts the certificate with a fingerprint, and submits the form again.
func (f *Invitation) Trust(fingerprint string) {
	f.shown.Fingerprint = fingerprint
	f.submitted()
}

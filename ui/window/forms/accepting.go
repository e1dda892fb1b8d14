package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/location"
	"crossfeed/ui/say"
)

// asked is the invitation with the address that a person made of it, and what to do with
// it.
func (f *Invitation) asked() (invite.Invitation, engine.AcceptOptions) {
	i := *f.shown
	i.Address, i.User = strings.TrimSpace(f.address.Text()), strings.TrimSpace(f.user.Text())
	o := engine.AcceptOptions{Password: f.secret.Text()}
	if i.Answer == "" {
		o.Share.Location = strings.TrimSpace(f.share.Text())
	}
	if i.Folder && o.Share.Location == i.Address {
		o.Share.Access = location.Access{User: i.User, Fingerprint: i.Fingerprint}
		o.Share.Password = o.Password
	} else if Far(o.Share.Location) {
		o.Share.Access, o.Share.Password = f.elsewhere.Access(), f.elsewhere.Password()
	}
	return i, o
}

// follow keeps the own changes in the folder of the others: where that has another path
// here, they go there, too.
func (f *Invitation) follow(at string) {
	if f.shown != nil && f.shown.Folder && f.share.Text() == f.before {
		f.share.Put(at)
	}
	f.before = at
	f.showElsewhere()
}

// showElsewhere asks who signs in where the own changes go, where that is another server's
// than the list's.
func (f *Invitation) showElsewhere() {
	at := strings.TrimSpace(f.share.Text())
	if at == strings.TrimSpace(f.address.Text()) {
		at = ""
	}
	f.elsewhere.At(at)
	f.device.Show(strings.TrimSpace(f.share.Text()) != "")
	f.onward.SetText(lang.L("What is shared with you will become readable to everyone who can open {{.At}}.", say.Data{"At": at}))
	f.onward.Hidden = at == ""
	f.showInto()
	layOut(f.object)
}

// Device asks for the name of this device, where the own changes are published.
func (f *Invitation) Device() *DeviceName { return f.device }

// named is the answer about the name of this device; nil where nothing is published.
func (f *Invitation) named(o engine.AcceptOptions) *engine.DeviceName {
	if o.Share.Location == "" {
		return nil
	}
	return f.device.Answer()
}

// showSignIn asks for a user and a password, where the list lies first.
func (f *Invitation) showSignIn() fyne.Focusable {
	if f.elsewhere.SignIn().Visible() && (f.secret.Text() != "" || !Far(f.address.Text())) {
		return f.elsewhere.First()
	}
	f.enter.Show()
	layOut(f.object)
	if strings.TrimSpace(f.user.Text()) == "" {
		return f.user
	}
	return f.secret
}

// Address is where the list lies.
func (f *Invitation) Address() fyne.Focusable { return f.address }

// Own is where the own changes go.
func (f *Invitation) Own() fyne.Focusable { return f.share }

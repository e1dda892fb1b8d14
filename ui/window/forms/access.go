package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Access has the fields for accessing a location: user and password, and others that belong
// behind a "More" button.
type Access struct {
	signIn          *fyne.Container
	rest            *fyne.Container
	passwordStorage *widget.Notice

	user, password      *widget.Entry
	authority, proxy    *widget.Entry
	certificate, key    *widget.Entry
	scheme, fingerprint string
}

// NewAccess returns empty fields. submit is called by Enter in a field, changed when a field
// was changed; file lets a person choose a file.
func NewAccess(keys *widget.Keys, submit func(), file func(chosen func(string)), changed func()) *Access {
	a := &Access{}
	entry := func(placeholder string) *widget.Entry {
		e := widget.NewEntry(keys, placeholder)
		e.OnSubmitted = func(string) { submit() }
		e.OnChanged = func(string) { changed() }
		return e
	}
	a.user, a.password = entry(""), entry("")
	a.password.Password = true
	a.authority, a.proxy = entry(wording.L("file-pem", "file (.pem)")), entry(wording.L("system-proxy", "system proxy"))
	a.certificate, a.key = entry(wording.L("file-pem", "file (.pem)")), entry(wording.L("file-pem", "file (.pem)"))
	a.passwordStorage = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	a.signIn = container.NewVBox(
		Pair(Labelled(wording.L("user", "User"), a.user), Labelled(wording.L("password", "Password"), a.password)), a.passwordStorage)
	a.rest = container.NewVBox(
		Pair(Labelled(wording.L("own-certificate-authority", "Own certificate authority"), choosing(keys, a.authority, file)), Labelled(wording.L("proxy", "Proxy"), a.proxy)),
		Pair(Labelled(wording.L("client-certificate", "Client certificate"), choosing(keys, a.certificate, file)), Labelled(wording.L("client-key", "Client key"), choosing(keys, a.key, file))))
	a.At("")
	return a
}

// SignIn returns the fields for user and password.
func (a *Access) SignIn() fyne.CanvasObject { return a.signIn }

// Rest returns the fields that few people need.
func (a *Access) Rest() fyne.CanvasObject { return a.rest }

// At shows the fields that apply to a location. There are none for a folder on this computer.
func (a *Access) At(at string) {
	far := Far(at)
	a.signIn.Hidden, a.rest.Hidden = !far, !far
	layOut(a.signIn)
	layOut(a.rest)
}

// Far reports whether a location is the address of a server.
func Far(at string) bool {
	at = strings.ToLower(strings.TrimSpace(at))
	return strings.Contains(at, "://") && !strings.HasPrefix(at, "file:") || transport.LacksScheme(at)
}

// ShowPasswordStorage says where a password will be stored.
func (a *Access) ShowPasswordStorage(text string) { a.passwordStorage.SetText(text) }

// Password returns the password that was typed.
func (a *Access) Password() string { return a.password.Text() }

// Access returns the values of the fields except for the password.
func (a *Access) Access() transport.Access {
	return transport.Access{
		User: strings.TrimSpace(a.user.Text()), Scheme: a.scheme, Fingerprint: a.fingerprint,
		Authority: strings.TrimSpace(a.authority.Text()), Proxy: strings.TrimSpace(a.proxy.Text()),
		Certificate: strings.TrimSpace(a.certificate.Text()), Key: strings.TrimSpace(a.key.Text()),
	}
}

// Put sets the fields, with an empty password.
func (a *Access) Put(as transport.Access) {
	a.scheme, a.fingerprint = as.Scheme, as.Fingerprint
	for e, text := range map[*widget.Entry]string{
		a.user: as.User, a.password: "", a.authority: as.Authority, a.proxy: as.Proxy, a.certificate: as.Certificate, a.key: as.Key,
	} {
		e.Put(text)
	}
}

// Trust sets the fingerprint of the certificate to trust.
func (a *Access) Trust(fingerprint string) { a.fingerprint = fingerprint }

// First returns the field to begin with: the password if there is a user, otherwise the user.
func (a *Access) First() *widget.Entry {
	if strings.TrimSpace(a.user.Text()) != "" {
		return a.password
	}
	return a.user
}

// probeForm is a form about an address that is probed before it is used.
type probeForm struct {
	*Form
	location *widget.Entry
	// probed is the address that was probed.
	probed string
	// probe starts probing the address; clear clears the result.
	probe, clear func()
}

// addLocation adds the row of the address, and below it the fields for signing in. choose and
// file let a person choose a folder or a file; typed is called with what is typed.
func (p *probeForm) addLocation(placeholder string, choose, file func(chosen func(string)), typed func(string)) {
	p.location = p.field(placeholder)
	p.location.OnChanged = typed
	buttons := container.NewHBox(
		widget.NewButton(p.keys, wording.L("folder-dialog", "Folder…"), func() { choose(p.chosen) }),
		widget.NewButton(p.keys, wording.L("file-dialog", "File…"), func() { file(p.chosen) }))
	p.add(wording.L("where", "Where"), widget.Border(nil, nil, nil, buttons, p.location), p.location)
	p.access = NewAccess(p.keys, p.Save, file, func() {})
	p.body.Add(p.access.SignIn())
	p.signIn = p.showSignIn
}

// chosen probes a chosen location at once.
func (p *probeForm) chosen(at string) {
	p.location.SetText(at)
	p.probe()
}

// typed clears the result of probing another address.
func (p *probeForm) typed(text string) {
	if p.probed != "" && strings.TrimSpace(text) != p.probed {
		p.clear()
	}
}

// forget forgets the address that was probed.
func (p *probeForm) forget() {
	p.probed = ""
	p.access.At("")
	p.do.SetText(wording.L("check", "Check"))
	layOut(p.object)
}

// Unfound shows that probing has ended without a result.
func (p *probeForm) Unfound() {
	p.Busy("")
	p.clear()
}

// showSignIn shows the fields for user and password.
func (p *probeForm) showSignIn() fyne.Focusable {
	p.access.At(p.location.Text())
	layOut(p.object)
	return p.access.First()
}

// Trust trusts a certificate and probes again.
func (p *probeForm) Trust(fingerprint string) {
	p.access.Trust(fingerprint)
	p.probe()
}

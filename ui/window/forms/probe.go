package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

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

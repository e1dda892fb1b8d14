package walkthrough

import (
	"fmt"
	"strings"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

const (
	portalName    = "org.freedesktop.portal.Desktop"
	portalPath    = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	portalFiles   = "org.freedesktop.portal.FileChooser"
	portalRequest = "org.freedesktop.portal.Request"
)

// FileDialog is a file dialog that a program asked the desktop to show.
type FileDialog struct {
	Parent, Title string
	Options       map[string]dbus.Variant
	// Closed is closed when the program closes the dialog.
	Closed chan struct{}

	bus  *SessionBus
	path dbus.ObjectPath
}

// ServeFileDialogs offers the service that shows file dialogs (XDG Desktop Portal), and returns
// those that programs ask for.
func (b *SessionBus) ServeFileDialogs() (<-chan *FileDialog, error) {
	s := &portal{b, make(chan *FileDialog, 8)}
	if err := b.conn.Export(s, portalPath, portalFiles); err != nil {
		return nil, err
	}
	if _, err := prop.Export(b.conn, portalPath, prop.Map{portalFiles: {"version": {Value: uint32(4)}}}); err != nil {
		return nil, err
	}
	return s.asked, b.own(portalName)
}

// Choose answers with the URI of what a person chose.
func (d *FileDialog) Choose(uri string) error {
	return d.answer(0, map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{uri})})
}

// Cancel closes the dialog, as a person does.
func (d *FileDialog) Cancel() error { return d.answer(1, map[string]dbus.Variant{}) }

// Fail ends the dialog, as a desktop does that cannot show it.
func (d *FileDialog) Fail() error { return d.answer(2, map[string]dbus.Variant{}) }

func (d *FileDialog) answer(code uint32, results map[string]dbus.Variant) error {
	return d.bus.conn.Emit(d.path, portalRequest+".Response", code, results)
}

// Close is called over the bus.
func (d *FileDialog) Close() *dbus.Error {
	close(d.Closed)
	return nil
}

// portal implements the service. Its methods are called over the bus.
type portal struct {
	bus   *SessionBus
	asked chan *FileDialog
}

func (p *portal) OpenFile(sender dbus.Sender, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	path := fmt.Sprintf("%s/request/%s/t", portalPath, strings.NewReplacer(":", "", ".", "_").Replace(string(sender)))
	d := &FileDialog{Parent: parent, Title: title, Options: options, Closed: make(chan struct{}), bus: p.bus, path: dbus.ObjectPath(path)}
	if err := p.bus.conn.Export(d, d.path, portalRequest); err != nil {
		return "", dbus.MakeFailedError(err)
	}
	p.asked <- d
	return d.path, nil
}

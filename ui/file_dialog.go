//go:build !headless

package ui

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/godbus/dbus/v5"

	"crossfeed/engine/transport"
	"crossfeed/ui/window"
	"crossfeed/ui/wording"
)

// The service that shows file dialogs (XDG Desktop Portal).
const (
	portalName    = "org.freedesktop.portal.Desktop"
	portalPath    = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	portalFiles   = "org.freedesktop.portal.FileChooser"
	portalRequest = "org.freedesktop.portal.Request"
	// portalFolders is the first version of the interface that can choose folders.
	portalFolders = 3
)

// portalPatience is how long the desktop may take to start the service and accept a request.
const portalPatience = 5 * time.Second

// errPortal means that the desktop did not show its file dialog, or lost it.
var errPortal = errors.New("the desktop shows no file dialog")

// fileDialog is the file dialog of the desktop.
type fileDialog struct {
	owner fyne.Window
	// do runs a function on the UI goroutine.
	do func(func())
}

// system returns the dialog, or nil if the system offers none that is known here.
func (f *fileDialog) system() window.FileDialog {
	if runtime.GOOS != "linux" {
		return nil
	}
	return f
}

// Choose implements window.FileDialog.
func (f *fileDialog) Choose(ctx context.Context, q window.FileQuestion) (string, error) {
	conn, err := dbus.ConnectSessionBus()
	if err != nil {
		return "", fmt.Errorf("connecting to the session bus: %w", err)
	}
	defer conn.Close()
	signals, err := portalSignals(ctx, conn)
	if err != nil {
		return "", err
	}
	dialog, err := f.open(ctx, conn, q)
	if err != nil {
		return "", err
	}
	for {
		select {
		case <-ctx.Done():
			dialog.Go(portalRequest+".Close", dbus.FlagNoReplyExpected, nil)
			return "", ctx.Err()
		case s, open := <-signals:
			switch {
			case !open, isPortalGone(s):
				return "", errPortal
			case s.Path == dialog.Path() && s.Name == portalRequest+".Response":
				return chosenPath(s)
			}
		}
	}
}

// portalSignals subscribes to the responses of the service, before there is a request that could
// be answered, and to the end of the service.
func portalSignals(ctx context.Context, conn *dbus.Conn) (chan *dbus.Signal, error) {
	err := errors.Join(
		conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(portalName), dbus.WithMatchInterface(portalRequest)),
		conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, portalName)))
	if err != nil {
		return nil, fmt.Errorf("watching the file dialog of the desktop: %w", err)
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	return signals, nil
}

// isPortalGone reports whether a signal says that the service ended.
func isPortalGone(s *dbus.Signal) bool {
	var name, before, now string
	return s.Name == "org.freedesktop.DBus.NameOwnerChanged" && dbus.Store(s.Body, &name, &before, &now) == nil && name == portalName && now == ""
}

// open shows the dialog, and returns the object that stands for it.
func (f *fileDialog) open(ctx context.Context, conn *dbus.Conn, q window.FileQuestion) (dbus.BusObject, error) {
	ctx, cancel := context.WithTimeout(ctx, portalPatience)
	defer cancel()
	portal := conn.Object(portalName, portalPath)
	var version uint32
	if err := portal.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, portalFiles, "version").Store(&version); err != nil {
		return nil, fmt.Errorf("looking for the file dialog of the desktop: %w", err)
	}
	if q.Folder && version < portalFolders {
		return nil, errPortal
	}
	options := map[string]dbus.Variant{"directory": dbus.MakeVariant(q.Folder)}
	if q.Kind != "" {
		options["filters"] = dbus.MakeVariant(portalFilters(q))
	}
	var dialog dbus.ObjectPath
	if err := portal.CallWithContext(ctx, portalFiles+".OpenFile", 0, f.parent(ctx), q.Title, options).Store(&dialog); err != nil {
		return nil, fmt.Errorf("opening the file dialog of the desktop: %w", err)
	}
	return conn.Object(portalName, dialog), nil
}

// parent returns the identifier of the window that the dialog is for, or "" if it has none that
// is known here.
func (f *fileDialog) parent(ctx context.Context) string {
	answer := make(chan string, 1)
	f.do(func() {
		id := ""
		if w, is := f.owner.(driver.NativeWindow); is {
			w.RunNative(func(native any) {
				if x, is := native.(driver.X11WindowContext); is {
					id = fmt.Sprintf("x11:%x", x.WindowHandle)
				}
			})
		}
		answer <- id
	})
	select {
	case id := <-answer:
		return id
	case <-ctx.Done():
		return ""
	}
}

// portalFilter is a filter as the service expects it, a(sa(us)).
type portalFilter struct {
	Name  string
	Globs []portalGlob
}

type portalGlob struct {
	Type uint32 // 0 for a pattern of names
	Glob string
}

// portalFilters returns the filters of a question: its kind of files, and all files.
func portalFilters(q window.FileQuestion) []portalFilter {
	kind := portalFilter{Name: q.Kind}
	for _, e := range q.Extensions {
		kind.Globs = append(kind.Globs, portalGlob{Glob: "*" + anyCase(e)})
	}
	return []portalFilter{kind, {wording.L("all-files", "All files"), []portalGlob{{Glob: "*"}}}}
}

// anyCase returns a pattern that matches a text in capital and small letters.
func anyCase(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsLetter(r) {
			fmt.Fprintf(&b, "[%c%c]", unicode.ToLower(r), unicode.ToUpper(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// chosenPath returns what a response says that the person chose.
func chosenPath(response *dbus.Signal) (string, error) {
	const chosen, closed = 0, 1
	var code uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(response.Body, &code, &results); err != nil {
		return "", fmt.Errorf("reading the response of the file dialog: %w", err)
	}
	uris, _ := results["uris"].Value().([]string)
	switch {
	case code == closed:
		return "", nil
	case code != chosen || len(uris) == 0:
		return "", errPortal
	}
	return transport.Path(uris[0])
}

//go:build !headless

package ui

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"github.com/godbus/dbus/v5"

	"crossfeed/ui/window"
	"crossfeed/ui/wording"
)

// The service that shows notifications (Desktop Notifications Specification).
const (
	notificationName = "org.freedesktop.Notifications"
	notificationPath = dbus.ObjectPath("/org/freedesktop/Notifications")
)

// notificationPatience is how long the desktop may take to show a notification.
const notificationPatience = 10 * time.Second

// notifier shows desktop notifications over D-Bus, which reports clicks on them, or through
// Fyne where there is no such service. Only the goroutine of run uses the connection.
type notifier struct {
	fallback func(*fyne.Notification)
	// do runs a function on the UI goroutine.
	do    func(func())
	queue chan window.Notification
}

func newNotifier(a fyne.App, do func(func())) *notifier {
	return &notifier{a.SendNotification, do, make(chan window.Notification)}
}

// Notify implements window.Notifier.
func (n *notifier) Notify(ctx context.Context, shown window.Notification) {
	select {
	case n.queue <- shown:
	case <-ctx.Done():
	}
}

// run shows notifications until ctx ends. It connects when there is one to show.
func (n *notifier) run(ctx context.Context) {
	var bus *notificationBus
	var signals chan *dbus.Signal // nil without a connection
	for {
		select {
		case <-ctx.Done():
			bus.close()
			return
		case signal, open := <-signals:
			if !open { // the session bus is gone
				bus, signals = nil, nil
			} else if opens := bus.clicked(signal); opens != nil {
				n.do(opens)
			}
		case shown := <-n.queue:
			if bus == nil {
				bus, signals = connectNotifications(ctx)
			}
			if !bus.show(ctx, shown) {
				n.fallback(fyne.NewNotification(shown.Title, shown.Text))
			}
		}
	}
}

// notificationBus is a connection to the service.
type notificationBus struct {
	conn    *dbus.Conn
	service dbus.BusObject
	// opens are the functions that open the notifications on the screen.
	opens map[uint32]func()
}

// connectNotifications connects to the service. It returns nil if there is no session bus.
func connectNotifications(ctx context.Context) (*notificationBus, chan *dbus.Signal) {
	if runtime.GOOS != "linux" {
		return nil, nil
	}
	conn, err := dbus.ConnectSessionBus()
	if err != nil {
		return nil, nil
	}
	if err := conn.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(notificationPath), dbus.WithMatchInterface(notificationName)); err != nil {
		_ = conn.Close()
		return nil, nil
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	return &notificationBus{conn, conn.Object(notificationName, notificationPath), map[uint32]func(){}}, signals
}

func (b *notificationBus) close() {
	if b != nil {
		_ = b.conn.Close()
	}
}

// show shows a notification, and reports whether the service accepted it.
func (b *notificationBus) show(ctx context.Context, n window.Notification) bool {
	if b == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, notificationPatience)
	defer cancel()
	var can []string
	if err := b.service.CallWithContext(ctx, notificationName+".GetCapabilities", 0).Store(&can); err != nil {
		return false
	}
	text, actions := n.Text, []string{}
	if slices.Contains(can, "body-markup") {
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
	}
	if slices.Contains(can, "actions") { // some services show a dialog for actions that they do not know
		actions = []string{"default", wording.L("show", "Show")}
	}
	about := metadata()
	hints := map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant(about.ID)}
	var id uint32
	err := b.service.CallWithContext(ctx, notificationName+".Notify", 0, about.Name, uint32(0), about.ID, n.Title, text, actions, hints, int32(-1)).Store(&id)
	if err == nil {
		b.opens[id] = n.Open
	}
	return err == nil
}

// clicked returns what opens the notification that was clicked, or nil for other signals.
func (b *notificationBus) clicked(s *dbus.Signal) func() {
	if len(s.Body) == 0 {
		return nil
	}
	id, _ := s.Body[0].(uint32)
	opens := b.opens[id]
	switch s.Name {
	case notificationName + ".ActionInvoked":
		return opens
	case notificationName + ".NotificationClosed":
		const expired = uint32(1) // many desktops still list those, and report clicks
		if len(s.Body) < 2 || s.Body[1] != expired {
			delete(b.opens, id)
		}
	}
	return nil
}

package walkthrough

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync/atomic"

	"github.com/godbus/dbus/v5"
)

// SessionBus is a D-Bus session of its own, with the services of a desktop that a test offers.
type SessionBus struct {
	address string
	daemon  *exec.Cmd
	conn    *dbus.Conn
	// stops end the services that run as programs.
	stops []func()
}

// StartSessionBus starts a session bus. It needs dbus-daemon.
func StartSessionBus(ctx context.Context) (*SessionBus, error) {
	daemon := exec.CommandContext(ctx, "dbus-daemon", "--session", "--nofork", "--print-address")
	out, err := daemon.StdoutPipe()
	if err == nil {
		err = daemon.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting a session bus (is dbus-daemon installed?): %w", err)
	}
	b := &SessionBus{daemon: daemon}
	if b.address, err = bufio.NewReader(out).ReadString('\n'); err == nil {
		b.address = strings.TrimSpace(b.address)
		b.conn, err = dbus.Connect(b.address)
	}
	if err != nil {
		b.Stop()
		return nil, fmt.Errorf("the session bus did not come up: %w", err)
	}
	return b, nil
}

// Stop ends the session.
func (b *SessionBus) Stop() {
	for _, stop := range b.stops {
		stop()
	}
	_ = b.daemon.Process.Kill()
	_ = b.daemon.Wait()
}

// Variable is the environment variable that puts a program into the session.
func (b *SessionBus) Variable() string { return "DBUS_SESSION_BUS_ADDRESS=" + b.address }

// Notification is a notification that a program showed.
type Notification struct {
	ID          uint32
	Title, Text string
	Actions     []string
}

const (
	notificationName = "org.freedesktop.Notifications"
	notificationPath = dbus.ObjectPath("/org/freedesktop/Notifications")
)

// ServeNotifications offers the service that shows notifications (Desktop Notifications
// Specification), and returns those that programs show.
func (b *SessionBus) ServeNotifications() (<-chan Notification, error) {
	s := &notificationService{shown: make(chan Notification, 64)}
	if err := b.conn.Export(s, notificationPath, notificationName); err != nil {
		return nil, err
	}
	return s.shown, b.own(notificationName)
}

// Click clicks on a notification, as a person does.
func (b *SessionBus) Click(id uint32) error {
	return b.conn.Emit(notificationPath, notificationName+".ActionInvoked", id, "default")
}

// own makes the test the owner of a name of the bus.
func (b *SessionBus) own(name string) error {
	reply, err := b.conn.RequestName(name, dbus.NameFlagDoNotQueue)
	if err == nil && reply != dbus.RequestNameReplyPrimaryOwner {
		err = fmt.Errorf("another program owns the name %s", name)
	}
	return err
}

// notificationService implements the service. Its methods are called over the bus.
type notificationService struct {
	shown chan Notification
	last  atomic.Uint32
}

func (*notificationService) GetCapabilities() ([]string, *dbus.Error) {
	return []string{"actions", "body", "body-markup"}, nil
}

func (s *notificationService) Notify(_ string, _ uint32, _, title, text string, actions []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	n := Notification{s.last.Add(1), title, text, actions}
	s.shown <- n
	return n.ID, nil
}

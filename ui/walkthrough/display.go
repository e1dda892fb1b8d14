// Package walkthrough uses Crossfeed as a person does: it starts the built program on a
// virtual display, presses real keys, takes screenshots, and reads results with the commands
// in a second process. The program runs unmodified.
package walkthrough

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Display is a virtual X display.
type Display struct {
	name   string
	server *exec.Cmd
}

// StartDisplay starts a display of that size in pixels, with a free number. It needs Xvfb.
func StartDisplay(ctx context.Context, width, height int) (*Display, error) {
	ready, tell, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting a virtual display: %w", err)
	}
	defer ready.Close()
	screen := fmt.Sprintf("%dx%dx24", width, height)
	// Without -noreset, the server resets whenever the last client has left, and refuses new
	// clients in the meantime.
	server := exec.CommandContext(ctx, "Xvfb", "-noreset", "-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{tell}
	err = server.Start()
	tell.Close()
	if err != nil {
		return nil, fmt.Errorf("starting a virtual display (is Xvfb installed?): %w", err)
	}
	number, err := bufio.NewReader(ready).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the virtual display did not come up: %w", err)
	}
	return &Display{name: ":" + strings.TrimSpace(number), server: server}, nil
}

// Stop ends the display and every program on it.
func (d *Display) Stop() {
	_ = d.server.Process.Kill()
	_ = d.server.Wait()
}

// Command returns a command that runs on the display, in a locale in which every letter can be
// typed, and without a session bus: otherwise it would start one that outlives it, and access
// the keyring of whoever runs the tests.
func (d *Display) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.name, "LC_ALL=C.UTF-8", "WAYLAND_DISPLAY=", "DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null")
	return c
}

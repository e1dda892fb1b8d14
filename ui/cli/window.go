package cli

import (
	"io"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

type windowCommand struct {
	Invitation string `hidden:"" placeholder:"LINK-OR-FILE" help:"Begin with an invitation."`
}

// Run opens the window.
func (c windowCommand) Run(r *run) error {
	if r.env.Window == nil {
		return misuse("this build has no window: name a command")
	}
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	invitation, err := c.text(r)
	if err != nil {
		return err
	}
	r.env.Ask = nil // a window asks in its own way
	r.inWindow = true
	return r.with(func(e *engine.Engine) error {
		return r.env.Window(r.ctx, e, WindowOptions{Dir: dir, Invitation: invitation, Crashed: r.crashed, Rebuilt: r.rebuilt, Missing: r.missing})
	})
}

// text is the link, or what the file holds; what is wrong with it the window says.
func (c windowCommand) text(r *run) (string, error) {
	if c.Invitation == "" || isLink(c.Invitation) {
		return c.Invitation, nil
	}
	path, err := transport.Path(c.Invitation) // some desktops hand over file://
	if err != nil {
		return "", err
	}
	file, err := r.env.Files.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostInvitation))
	return string(text), err
}

// handedOver adds the command to what a desktop hands over when somebody opens an
// invitation: a link or a file, and nothing else.
func handedOver(args []string) []string {
	if len(args) > 0 && (isLink(args[0]) || strings.HasSuffix(strings.ToLower(args[0]), sharing.Ending)) {
		return append([]string{"window", "--invitation=" + args[0]}, args[1:]...)
	}
	return args
}

func isLink(text string) bool { return strings.HasPrefix(strings.ToLower(text), "crossfeed:") }

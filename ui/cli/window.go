package cli

import (
	"io"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

type windowCommand struct {
	Invitation string `hidden:"" placeholder:"LINK-OR-FILE" help:"Open this invitation."`
}

func (c windowCommand) Run(r *run) error {
	if r.env.Window == nil {
		return misuse("this build has no window, so it needs a command")
	}
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	invitation, err := c.text(r)
	if err != nil {
		return err
	}
	r.env.Ask = nil // the window has its own prompt
	r.inWindow = true
	return r.with(func(e *engine.Engine) error {
		return r.env.Window(r.ctx, e, WindowOptions{Dir: dir, Invitation: invitation, Crashed: r.crashed, Rebuilt: r.rebuilt, Missing: r.missing})
	})
}

// text returns the link, or the content of the file. The window reports errors in it.
func (c windowCommand) text(r *run) (string, error) {
	if c.Invitation == "" || isLink(c.Invitation) {
		return c.Invitation, nil
	}
	path, err := transport.Path(c.Invitation) // some desktops pass file:// URLs
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

// handedOver inserts the command when a desktop starts the program with nothing but an
// invitation: a link or a file.
func handedOver(args []string) []string {
	if len(args) > 0 && (isLink(args[0]) || strings.HasSuffix(strings.ToLower(args[0]), sharing.Ending)) {
		return append([]string{"window", "--invitation=" + args[0]}, args[1:]...)
	}
	return args
}

func isLink(text string) bool { return strings.HasPrefix(strings.ToLower(text), "crossfeed:") }

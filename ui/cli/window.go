package cli

import "crossfeed/engine"

type windowCommand struct{}

// Run opens the window.
func (windowCommand) Run(r *run) error {
	if r.env.Window == nil {
		return misuse("this build has no window: name a command")
	}
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	r.env.Ask = nil // a window asks in its own way
	return r.with(func(e *engine.Engine) error { return r.env.Window(r.ctx, e, dir) })
}

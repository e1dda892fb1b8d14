package cli

import (
	"fmt"

	"crossfeed/engine"
)

type publishCommand struct {
	Set      string `arg:"" help:"Name of the list."`
	Location string `arg:"" optional:"" help:"File or folder to publish at from now on. Default: where the list is published already."`
}

// Help gives an example.
func (publishCommand) Help() string {
	return "Example:\n\n  crossfeed publish Groceries ~/Shared"
}

// Run publishes a list.
func (c publishCommand) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		path, err := c.publish(r, e)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(map[string]string{"set": c.Set, "path": path})
		}
		return r.print("%s", path)
	})
}

func (c publishCommand) publish(r *run, e *engine.Engine) (path string, err error) {
	if c.Location != "" {
		return e.PublishAt(r.ctx, c.Set, c.Location)
	}
	if path, err = e.Publish(r.ctx, c.Set); err == nil && path == "" {
		err = fmt.Errorf("%q is published nowhere: say where, with a LOCATION", c.Set)
	}
	return path, err
}

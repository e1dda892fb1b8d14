//go:build !headless

package main

import (
	"context"

	"crossfeed/engine"
	"crossfeed/ui"
	"crossfeed/ui/cli"
)

func window() cli.Window {
	return func(ctx context.Context, e *engine.Engine, dir, invitation string) error {
		return ui.Run(ctx, e, ui.Options{DataDir: dir, Invitation: invitation})
	}
}

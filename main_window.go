//go:build !headless

package main

import (
	"context"

	"crossfeed/engine"
	"crossfeed/ui"
	"crossfeed/ui/cli"
)

func window() cli.Window {
	return func(ctx context.Context, e *engine.Engine, o cli.WindowOptions) error {
		return ui.Run(ctx, e, ui.Options{DataDir: o.Dir, Opens: o.Opens, Crashed: o.Crashed, Rebuilt: o.Rebuilt, Missing: o.Missing})
	}
}

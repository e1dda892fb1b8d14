//go:build headless

package ui

import (
	"context"
	"errors"

	"crossfeed/engine"
)

// ErrNoWindow means that this build has commands only.
var ErrNoWindow = errors.New("this build of Crossfeed has no window: see crossfeed --help for the commands")

// Run is ErrNoWindow.
func Run(context.Context, *engine.Engine, Options) error { return ErrNoWindow }

//go:build headless

package main

import "crossfeed/ui/cli"

// window is nil: this build has none.
func window() cli.Window { return nil }

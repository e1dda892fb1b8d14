//go:build !headless && !ci

package ui

import (
	"fmt"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// findDisplay returns an error if no window can be opened: Fyne would panic.
func findDisplay() error {
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("there is no display (%w): start Crossfeed in a desktop session, or use its commands (crossfeed --help)", err)
	}
	return nil
}

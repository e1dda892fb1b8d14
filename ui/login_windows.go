//go:build !headless

package ui

import (
	"errors"
	"fmt"

	"golang.org/x/sys/windows/registry"

	"crossfeed/ui/window"
)

// runKey has the commands that Windows runs when the person logs in.
const runKey = `Software\Microsoft\Windows\CurrentVersion\Run`

// loginValue is the value of runKey with the command that starts the program.
type loginValue struct{ program, dir string }

func loginOf(program, dir string) window.Login { return loginValue{program, dir} }

// Starts reports whether the value exists.
func (loginValue) Starts() bool {
	key, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer func() { _ = key.Close() }() // it was only read
	_, _, err = key.GetStringValue(metadata().Name)
	return err == nil
}

// Set writes or removes the value.
func (v loginValue) Set(starts bool) error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("opening the registry key of programs that start at login: %w", err)
	}
	defer func() { _ = key.Close() }() // values are written at once
	if !starts {
		if err := key.DeleteValue(metadata().Name); err != nil && !errors.Is(err, registry.ErrNotExist) {
			return fmt.Errorf("removing the registry value that starts Crossfeed at login: %w", err)
		}
		return nil
	}
	command, err := runCommand(v.program, v.dir)
	if err == nil {
		err = key.SetStringValue(metadata().Name, command)
	}
	if err != nil {
		return fmt.Errorf("writing the registry value that starts Crossfeed at login: %w", err)
	}
	return nil
}

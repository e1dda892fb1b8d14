//go:build !linux

package servertest

import (
	"os/exec"
	"testing"
)

// SmallDisk is "": only on Linux does a test make a disk of its own.
func SmallDisk(testing.TB) string { return "" }

// withParent does nothing: only Linux ends a program with who started it.
func withParent(*exec.Cmd) {}

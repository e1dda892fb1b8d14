//go:build !linux

package servertest

import (
	"os/exec"
	"testing"
)

// SmallDisk returns "": tests create separate disks on Linux only.
func SmallDisk(testing.TB) string { return "" }

// withParent does nothing: only Linux can kill a program together with its parent.
func withParent(*exec.Cmd) {}

//go:build !linux

package servertest

import "testing"

// SmallDisk is "": only on Linux does a test make a disk of its own.
func SmallDisk(testing.TB) string { return "" }

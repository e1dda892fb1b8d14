//go:build !race

package csx_test

// raced tells that the race detector watches.
const raced = false

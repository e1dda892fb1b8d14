//go:build race

package csx_test

// raced tells that the race detector watches, with which reading takes ten times as long:
// what is large is smaller then.
const raced = true

//go:build !race

package contentsync_test

// raced tells that the race detector watches.
const raced = false

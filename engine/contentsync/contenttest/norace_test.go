//go:build !race

package contenttest_test

// scale divides the number of worlds.
const scale = 1

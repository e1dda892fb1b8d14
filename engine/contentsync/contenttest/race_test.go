//go:build race

package contenttest_test

// scale divides the number of worlds: with the race detector all takes ten times as long.
const scale = 10

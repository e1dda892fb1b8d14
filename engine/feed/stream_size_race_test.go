//go:build race

package feed_test

// streamed is how many bytes TestStream sends; the race detector makes reading
// ten times slower.
const streamed = 20 << 20

//go:build !race

package feed_test

// streamed is how many bytes TestStream sends.
const streamed = 500 << 20

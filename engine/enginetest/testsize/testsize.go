// Package testsize says how much the tests try that try much.
package testsize

import "testing"

// Of is the usual size of a test, and the small one with -short. "make check" and the race
// detector take the small one; no test is left out.
func Of[N ~int | ~int64 | ~uint64](small, usual N) N {
	if testing.Short() {
		return small
	}
	return usual
}

// Tries reports whether the nth of many cases that are alike is tried: each in the usual size,
// and one in so many with -short.
func Tries(n, one int) bool { return n%Of(one, 1) == 0 }

// Often checks a property that takes little time, and expects to see rare things in all of
// its runs together, so often that it sees them with -short, too.
func Often(check func()) {
	for range Of(15, 1) {
		check()
	}
}

// Package testsize sets how much the large tests try.
package testsize

import "testing"

// Of returns the usual size of a test, or the small one with -short. "make check" and the race
// detector use the small one; no test is skipped.
func Of[N ~int | ~int64 | ~uint64](small, usual N) N {
	if testing.Short() {
		return small
	}
	return usual
}

// Tries reports whether to try the nth of many similar cases: all of them usually, and every
// one-th with -short.
func Tries(n, one int) bool { return n%Of(one, 1) == 0 }

// Often repeats a fast check that must meet rare cases in all of its runs taken together,
// often enough that it meets them with -short, too.
func Often(check func()) {
	for range Of(15, 1) {
		check()
	}
}

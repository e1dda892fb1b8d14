// Package testsize says how much the tests try that try much.
package testsize

import "testing"

// Of is the usual size of a test, and the small one with -short. "make check" and the race
// detector take the small one; no test is left out.
func Of[N int | uint64](small, usual N) N {
	if testing.Short() {
		return small
	}
	return usual
}

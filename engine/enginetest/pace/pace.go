// Package pace measures the processor time of work relative to a yardstick that runs at the
// same time on the same machine. So a test can assert that something is fast without failing
// on a slow or busy machine.
package pace

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// A yard is the time to sort and count a few thousand words: 0.4 to 0.6 ms on the computer of
// the measurements in docs/benchmarks.md, when it is idle. So a budget of 16 ms there, one frame,
// is 32 yards.
func yard() {
	words, counts := make([]string, 3_000), map[string]int{}
	for i := range words {
		words[i] = strconv.Itoa(10_000 + i*7919%10_007)
		counts[words[i][:2]]++
	}
	slices.Sort(words)
	if len(slices.Sorted(maps.Keys(counts))) > len(words) {
		panic("there are more beginnings than words")
	}
}

// Yards returns how long work takes, in yards.
func Yards(work func()) float64 {
	before := Yard()
	took := Spent(work)
	return float64(took) / float64(max(before, Yard()))
}

// Yard returns the current duration of a yard.
func Yard() time.Duration {
	const times = 20
	return max(Spent(func() {
		for range times {
			yard()
		}
	})/times, time.Microsecond)
}

// Spent returns the processor time of work, for tests that take many measurements and need the
// duration of a yard only once.
func Spent(work func()) time.Duration {
	began := processor()
	work()
	return processor() - began
}

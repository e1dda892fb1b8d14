// Package pace measures work by the processor time that it takes, against a yardstick that
// runs at the same time on the same machine. So a test can say that something is fast, and
// does not fail where the machine is slow or busy.
package pace

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// A yard is the time that sorting some thousand words and counting them takes: 0.4 to 0.6 ms
// on the computer of the measurements in docs/testing.md, when it has nothing else to do. So
// what may take 16 ms there, from one picture to the next, may take 32 yards.
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

// Yards is how long work takes, in yards.
func Yards(work func()) float64 {
	before := Yard()
	took := Spent(work)
	return float64(took) / float64(max(before, Yard()))
}

// Yard is how long a yard takes now.
func Yard() time.Duration {
	const times = 20
	return max(Spent(func() {
		for range times {
			yard()
		}
	})/times, time.Microsecond)
}

// Spent is the processor time that work takes, for a test that measures much and needs the
// length of a yard only once.
func Spent(work func()) time.Duration {
	began := processor()
	work()
	return processor() - began
}

package contenttest_test

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// large is the size of the file that is long enough to be gone on with in the middle.
const large = 700_000

// points is how many times a process is killed, and trees how many trees it syncs. At a
// time, workers do so: most of the time is waiting for the disk.
const (
	points  = 100
	trees   = 10
	workers = 5
)

// A process that syncs from a server into a real store and a cache on a disk is killed at
// 100 moments, each between two steps of a first run or of one after many changes, or at
// any time. Another one goes on, and the cache is that of a run that nothing interrupted.
func TestARunThatIsKilledAtAnyMomentIsGoneOnWith(t *testing.T) {
	t.Parallel()
	var killed atomic.Int64
	t.Run("points", func(t *testing.T) {
		for worker := range uint64(workers) {
			t.Run(fmt.Sprint(worker), func(t *testing.T) {
				t.Parallel()
				s := newServer(t)
				for seed := worker; seed < trees; seed += workers {
					killed.Add(killAll(t, newKilling(t, s, seed, false)))
					killed.Add(killAll(t, newKilling(t, s, seed, true)))
				}
			})
		}
	})
	t.Logf("%d of %d processes were killed before they were through", killed.Load(), enough(points))
	if int(killed.Load()) < int(enough(points))*7/10 {
		t.Error("that is too few")
	}
}

// killAll kills as often as a tree and a run get of all points.
func killAll(t *testing.T, k *killing) (killed int64) {
	t.Helper()
	for range max(1, enough(points)/trees/2) {
		if k.kill(t) {
			killed++
		}
	}
	return killed
}

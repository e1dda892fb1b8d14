// Package mesh_test has only tests: a simulation of endpoints that share an ordered,
// hierarchical set. They create, change, move, delete and restore items, read each other in
// any order, and must all end up with the same tree, in which items are in the order that
// users chose (docs/protocol.md).
package mesh_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	_ "pgregory.net/rapid" // its flags also set the number of seeds and whether failed ones are recorded

	"crossfeed/engine/enginetest/testsize"
)

var (
	seeds = flag.Uint64("mesh.seeds", 0, "how many seeds of each kind, instead of the usual number")
	first = flag.Uint64("mesh.first", 1, "the first seed")
)

// TestMain uses the number of checks per property in other packages as a measure: with
// -rapid.checks=50, an eighth of the seeds is tried.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", fmt.Sprint(allChecks)); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const allChecks = 400

// enough returns how many of the usual seeds are tried.
func enough(usual uint64) uint64 {
	if *seeds > 0 {
		return *seeds
	}
	checks, err := strconv.ParseUint(flag.Lookup("rapid.checks").Value.String(), 10, 32)
	if err != nil {
		panic(err)
	}
	return max(1, testsize.Of(usual/20, usual)*checks/allChecks)
}

// steps is the number of steps of a run.
const steps = 120

// regressions has the kinds and seeds that failed before, one per line.
const regressions = "testdata/seeds"

// All endpoints end up with the same tree in the same order, with the same winners, flags and
// conflicts; no item is missing or its own ancestor, and an item that was put before another
// one precedes it.
func TestEndpointsThatReadEachOtherEndWithTheSameTree(t *testing.T) {
	t.Parallel()
	sum := simulateAll(t, pure, 800)
	if n := int(enough(800)); sum.pairs < 5*n || sum.cycles < n/20 {
		t.Errorf("there is little to see: %v", sum)
	}
}

func TestSoTheyDoWithAProgramThatKeepsAttributesItDoesNotKnow(t *testing.T) {
	t.Parallel()
	simulateAll(t, preserving, 300)
}

func TestSoTheyDoWithAProgramThatDropsThem(t *testing.T) {
	t.Parallel()
	simulateAll(t, dropping, 300)
}

// If nothing happens concurrently, such programs are interpreted exactly.
func TestProgramsWithoutKeysAreUnderstoodWhereNothingHappensAtTheSameTime(t *testing.T) {
	t.Parallel()
	simulateAll(t, calmDropping, 40)
	simulateAll(t, calmPreserving, 40)
}

// If siblings were sorted by identifier, half of the pairs that somebody ordered would be
// reversed.
func TestSortingByIdentifierWouldNotKeepTheOrder(t *testing.T) {
	t.Parallel()
	var sum outcome
	for seed := range uint64(testsize.Of(20, 100)) {
		sum.add(simulate(pure, seed+1, steps))
	}
	if sum.turned < sum.pairs/4 {
		t.Errorf("of %d pairs only %d would be turned", sum.pairs, sum.turned)
	}
}

func TestSeedsThatOnceFailed(t *testing.T) {
	t.Parallel()
	f, err := os.Open(regressions)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var name string
		var seed uint64
		if line := lines.Text(); strings.HasPrefix(line, "#") {
			continue
		} else if _, err := fmt.Sscan(line, &name, &seed); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
		if i < 0 {
			t.Fatalf("there is no kind %q", name)
		}
		judge(t, kinds[i], seed)
	}
}

// simulateAll runs the seeds of a kind, and records those that fail.
func simulateAll(t *testing.T, k kind, usual uint64) outcome {
	t.Helper()
	var sum outcome
	for seed := *first; seed < *first+enough(usual); seed++ {
		o := judge(t, k, seed)
		sum.add(o)
		if len(o.faults) > 0 {
			saveSeed(t, k, seed)
		}
	}
	t.Log(k, sum)
	return sum
}

func judge(t *testing.T, k kind, seed uint64) outcome {
	t.Helper()
	o := simulate(k, seed, steps)
	for i, fault := range o.faults {
		if i == 3 {
			t.Errorf("seed %d, %s: and %d more", seed, k, len(o.faults)-i)
			break
		}
		t.Errorf("seed %d, %s: %s", seed, k, fault)
	}
	return o
}

var failed atomic.Int32

// saveSeed records a failed seed, unless -rapid.nofailfile disables that. Ten are enough to see
// what is wrong.
func saveSeed(t *testing.T, k kind, seed uint64) {
	t.Helper()
	if failed.Add(1) > 10 {
		t.Fatal("that is enough")
	}
	if flag.Lookup("rapid.nofailfile").Value.String() == "true" {
		return
	}
	f, err := os.OpenFile(regressions, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, k, seed); err != nil {
		t.Fatal(err)
	}
}

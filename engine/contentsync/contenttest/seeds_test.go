package contenttest_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	_ "pgregory.net/rapid" // its flags say here as well how much is tried and whether it is kept

	"crossfeed/engine/enginetest/testsize"
)

var (
	seeds = flag.Uint64("worlds.seeds", 0, "how many worlds of each kind, instead of the usual number")
	first = flag.Uint64("worlds.first", 1, "the first seed")
)

// TestMain takes the number of checks that other packages make of a property as a measure:
// with -rapid.checks=50 an eighth of the worlds is tried. It also plays a program that is
// killed.
func TestMain(m *testing.M) {
	if play := os.Getenv(childVariable); play != "" {
		os.Exit(child(play))
	}
	if err := flag.Set("rapid.checks", fmt.Sprint(allChecks)); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const allChecks = 400

// enough is how many of the usual worlds are tried.
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

// regressions has the kinds and seeds that once failed, one a line.
const regressions = "testdata/seeds"

// kinds are the comparisons that are kept.
var kinds = map[string]func(*testing.T, uint64) []string{"memory": inMemory, "disk": onDisks, "folder": inFolder}

func TestWorldsThatOnceFailed(t *testing.T) {
	t.Parallel()
	f, err := os.Open(regressions)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var kind string
		var seed uint64
		if _, err := fmt.Sscan(lines.Text(), &kind, &seed); err != nil || kinds[kind] == nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if told := kinds[kind](t, seed); len(told) > 0 {
			fail(t, kind, seed, told)
		}
	}
}

// failed counts the seeds that failed.
var failed atomic.Int32

// keep adds a seed to those that once failed, unless -rapid.nofailfile says that nothing is
// kept. Ten are enough to see what is wrong.
func keep(t *testing.T, kind string, seed uint64) {
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
	if _, err := fmt.Fprintln(f, kind, seed); err != nil {
		t.Fatal(err)
	}
}

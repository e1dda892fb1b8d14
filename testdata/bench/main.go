// Command bench measures how long the commands take on two feeds of 5,000 items, and
// on two of 10,000 outlines: the same feeds on every machine, with the time that xmllint needs to look at
// them as the measure. It fails where a target is missed.
//
//	go run ./testdata/bench
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Targets: a merge takes less than three times as long as xmllint takes to
// check both feeds, and the program starts in less than 20 ms.
const (
	runs       = 7
	mergeRatio = 3.0
	startLimit = 20 * time.Millisecond
)

func main() {
	ok, err := bench()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func bench() (ok bool, err error) {
	dir, err := os.MkdirTemp("", "crossfeed-bench")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	in := func(name string) string { return filepath.Join(dir, name) }

	crossfeed := in("crossfeed")
	build := exec.Command("go", "build", "-tags", "headless", "-o", crossfeed, ".")
	if out, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("building: %w: %s", err, out)
	}
	ok = true
	for _, k := range kinds {
		met, err := k.bench(crossfeed, in)
		if err != nil {
			return false, fmt.Errorf("%s: %w", k.name, err)
		}
		ok = ok && met
	}
	start, err := best(0, crossfeed, "version")
	if err != nil {
		return false, err
	}
	fmt.Printf("crossfeed version                    %8.1f ms   target below %v\n", milliseconds(start), startLimit)
	return ok && start < startLimit, nil
}

// bench measures a merge of two feeds, and tells whether the target is met.
func (k kind) bench(crossfeed string, in func(name string) string) (ok bool, err error) {
	local, incoming := in("local"+k.extension), in("incoming"+k.extension)
	if err := k.generate(local, incoming); err != nil {
		return false, err
	}
	lint, err := best(0, "xmllint", "--noout", local, incoming)
	if err != nil {
		return false, err
	}
	merge, err := best(1, crossfeed, "feed", "merge", local, incoming, "-o", in("out"+k.extension))
	if err != nil {
		return false, err
	}
	ratio := float64(merge) / float64(lint)
	fmt.Printf("%s, %d items\n", k.name, k.items)
	fmt.Printf("xmllint --noout LOCAL INCOMING       %8.1f ms\n", milliseconds(lint))
	fmt.Printf("crossfeed feed merge LOCAL INCOMING  %8.1f ms   %.2f of xmllint, target below %.0f\n", milliseconds(merge), ratio, mergeRatio)
	return ratio < mergeRatio, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// best is the least time of several runs of a command that ends in a state.
func best(state int, name string, args ...string) (time.Duration, error) {
	least := time.Duration(0)
	for range runs {
		c := exec.Command(name, args...)
		start := time.Now()
		out, err := c.CombinedOutput()
		took := time.Since(start)
		if c.ProcessState == nil || c.ProcessState.ExitCode() != state {
			return 0, fmt.Errorf("%s: %v, want state %d: %.300s", name, err, state, out)
		}
		if least == 0 || took < least {
			least = took
		}
	}
	return least, nil
}

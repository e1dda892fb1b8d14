// Command bench measures how long the commands take for two feeds of 5,000 items, and for two
// of 10,000 outlines: the same feeds on every machine, relative to the time that xmllint needs
// to check them. It fails if a target is missed. The times are processor times, in user and
// system mode, of all threads: other programs that run at the same time have little effect on
// them.
//
//	go run ./testdata/bench
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// Targets: a merge takes less than three times as long as xmllint takes to check both feeds,
// and the program starts in 15 % of the time that xmllint takes for the two largest feeds,
// which is 20 ms on the machines of people.
const (
	runs       = 19
	mergeRatio = 3.0
	startRatio = 0.15
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
	checking := 0.0
	for _, k := range kinds {
		met, lint, err := k.bench(crossfeed, in)
		if err != nil {
			return false, fmt.Errorf("%s: %w", k.name, err)
		}
		ok, checking = ok && met, max(checking, lint)
	}
	start := measured{}
	for range 3 * runs { // the runs are short, and the best one counts
		if err := start.run(0, crossfeed, "version"); err != nil {
			return false, err
		}
	}
	ratio := median(start.cpu) / checking
	fmt.Printf("crossfeed version                    %v, %.2f of xmllint's, target below %.2f\n", start, ratio, startRatio)
	return ok && ratio < startRatio, nil
}

// bench measures a merge of two feeds, and reports whether the target is met and how long
// xmllint took.
func (k kind) bench(crossfeed string, in func(name string) string) (ok bool, checking float64, err error) {
	local, incoming := in("local"+k.extension), in("incoming"+k.extension)
	if err := k.generate(local, incoming); err != nil {
		return false, 0, err
	}
	var lint, merge measured
	for range runs { // alternating, so that both run under the same conditions
		err := errors.Join(lint.run(0, "xmllint", "--noout", local, incoming),
			merge.run(1, crossfeed, "feed", "merge", local, incoming, "-o", in("out"+k.extension), "--overwrite"))
		if err != nil {
			return false, 0, err
		}
	}
	ratios := make([]float64, runs)
	for i := range ratios {
		ratios[i] = merge.cpu[i] / lint.cpu[i]
	}
	ratio := median(ratios)
	fmt.Printf("%s, %d items\n", k.name, k.items)
	fmt.Printf("xmllint --noout LOCAL INCOMING       %v\n", lint)
	fmt.Printf("crossfeed feed merge LOCAL INCOMING  %v, %.2f of xmllint's, target below %.0f\n", merge, ratio, mergeRatio)
	return ratio < mergeRatio, median(lint.cpu), nil
}

// measured holds the durations of the runs of a command, in seconds: processor time and wall
// time.
type measured struct{ cpu, wall []float64 }

func (m measured) String() string {
	const ms = 1000
	return fmt.Sprintf("%8.1f ms of CPU, %.1f ms at best", ms*median(m.cpu), ms*slices.Min(m.wall))
}

func median(all []float64) float64 { return slices.Sorted(slices.Values(all))[len(all)/2] }

// run measures a command that must end with an exit code.
func (m *measured) run(state int, name string, args ...string) error {
	c := exec.Command(name, args...)
	start := time.Now()
	out, err := c.CombinedOutput()
	m.wall = append(m.wall, time.Since(start).Seconds())
	if c.ProcessState == nil || c.ProcessState.ExitCode() != state {
		return fmt.Errorf("%s: %v, want state %d: %.300s", name, err, state, out)
	}
	m.cpu = append(m.cpu, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	return nil
}

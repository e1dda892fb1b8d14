// Command bench measures the commands with large feeds, and compares them with other readers of
// the same files. It exits with 1 if a target is missed. Times are processor times, unless a
// row says otherwise: other programs that run at the same time have little effect on them.
//
//	go run ./testdata/bench -rows 'first sync|publish' -items 10000
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"
)

// bench measures in a temporary folder.
type bench struct {
	dir, crossfeed    string
	items, runs, most int
	// once holds what is measured once, by name.
	once map[string]usage
	// waits are the durations of edits during a first sync, in seconds.
	waits []float64
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "read" {
		if err := readers[os.Args[2]](os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	b := &bench{once: map[string]usage{}}
	selected := flag.String("rows", ".", "measure the rows that match this `expression`")
	factor := flag.Float64("factor", 1, "allow this `multiple` of each target")
	flag.IntVar(&b.items, "items", 95_000, "`number` of items in the feed")
	flag.IntVar(&b.runs, "runs", 3, "`number` of runs, of which the best counts")
	flag.IntVar(&b.most, "most", 100_000, "largest `number` of items in a list")
	flag.Parse()
	chosen, err := regexp.Compile(*selected)
	b.check(err)
	b.dir, err = os.MkdirTemp("", "crossfeed-bench")
	b.check(err)
	b.crossfeed = b.in("crossfeed")
	b.run(0, "go", "build", "-tags", "headless", "-trimpath", "-o", b.crossfeed, ".")
	missed := false
	fmt.Println("| work | measured | yardstick | ratio | at most | |\n|---|---|---|---|---|---|")
	for _, r := range b.rows() {
		if chosen.MatchString(r.work) {
			missed = !r.met(b, *factor) || missed
		}
	}
	fmt.Println("\nThe window: go test -tags migrated_fynedo,ci -run '^$' -bench . ./ui/window/...")
	b.check(os.RemoveAll(b.dir))
	if missed {
		os.Exit(1)
	}
}

// met measures a row and prints it.
func (r row) met(b *bench, factor float64) bool {
	measured, yardstick := r.measure(b)
	reached, ratio, against, atMost, verdict := measured, "", "", r.show(r.atMost*factor), "met"
	if yardstick > 0 {
		reached, against, atMost = measured/yardstick, r.against+" "+r.show(yardstick), fmt.Sprintf("%.3g ×", r.atMost*factor)
		ratio = fmt.Sprintf("%.2f", reached)
	}
	if r.atMost == 0 {
		atMost, verdict = "", ""
	}
	missed := r.atMost > 0 && reached > r.atMost*factor
	if missed {
		verdict = "**missed**"
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", r.work, r.show(measured), against, ratio, atMost, verdict)
	return !missed
}

func seconds(s float64) string {
	if s < 1 {
		return fmt.Sprintf("%.3g ms", s*1000)
	}
	return fmt.Sprintf("%.3g s", s)
}

func microseconds(s float64) string { return fmt.Sprintf("%.1f µs", s*1e6) }

func megabytes(m float64) string { return fmt.Sprintf("%.0f MB", m) }

// check ends the program if there is an error.
func (b *bench) check(err error) {
	if err != nil {
		_ = os.RemoveAll(b.dir) // the error is what matters
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

func (b *bench) in(name string) string { return filepath.Join(b.dir, name) }

// usage is what a child process used: processor and wall time in seconds, and memory at its
// peak in MB (at least that of this process, from which it was forked).
type usage struct{ cpu, wall, peak float64 }

// run runs a command that must end with an exit status.
func (b *bench) run(status int, name string, args ...string) usage {
	c := exec.Command(name, args...)
	began := time.Now()
	out, err := c.CombinedOutput()
	wall := time.Since(began).Seconds()
	p := c.ProcessState
	if p == nil || p.ExitCode() != status {
		b.check(fmt.Errorf("%s %v: %v, want status %d: %.300s", name, args, err, status, out))
	}
	return usage{(p.UserTime() + p.SystemTime()).Seconds(), wall, float64(p.SysUsage().(*syscall.Rusage).Maxrss) / 1024}
}

// best returns the least of each of some runs.
func (b *bench) best(run func() usage) usage {
	least := usage{math.Inf(1), math.Inf(1), math.Inf(1)}
	for range b.runs {
		u := run()
		least = usage{min(least.cpu, u.cpu), min(least.wall, u.wall), min(least.peak, u.peak)}
	}
	return least
}

// known measures what has not been measured yet.
func (b *bench) known(name string, measure func() usage) usage {
	if _, known := b.once[name]; !known {
		b.once[name] = measure()
	}
	return b.once[name]
}

func median(all []float64) float64 { return slices.Sorted(slices.Values(all))[len(all)/2] }

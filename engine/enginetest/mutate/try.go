// Command mutate checks the tests of the sync rules and of Content Sync. It breaks the code on
// purpose, in every way that its operators know, and expects a test to fail each time.
//
//	go run ./engine/enginetest/mutate [-every n] [-at most] [part of a key]
//
// The operators work on the syntax tree. A package is built once with all of its mutants, and
// an environment variable turns one of them on. So a mutant costs one run of the tests and no
// build.
//
// A key names a mutant by package, function, operator and number. The command prints every
// mutant that survives, and exits with 1 unless targets.go says why no test can distinguish it
// from the program.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	every := flag.Int("every", 1, "try one mutant of so many")
	most := flag.Duration("most", 40*time.Minute, "stop after this time")
	list := flag.Bool("list", false, "list the mutants and try none")
	flag.Parse()
	survived, err := run(targets, options{part: strings.Join(flag.Args(), " "), every: *every, until: time.Now().Add(*most), list: *list})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if err != nil || survived > 0 {
		os.Exit(1)
	}
}

// onVariable is the environment variable that turns a mutant on.
const onVariable = "MUTANT"

type options struct {
	part  string
	every int
	until time.Time
	list  bool
}

// run tries the mutants of all families, and counts those that survived unexpectedly.
func run(all []target, o options) (survived int, err error) {
	tried, left := 0, 0
	for i, f := range all {
		t, err := prepare(f, o)
		if err != nil {
			return survived, err
		}
		if o.list {
			for _, m := range t.chosen {
				fmt.Println(m.key)
			}
			continue
		}
		if len(t.chosen) == 0 {
			continue
		}
		if err := t.build(); err != nil {
			return survived, err
		}
		began := time.Now()
		s, n := t.try(began.Add(o.until.Sub(began) / time.Duration(len(all)-i)))
		t.close()
		survived, tried, left = survived+s, tried+n, left+len(t.chosen)-n
		fmt.Printf("%s: %d of %d mutants tried in %v, %d survived\n", f.name, n, len(t.chosen), time.Since(began).Round(time.Second), s)
	}
	if !o.list {
		fmt.Printf("%d mutants tried, %d survived, %d not tried for lack of time\n", tried, survived, left)
	}
	return survived, nil
}

// trial is a target with the mutants to try.
type trial struct {
	target
	packages []*loaded
	chosen   []mutant
	folder   string
	binaries []binary
}

// binary is a test binary with the folder in which it runs.
type binary struct {
	path, folder string
	rapid        []string // the flags of package rapid, where the tests use it
	limit        string   // a mutant's limit of processor time, in seconds, for ulimit
	links        []string // the packages in it
	tests
}

// prepare finds the mutants of a target, and chooses some.
func prepare(f target, o options) (*trial, error) {
	t := &trial{target: f}
	found, last := 0, 0
	for _, s := range f.packages {
		p, err := load(source{"crossfeed/" + s.path, s.files}, last)
		if err != nil {
			return nil, err
		}
		t.packages, last = append(t.packages, p), last+len(p.mutants)
		for _, m := range p.mutants {
			if strings.Contains(m.key, o.part) {
				if found++; found%max(o.every, 1) == 0 {
					t.chosen = append(t.chosen, m)
				}
			}
		}
	}
	return t, nil
}

// build builds the tests and checks that they pass while no mutant is turned on.
func (t *trial) build() (err error) {
	if t.folder, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	replace := map[string]string{}
	for _, p := range t.packages {
		if err := p.write(t.folder, replace); err != nil {
			return err
		}
	}
	overlay := filepath.Join(t.folder, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return err
	}
	for i, each := range t.tests {
		b := binary{path: filepath.Join(t.folder, fmt.Sprintf("%d.test", i)), limit: "unlimited", tests: each}
		path := "crossfeed/" + each.path
		if _, err := output(goCommand("test", "-c", "-vet=off", "-tags=headless", "-overlay="+overlay, "-o="+b.path, path)); err != nil {
			return err
		}
		dir, err := output(goCommand("list", "-f={{.Dir}}", path))
		if err != nil {
			return err
		}
		b.folder = strings.TrimSpace(string(dir))
		deps, err := output(goCommand("list", "-tags=headless", "-deps", "-test", path))
		if err != nil {
			return err
		}
		b.links = strings.Fields(string(deps))
		if exec.Command(b.path, append([]string{"-test.list=^$"}, randomly...)...).Run() == nil {
			b.rapid = randomly
		}
		used, out, err := b.test(0)
		if err != nil {
			return fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", each.path, err, out)
		}
		b.limit = strconv.Itoa(5 + 5*int(used.Seconds()))
		t.binaries = append(t.binaries, b)
	}
	return nil
}

func (t *trial) close() { _ = os.RemoveAll(t.folder) }

// patience limits how long the tests may take with a mutant that makes them block. Busy loops
// are caught sooner, by processor time, which does not depend on other programs.
const patience = 2 * time.Minute

// room limits the address space of the tests, in KiB: a mutant may allocate without end.
const room = 4 << 20

// randomly are flags that make random tests try few cases, always the same.
var randomly = []string{"-rapid.checks=50", "-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=1ms"}

// test runs the tests with a mutant: the short ones, with fixed random choices, until one
// fails. It returns the processor time used and the output.
func (b binary) test(number int) (time.Duration, []byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := []string{"-c", fmt.Sprintf(`ulimit -v %d 2>/dev/null; ulimit -t %s; exec "$0" "$@"`, room, b.limit), b.path,
		fmt.Sprintf("-test.short=%t", !b.whole), "-test.failfast", "-test.run=" + b.run}
	c := exec.CommandContext(ctx, "sh", append(args, b.rapid...)...)
	c.Dir = b.folder
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", onVariable, number), "GOMAXPROCS=1")
	out, err := c.CombinedOutput()
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), out, err
}

// caught reports whether a test fails with a mutant.
func (t *trial) caught(m mutant) bool {
	for _, b := range t.binaries {
		if !slices.Contains(b.links, m.path) {
			continue
		}
		_, _, err := b.test(m.number)
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return true
		}
	}
	return false
}

// try tries the chosen mutants in parallel, one per processor, and prints those that need
// attention.
func (t *trial) try(until time.Time) (survived, tried int) {
	jobs := make(chan mutant)
	var wait sync.WaitGroup
	var lock sync.Mutex
	for range runtime.NumCPU() {
		wait.Go(func() {
			for m := range jobs {
				caught := t.caught(m)
				lock.Lock()
				tried++
				switch reason, known := equivalents[m.key]; {
				case !caught && !known:
					survived++
					fmt.Println("SURVIVED ", m.key)
				case caught && known:
					survived++
					fmt.Printf("CAUGHT    %s, but targets.go says: %s\n", m.key, reason)
				}
				lock.Unlock()
			}
		})
	}
	for _, i := range rand.Perm(len(t.chosen)) { // random, so that a run that is cut short tries others than the previous one
		if time.Now().After(until) {
			break
		}
		jobs <- t.chosen[i]
	}
	close(jobs)
	wait.Wait()
	return survived, tried
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// family is a package of rules whose tests are tried, and how it is broken. Where run is
// not "", only the tests that it matches are to find it.
type family struct {
	name, rules string
	mutations   []mutation
	run         string
}

// workers is how many mutations are tried at a time.
const workers = 2

// bench is where mutations are tried: the package's folder, which is never
// written to, and one for the changed files; and which tests are run.
type bench struct{ rules, source, scratch, run string }

// newBench makes sure that the tests of a package pass as it is: otherwise every mutation
// would seem to be caught.
func newBench(rules, run string) (*bench, error) {
	source, err := exec.Command("go", "list", "-f", "{{.Dir}}", rules).Output()
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", rules, err)
	}
	if output, err := goTest(rules, "-run="+run); err != nil {
		return nil, fmt.Errorf("testing %s as it is: %w\n%s", rules, err, output)
	}
	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	return &bench{rules, strings.TrimSpace(string(source)), scratch, run}, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.scratch) }

// tryAll prints what becomes of each mutation, in the order of the list, and
// counts those that were not caught.
func (b *bench) tryAll(list []mutation) int {
	outcomes := make([]chan error, len(list))
	for i := range outcomes {
		outcomes[i] = make(chan error, 1)
	}
	jobs := make(chan int)
	for range workers {
		go func() {
			for i := range jobs {
				outcomes[i] <- b.try(list[i])
			}
		}()
	}
	go func() {
		defer close(jobs)
		for i := range list {
			jobs <- i
		}
	}()
	return report(list, outcomes)
}

func report(list []mutation, outcomes []chan error) int {
	failed := 0
	for i, m := range list {
		if err := <-outcomes[i]; err != nil {
			failed++
			fmt.Printf("%-14s %s: %v\n", "NOT CAUGHT", m.name, err)
			continue
		}
		fmt.Printf("%-14s %s\n", "caught", m.name)
	}
	return failed
}

// goTest runs the tests once. A failing property is neither made small nor
// kept: that it fails is all that counts here.
func goTest(rules string, flags ...string) (string, error) {
	args := append([]string{"test", "-vet=off", "-failfast", "-timeout=60s"}, flags...)
	args = append(args, rules, "-rapid.checks=50", "-rapid.nofailfile", "-rapid.shrinktime=1ms")
	output, err := exec.Command("go", args...).CombinedOutput()
	return string(output), err
}

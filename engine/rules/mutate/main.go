// Command mutate checks the tests of the rules: it breaks the rules of both families, and
// those of Content Sync, on purpose, one listed way after the other, and each must make a
// test fail.
//
//	go run ./engine/rules/mutate [part of a name]
//
// It prints a line for each mutation and exits with 1 when one survives, no
// longer applies to the source, or does not build.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// families are all: a name begins with that of its family.
var families = []family{
	{"feedsync", "crossfeed/engine/feedsync", slices.Concat(feedsyncMerges, feedsyncUpdates, feedsyncReports), ""},
	{"sse091", "crossfeed/engine/sse091", slices.Concat(sse091Merges, sse091Lists, sse091Updates), ""},
	{"place", "crossfeed/engine/sse091/place", placeMutations, ""},
	{"order", "crossfeed/engine/sse091/mesh", orderMutations, ""},
	{"contentsync", "crossfeed/engine/contentsync/contenttest", contentsyncMutations, "TestTheEngineDoes|TestARunWhoseStoreFails|TestARunThatEndsWithoutPower"},
}

func main() {
	if err := run(strings.Join(os.Args[1:], " ")); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run tries the mutations whose name contains a text.
func run(part string) error {
	failed, tried := 0, 0
	for _, f := range families {
		list := slices.DeleteFunc(f.named(), func(m mutation) bool { return !strings.Contains(m.name, part) })
		n, err := f.try(list)
		if err != nil {
			return err
		}
		failed, tried = failed+n, tried+len(list)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d mutations were not caught", failed, tried)
	}
	fmt.Printf("all %d mutations were caught\n", tried)
	return nil
}

// named are the family's mutations with its name before theirs.
func (f family) named() []mutation {
	list := slices.Clone(f.mutations)
	for i := range list {
		list[i].name = f.name + ": " + list[i].name
	}
	return list
}

// try counts the mutations of a list that were not caught.
func (f family) try(list []mutation) (int, error) {
	if len(list) == 0 {
		return 0, nil
	}
	b, err := newBench(f.rules, f.run)
	if err != nil {
		return 0, err
	}
	defer b.close()
	return b.tryAll(list), nil
}

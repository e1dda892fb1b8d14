// Command mutate checks the tests of the rules: it breaks the rules on purpose,
// one listed way after the other, and each must make a test fail.
//
//	go run ./engine/feedsync/mutate [part of a name]
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

func main() {
	if err := run(strings.Join(os.Args[1:], " ")); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run tries the mutations whose name contains a text.
func run(part string) error {
	b, err := newBench()
	if err != nil {
		return err
	}
	defer b.close()
	list := slices.Concat(mergeMutations, updateMutations, reportMutations)
	list = slices.DeleteFunc(list, func(m mutation) bool { return !strings.Contains(m.name, part) })
	if failed := b.tryAll(list); failed > 0 {
		return fmt.Errorf("%d of %d mutations were not caught", failed, len(list))
	}
	fmt.Printf("all %d mutations were caught\n", len(list))
	return nil
}

// Command mutate checks the tests of the sync rules and of Content Sync: it breaks the
// code on purpose, in every way that its operators know, and each time a test has to fail.
//
//	go run ./engine/rules/mutate [-every n] [-at most] [part of a key]
//
// The operators work on the syntax tree. A package is built once with all of its mutants
// in it; a variable of the environment turns on one of them. So a mutant costs one run of
// the tests and no build.
//
// A key names a mutant by package, function, operator and number. The command prints every
// mutant that survives, and exits with 1 unless equivalents.go says why no test can tell
// it from the program.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	every := flag.Int("every", 1, "try one mutant of so many")
	most := flag.Duration("most", 20*time.Minute, "stop after this time")
	list := flag.Bool("list", false, "list the mutants and try none")
	flag.Parse()
	survived, err := run(families, options{part: strings.Join(flag.Args(), " "), every: *every, until: time.Now().Add(*most), list: *list})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if err != nil || survived > 0 {
		os.Exit(1)
	}
}

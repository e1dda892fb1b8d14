package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
)

var abacus = target{"abacus", []source{{path: "engine/enginetest/mutate/testdata/abacus"}}, []tests{{path: "engine/enginetest/mutate/testdata/abacus"}}}

// printed returns what do prints.
func printed(t *testing.T, do func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		text <- string(all)
	}()
	old := os.Stdout
	os.Stdout = w
	do()
	os.Stdout = old
	w.Close()
	return <-text
}

func TestEveryOperatorFindsItsPlaces(t *testing.T) {
	found, err := prepare(abacus, options{})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, m := range found.chosen {
		keys = append(keys, strings.TrimPrefix(m.key, "abacus."))
	}
	want := []string{
		"Total number 1", "Total number 2",
		"Total remove 1", "Total remove 2", "Total left 1", "Total right 1", "Total compare 1", "Total compare 2", "Total number 3", "Total remove 3",
		"Total remove 4", "Total remove 5", "Total compare 3", "Total remove 6", "Total result 1",
		"Even flag 1", "Even remove 1", "Even compare 1", "Even arithmetic 1", "Even number 1", "Even number 2", "Even remove 2", "Even flag 2", "Even result 1",
		"Lesser remove 1", "Lesser negate 1", "Lesser compare 1", "Lesser remove 2", "Lesser result 1",
	}
	if !slices.Equal(keys, want) {
		t.Errorf("found\n%q, want\n%q", keys, want)
	}
}

func TestWhatNoTestNoticesSurvives(t *testing.T) {
	text := printed(t, func() {
		if n, err := run([]target{abacus}, options{part: "Lesser", until: time.Now().Add(time.Hour)}); n != 1 || err != nil {
			t.Errorf("%d survived, %v", n, err)
		}
	})
	if !strings.Contains(text, "SURVIVED  abacus.Lesser compare 1\n") || !strings.Contains(text, "5 mutants tried, 1 survived, 0 not tried") {
		t.Errorf("printed\n%s", text)
	}
}

func TestAMutantThatIsListedAndCaughtIsReported(t *testing.T) {
	for key := range map[string]string{"abacus.Lesser compare 1": "", "abacus.Lesser negate 1": ""} {
		equivalents[key] = "a reason"
		t.Cleanup(func() { delete(equivalents, key) })
	}
	text := printed(t, func() {
		if n, err := run([]target{abacus}, options{part: "Lesser", until: time.Now().Add(time.Hour)}); n != 1 || err != nil {
			t.Errorf("%d to look into, %v", n, err)
		}
	})
	if strings.Contains(text, "SURVIVED") || !strings.Contains(text, "CAUGHT    abacus.Lesser negate 1, but") {
		t.Errorf("printed\n%s", text)
	}
}

func TestNothingIsTriedAfterItsTime(t *testing.T) {
	text := printed(t, func() {
		if n, err := run([]target{abacus}, options{part: "Lesser", until: time.Now()}); n != 0 || err != nil {
			t.Errorf("%d survived, %v", n, err)
		}
	})
	if !strings.Contains(text, "0 mutants tried, 0 survived, 5 not tried for lack of time") {
		t.Errorf("printed\n%s", text)
	}
}

// A listed mutant that does not exist would one day excuse another one.
func TestTheListNamesMutantsThatExist(t *testing.T) {
	exist, packages := map[string]bool{}, map[string]bool{}
	for _, f := range targets[:testsize.Of(1, len(targets))] {
		found, err := prepare(f, options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range found.chosen {
			exist[m.key] = true
			packages[strings.Split(m.key, ".")[0]] = true
		}
	}
	for key, reason := range equivalents {
		if packages[strings.Split(key, ".")[0]] && !exist[key] || reason == "" {
			t.Errorf("%s: %q", key, reason)
		}
	}
}

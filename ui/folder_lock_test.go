package ui

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"testing"
	"time"
)

// ticks returns a channel that always ticks immediately.
func ticks() <-chan time.Time {
	c := make(chan time.Time, 1)
	go func() {
		for {
			c <- time.Time{}
			time.Sleep(time.Millisecond)
		}
	}()
	return c
}

const folderVariable = "CROSSFEED_TEST_FOLDER"

// TestMain also acts as the second process of a test: it asks and exits.
func TestMain(m *testing.M) {
	dir := os.Getenv(folderVariable)
	if dir == "" {
		os.Exit(m.Run())
	}
	w, err := lockFolder(dir)
	if w != nil || err != nil {
		os.Exit(3)
	}
	if askWindow(context.Background(), dir, "an invitation", ticks(), math.MaxInt) != nil {
		os.Exit(4)
	}
}

// A second process brings the first window to the front, and exits with 0.
func TestASecondProcessBringsTheFirstToTheFront(t *testing.T) {
	dir := t.TempDir()
	first, err := lockFolder(dir)
	if err != nil || first == nil {
		t.Fatalf("got %v, %v", first, err)
	}
	raised := make(chan string, 1)
	go first.Listen(t.Context(), func(text string) { raised <- text })
	second := exec.CommandContext(t.Context(), os.Args[0])
	second.Env = append(os.Environ(), folderVariable+"="+dir)
	if out, err := second.CombinedOutput(); err != nil {
		t.Fatalf("the second process: %v\n%s", err, out)
	}
	if text := <-raised; text != "an invitation" {
		t.Errorf("it is asked to show %q", text)
	}
}

func TestTheNextWindowCanHaveTheFolder(t *testing.T) {
	dir := t.TempDir()
	first, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := lockFolder(dir); second != nil || err != nil {
		t.Fatalf("two have the folder: %v, %v", second, err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	if third, err := lockFolder(dir); third == nil || err != nil {
		t.Errorf("after the release: %v, %v", third, err)
	}
}

func TestAWindowThatDoesNotAnswerIsSaid(t *testing.T) {
	if err := askWindow(t.Context(), t.TempDir(), "", ticks(), 3); !errors.Is(err, errSilent) {
		t.Errorf("got %v", err)
	}
}

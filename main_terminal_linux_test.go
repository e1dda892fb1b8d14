package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pair returns a pseudo terminal: what is written to keys can be read from screen.
func pair(t *testing.T) (keys, screen *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	return keys, screen
}

func shows(t *testing.T, f *os.File) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lflag&unix.ECHO != 0
}

func TestAPasswordIsReadUnseen(t *testing.T) {
	keys, screen := pair(t)
	go func() {
		for shows(t, screen) {
			time.Sleep(time.Millisecond)
		}
		io.WriteString(keys, "wörd 1\nnext\n")
	}()
	var out strings.Builder
	got, err := askPassword(t.Context(), screen, &out, "password: ")
	if err != nil || got != "wörd 1" || out.String() != "password: \n" {
		t.Errorf("read %q, %v; printed %q", got, err, out.String())
	}
	if !shows(t, screen) {
		t.Error("the terminal does not show again what is typed")
	}
	next := make([]byte, 10)
	if n, err := screen.Read(next); err != nil || string(next[:n]) != "next\n" {
		t.Errorf("behind it is read %q, %v", next[:n], err)
	}
}

func TestWhoInterruptsHasTheTerminalAsBefore(t *testing.T) {
	_, screen := pair(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := askPassword(ctx, screen, io.Discard, "password: "); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
	if !shows(t, screen) {
		t.Error("the terminal does not show again what is typed")
	}
}

func TestNobodyIsAskedWhereThereIsNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out strings.Builder
	if _, err := askPassword(t.Context(), f, &out, "password: "); !errors.Is(err, errNoTerminal) || out.String() != "" {
		t.Errorf("error %v, printed %q", err, out.String())
	}
}

// The width of a pseudo terminal is set at its other end, and a file has none.
func TestATerminalHasItsWidth(t *testing.T) {
	keys, _ := pair(t)
	if err := unix.IoctlSetWinsize(int(keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 132}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := [2]int{columns(keys), columns(f)}; got != [2]int{132, 0} {
		t.Errorf("they have %v columns", got)
	}
}

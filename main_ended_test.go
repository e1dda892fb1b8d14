//go:build !windows

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// waiting makes this test binary a program that reports a termination request without ending.
const waiting = "CROSSFEED_TEST_WAITS"

func TestMain(m *testing.M) {
	if os.Getenv(waiting) == "" {
		os.Exit(m.Run())
	}
	ctx, _ := untilEnded()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("told")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends
}

func TestItIsToldToEndOnceAndEndedTheSecondTime(t *testing.T) {
	for _, first := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(first.String(), func(t *testing.T) { endedTwice(t, first) })
	}
}

func endedTwice(t *testing.T, first os.Signal) {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), waiting+"=1")
	out, err := cmd.StdoutPipe()
	if err == nil {
		_, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, s := range []struct {
		said string
		send os.Signal
	}{{"ready", first}, {"told", os.Interrupt}} {
		if !lines.Scan() || lines.Text() != s.said {
			t.Fatalf("it said %q, want %q", lines.Text(), s.said)
		}
		if err := cmd.Process.Signal(s.send); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v", err)
	}
}

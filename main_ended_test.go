//go:build !windows

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// waiting makes this test binary a program that reports a termination request without ending.
const waiting = "CROSSFEED_TEST_WAITS"

// asMain makes it the program itself.
const asMain = "main"

func TestMain(m *testing.M) {
	if os.Getenv(waiting) == "" {
		os.Exit(m.Run())
	}
	if os.Getenv(waiting) == asMain {
		main()
	}
	ctx, _, _ := untilEnded()
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

// A command that is interrupted or terminated says so in plain words, and exits as shells
// expect.
func TestACommandThatIsEndedSaysSo(t *testing.T) {
	for signal, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) {
			asked := make(chan bool, 9)
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				asked <- true
				<-r.Context().Done()
			}))
			t.Cleanup(server.Close)
			data := t.TempDir()
			for _, args := range [][]string{
				{"subscription", "probe", server.URL + "/feed.xml"},
				{"content", "add", server.URL + "/feed.xml"},
			} {
				var said strings.Builder
				cmd := exec.CommandContext(t.Context(), os.Args[0], append(args, "--data", data)...)
				cmd.Env = append(os.Environ(), waiting+"="+asMain)
				cmd.Stdout, cmd.Stderr = &said, &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				<-asked
				if err := cmd.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				_ = cmd.Wait() // the exit status is checked
				if got := cmd.ProcessState.ExitCode(); got != status || said.String() != "Canceled. Nothing was left half done.\n" {
					t.Errorf("%q: status %d, said %q", args, got, said.String())
				}
			}
		})
	}
}

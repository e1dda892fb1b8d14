// Package faults_test makes every system call of the commands fail once: in the real program
// with SQLite, on real files.
package faults_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"crossfeed/engine/enginetest/syscalls"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// asCommand is the environment variable that makes this test binary act as the commands.
const asCommand = "CROSSFEED_TEST_COMMAND"

func TestMain(m *testing.M) {
	syscalls.Main()
	if os.Getenv(asCommand) == "" {
		os.Exit(m.Run())
	}
	os.Exit(command(context.Background(), os.Stdout, os.Stderr, os.Args[1:]))
}

// still is a clock that is never read, because of --now.
type still struct{}

func (still) Now() time.Time { return time.Time{} }

func command(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	return commandThrough(ctx, stdout, stderr, args, "")
}

// commandThrough runs a command with an SQL driver; "" is SQLite's own.
func commandThrough(ctx context.Context, stdout, stderr io.Writer, args []string, driver string) int {
	return cli.Run(ctx, args, cli.Env{
		Stdout: stdout, Stderr: stderr, Getenv: func(string) string { return "" }, GOOS: "linux",
		Clock: still{}, Zone: time.UTC, Random: rand.Reader, Files: transport.Disk{},
		Open:  func(ctx context.Context, dir string) (store.Store, error) { return open(ctx, dir, driver) },
		Aside: storage.Aside, Rescue: storage.Rescue, Content: content,
	})
}

// open backs up a store of an older version before it is migrated, as the program does.
func open(ctx context.Context, dir, driver string) (store.Store, error) {
	return storage.Open(ctx, dir, storage.Through(driver), storage.BeforeMigration(func(ctx context.Context, s *storage.Store) error {
		safe := safekeeping.Service{Database: s, Attachments: content(dir).Attachments(), Files: transport.Disk{}, Folder: dir}
		return safe.BeforeUpdate(ctx, noon)
	}))
}

var noon = time.Date(2005, 5, 24, 12, 0, 0, 0, time.UTC)

func content(dir string) cache.Root { return cache.Disk{Folder: filepath.Join(dir, "content")} }

// outcome is the result of a command.
type outcome struct {
	state    int
	out, err string
}

// failing runs a command as a separate process whose nth call in the folder fails, and returns
// the calls. If n is 0, none fails.
func failing(t *testing.T, folder string, n int, args []string) (outcome, []syscalls.Call) {
	t.Helper()
	var out, err bytes.Buffer
	program := exec.CommandContext(t.Context(), os.Args[0], args...)
	program.Stdout, program.Stderr = &out, &err
	program.Env = append(os.Environ(), asCommand+"=1", "TMPDIR="+filepath.Join(folder, "tmp"))
	calls, failed := syscalls.Run(t.Context(), program, folder, func(number int, c syscalls.Call) syscall.Errno {
		if number != n {
			return 0
		}
		return c.Errno()
	})
	if exit := (*exec.ExitError)(nil); failed != nil && !errors.As(failed, &exit) {
		t.Fatal(failed)
	}
	return outcome{program.ProcessState.ExitCode(), out.String(), err.String()}, calls
}

// Command crossfeed shares lists through RSS and Atom feeds with Simple Sharing Extensions and
// FeedSync, and helps a person to resolve conflicts.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

type clock struct{}

func (clock) Now() time.Time { return time.Now() }

// open opens the store in a folder. A store of an older version is backed up before it is
// migrated.
func open(ctx context.Context, dir string) (store.Store, error) {
	return storage.Open(ctx, dir, storage.BeforeMigration(func(ctx context.Context, s *storage.Store) error {
		safe := safekeeping.Service{Database: s, Attachments: content(dir).Attachments(), Files: transport.Disk{}, Folder: dir}
		return safe.BeforeUpdate(ctx, time.Now())
	}))
}

// content caches the files of libraries next to the store.
func content(dir string) cache.Root { return cache.Disk{Folder: filepath.Join(dir, "content")} }

// places gives access to this computer, servers and buckets.
func places(p transport.Passwords) transport.Places {
	return engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: p, Getenv: os.Getenv})
}

func main() {
	ctx, stop, status := untilEnded()
	state := cli.Run(ctx, os.Args[1:], cli.Env{
		Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, GOOS: runtime.GOOS,
		Clock: clock{}, Random: rand.Reader, Files: transport.Disk{}, Places: places, Stdin: os.Stdin,
		Secrets: credentials.System, Content: content,
		Ask: func(ctx context.Context, question string) (string, error) {
			return askPassword(ctx, os.Stdin, os.Stderr, question)
		},
		Columns: func() int { return columns(os.Stdout) }, ErrColumns: func() int { return columns(os.Stderr) },
		Open: open, Aside: storage.Aside, Rescue: storage.Rescue, Machine: storage.Machine, Window: window(),
	})
	stop()
	if state == cli.Cancelled {
		state = status()
	}
	os.Exit(state)
}

// signalled is the exit status of a program that a signal ended, before the signal's number is
// added.
const signalled = 128

// untilEnded returns a context that is canceled when the user interrupts this program, or the
// system terminates it. A second signal ends the program immediately, for operations that
// cannot be interrupted, such as access to a network folder that does not answer. status returns
// the exit status of a program that the signal ended, once there was one.
func untilEnded() (ctx context.Context, stop func(), status func() int) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	var ended atomic.Int32
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(ends) })
	go func() {
		if s, is := (<-ends).(syscall.Signal); is {
			ended.Store(int32(s))
		}
		signal.Stop(ends) // before the cancellation becomes visible
		cancel()
	}()
	return ctx, cancel, func() int { return signalled + int(ended.Load()) }
}

// errNoTerminal is returned if there is no terminal to prompt on.
var errNoTerminal = errors.New("standard input is not a terminal")

// askPassword prints a question to out and reads the answer from a terminal without echo. If
// ctx ends, the terminal is restored.
func askPassword(ctx context.Context, in *os.File, out io.Writer, question string) (string, error) {
	terminal := int(in.Fd()) // not called concurrently with reading, which may outlive ctx
	before, err := term.GetState(terminal)
	if err != nil {
		return "", errNoTerminal
	}
	fmt.Fprint(out, question)
	defer fmt.Fprintln(out) // the line end was not echoed either
	type answer struct {
		password []byte
		err      error
	}
	typed := make(chan answer, 1)
	go func() {
		var a answer
		a.err = crash.Guard(func() (err error) {
			a.password, err = term.ReadPassword(terminal)
			return err
		})
		typed <- a
	}()
	select {
	case a := <-typed:
		return string(a.password), a.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(terminal, before))
	}
}

// columns returns the width of a terminal, or 0 if f is not a terminal.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

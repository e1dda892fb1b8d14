// Command crossfeed shares lists through RSS and Atom feeds with Simple Sharing Extensions and
// FeedSync, and helps a person to resolve conflicts.
package main

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/reach"
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
	return reach.New(reach.Options{Files: transport.Disk{}, Passwords: p, Getenv: os.Getenv})
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

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// desk is a computer with a store and a working folder. Its commands share an open store,
// unless reopens was called.
type desk struct {
	t *testing.T
	// store holds the open store; nil if the desk reopens it.
	store *storagetest.Pool
	env   cli.Env
	dir   string
	args  []string
}

// result is the result of a command.
type result struct {
	t        *testing.T
	state    int
	out, err string
}

// newDesk returns a desk with the endpoint "desk" and a fixed clock.
func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	kept := &storagetest.Pool{}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return &desk{
		t: t, store: kept, dir: dir,
		env: cli.Env{
			Getenv: func(string) string { return "" },
			GOOS:   "linux",
			Clock:  stopped{},
			Zone:   time.UTC,
			Random: counting{},
			Files:  transport.Disk{},
			Open:   kept.Open,
			Content: func(dir string) cache.Root {
				return cache.Disk{Folder: filepath.Join(dir, "content")}
			},
		},
		args: []string{"--data", filepath.Join(dir, "data"), "--endpoint", "desk", "--now", "2005-05-24T09:43:33Z"},
	}
}

// reopens makes each further command open and close the store, like a separate process. Tests
// need that if something happens to the data folder between commands, or if they are about
// checks at the start.
func (d *desk) reopens() {
	d.t.Helper()
	if d.store == nil {
		return
	}
	if err := d.store.Close(); err != nil {
		d.t.Fatal(err)
	}
	d.store = nil
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) { return storagetest.Open(ctx, dir) }
}

// database returns the file of the database. From now on, no command keeps it open.
func (d *desk) database() string {
	d.t.Helper()
	d.reopens()
	return filepath.Join(d.file("data"), "crossfeed.db")
}

// stopped fails the test if a command reads the clock in spite of --now.
type stopped struct{}

func (stopped) Now() time.Time { return time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC) }

// counting is a source of identifiers that are the same in every run.
type counting struct{}

func (counting) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i)
	}
	return len(p), nil
}

func (d *desk) run(args ...string) result {
	d.t.Helper()
	return d.bare(append(args, d.args...)...)
}

func (d *desk) bare(args ...string) result {
	d.t.Helper()
	var out, err bytes.Buffer
	d.env.Stdout, d.env.Stderr = &out, &err
	state := cli.Run(d.t.Context(), args, d.env)
	return result{d.t, state, out.String(), err.String()}
}

// ok runs a command that must succeed without anything that needs attention.
func (d *desk) ok(args ...string) result {
	d.t.Helper()
	return d.run(args...).is(cli.Done)
}

func (r result) is(state int) result {
	r.t.Helper()
	if r.state != state {
		r.t.Fatalf("the state is %d, want %d\nstdout: %s\nstderr: %s", r.state, state, r.out, r.err)
	}
	return r
}

// prints checks standard output.
func (r result) prints(want string) result {
	r.t.Helper()
	if r.out != want {
		r.t.Errorf("printed\n%s\nwant\n%s", r.out, want)
	}
	return r
}

// stderr checks standard error.
func (r result) stderr(want string) result {
	r.t.Helper()
	if r.err != want {
		r.t.Errorf("said\n%s\nwant\n%s", r.err, want)
	}
	return r
}

// mentions checks that standard error contains texts.
func (r result) mentions(all ...string) result {
	r.t.Helper()
	for _, what := range all {
		if !strings.Contains(r.err, what) {
			r.t.Errorf("said\n%s\nwithout %q", r.err, what)
		}
	}
	return r
}

// file returns a path in the desk's folder.
func (d *desk) file(name string) string { return filepath.Join(d.dir, name) }

// put writes a file.
func (d *desk) put(name, text string) string {
	d.t.Helper()
	if err := os.WriteFile(d.file(name), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return d.file(name)
}

// read reads a file.
func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// parse reads machine-readable output.
func parse[T any](r result) T {
	r.t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.out), &v); err != nil {
		r.t.Fatalf("%v in\n%s", err, r.out)
	}
	return v
}

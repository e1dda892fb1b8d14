//go:build !windows

package cli_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// unreadable are things that a shared folder can contain instead of a feed, each with its
// expected message. Reading any of them never ends, or takes longer than anybody waits.
func unreadable(t *testing.T) map[string]struct {
	put  func(path string) error
	says []string
} {
	link := func(to string) func(string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	return map[string]struct {
		put  func(path string) error
		says []string
	}{
		"a file of 3 TB": {func(path string) error {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 3<<40)
		}, []string{"it exceeds the size limit and was not read", "the limit is 512 MB", "ask for a smaller one"}},
		"a link to zeros":           {link("/dev/zero"), device},
		"a link to random bytes":    {link("/dev/random"), device},
		"a link to a terminal":      {link("/dev/tty"), device},
		"a pipe into which is sent": {func(path string) error { return dripping(t, path) }, device},
		"links in a circle":         {func(path string) error { return os.Symlink(filepath.Base(path), path) }, []string{"links form a loop", "remove them"}},
		"a link to its own folder":  {link("."), []string{"it is a folder", "remove it"}},
	}
}

// device is the expected message for what never ends.
var device = []string{"it is a pipe or a device", "remove it"}

// dripping creates a named pipe with a writer that has sent a byte, and that ends with the
// test.
func dripping(t *testing.T, path string) error {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return err
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	t.Cleanup(func() { _ = pipe.Close() })
	_, err = pipe.WriteString("<")
	return err
}

// A file that never ends is refused, but the other feeds in the folder are merged, and own
// changes are published.
func TestWhatIsNoFileInASharedFolderIsRefusedAlone(t *testing.T) {
	for name, c := range unreadable(t) {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			shared := d.file("shared")
			if err := os.Mkdir(shared, 0o700); err != nil {
				t.Fatal(err)
			}
			bad := filepath.Join(shared, "Groceries.aaaa.xml")
			if err := c.put(bad); err != nil {
				t.Skip("this system cannot have it: ", err)
			}
			good := feedOf(versionOf("eggs", saying("Eggs", ""), "phone", 0))
			if err := os.WriteFile(filepath.Join(shared, "Groceries.phone.xml"), []byte(good), 0o600); err != nil {
				t.Fatal(err)
			}
			says := append([]string{bad}, c.says...)
			d.ok("list", "create", "Groceries")
			d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
			d.ok("publish", "Groceries", shared)
			for _, location := range []string{shared, bad} {
				d.run("subscription", "probe", location, "Groceries").mentions(says...)
			}
			d.run("subscription", "add", "Groceries", shared).is(cli.Done)
			d.run("sync").is(cli.Attention).mentions(says...)
			d.ok("item", "show", "Groceries", "eggs")
			if !strings.Contains(read(t, filepath.Join(shared, "Groceries.desk.xml")), "Eggs") {
				t.Error("what was merged is not published")
			}
			if info, err := os.Stat(bad); err == nil && info.IsDir() {
				return // a person may legitimately subscribe to it
			}
			d.run("subscription", "remove", "Groceries", shared).is(cli.Done)
			if slices.Equal(c.says, device) {
				d.run("subscription", "add", "Groceries", bad).is(cli.Failed).mentions(says...)
				d.ok("subscription", "list").stderr("No subscriptions.\n")
				return
			}
			d.run("subscription", "add", "Groceries", bad)
			d.run("sync").is(cli.Failed).mentions(says...)
		})
	}
}

// A file that replaces the endpoint's own feed is neither read endlessly nor overwritten.
func TestWhatIsNoFileAtTheOwnAddressIsNotWaitedFor(t *testing.T) {
	for name, c := range unreadable(t) {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.ok("list", "create", "Groceries")
			d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
			own := d.file("ours.xml")
			d.ok("publish", "Groceries", own)
			if err := os.Remove(own); err != nil {
				t.Fatal(err)
			}
			if err := c.put(own); err != nil {
				t.Skip("this system cannot have it: ", err)
			}
			d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
			before, err := os.Lstat(own)
			if err != nil {
				t.Fatal(err)
			}
			d.run("publish", "Groceries").is(cli.Failed).mentions(own)
			if after, err := os.Lstat(own); err != nil || !os.SameFile(before, after) {
				t.Errorf("it was written over: %v", err)
			}
		})
	}
}

// A file that sends a byte now and then, as on a network drive, is given up after the same
// time as a server, and named in the message.
func TestAFileThatDripsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		theirs := d.put("theirs.xml", feedOf(versionOf("eggs", saying("Eggs", ""), "phone", 0)))
		d.env.Places = func(transport.Passwords) transport.Places {
			return engine.NewPlaces(engine.PlacesOptions{Files: drippingFiles{slow: theirs}, Getenv: func(string) string { return "" }})
		}
		says := []string{theirs, "the server is too slow", "bytes in", "try again later"}
		d.ok("list", "create", "Groceries")
		d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
		d.ok("publish", "Groceries", d.file("ours.xml"))
		d.run("subscription", "probe", theirs).is(cli.Failed).mentions(says...)
		d.ok("subscription", "add", "Groceries", theirs)
		d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
		d.run("sync").is(cli.Failed).mentions(says...)
		if !strings.Contains(read(t, d.file("ours.xml")), "Bread") {
			t.Error("our own change is not published")
		}
		time.Sleep(time.Minute) // until the last read ends, too
	})
}

// A file that looks empty but blocks readers is refused within seconds: a person cannot
// subscribe to it.
func TestAnEmptyFileThatDoesNotEndIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		endless := d.put("kmsg", "")
		waits := waitingFiles{slow: endless, end: make(chan struct{})}
		d.env.Places = func(transport.Passwords) transport.Places {
			return engine.NewPlaces(engine.PlacesOptions{Files: waits, Getenv: func(string) string { return "" }})
		}
		d.ok("list", "create", "Groceries")
		begun := time.Now()
		d.run("subscription", "probe", endless).is(cli.Failed).mentions(endless, "it is a pipe or a device")
		d.run("subscription", "add", "Groceries", endless).is(cli.Failed).mentions(endless, "it is a pipe or a device")
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
		close(waits.end)
		time.Sleep(time.Minute)
	})
}

// waitingFiles is a disk on which one file returns some bytes, and then blocks.
type waitingFiles struct {
	transport.Disk
	slow string
	end  chan struct{}
}

func (f waitingFiles) Open(path string) (io.ReadCloser, error) {
	if path == f.slow {
		return &waiting{text: strings.NewReader("<6>booted\n"), end: f.end}, nil
	}
	return f.Disk.Open(path)
}

type waiting struct {
	text *strings.Reader
	end  chan struct{}
}

func (w *waiting) Read(into []byte) (int, error) {
	if n, err := w.text.Read(into); err == nil {
		return n, nil
	}
	<-w.end
	return 0, io.EOF
}

func (*waiting) Close() error { return nil }

// drippingFiles is a disk on which one file returns a space per second, endlessly.
type drippingFiles struct {
	transport.Disk
	slow string
}

func (f drippingFiles) Open(path string) (io.ReadCloser, error) {
	if path == f.slow {
		return drop{}, nil
	}
	return f.Disk.Open(path)
}

type drop struct{}

func (drop) Read(into []byte) (int, error) {
	time.Sleep(time.Second)
	return copy(into, " "), nil
}

func (drop) Close() error { return nil }

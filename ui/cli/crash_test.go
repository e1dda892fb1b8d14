package cli_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
	"crossfeed/ui/cli"
)

// crashing is a file system on which some feed, and what it holds, ends what reads it.
type crashing struct{ location.Disk }

func (c crashing) Open(path string) (io.ReadCloser, error) {
	if strings.HasSuffix(path, "reading.xml") {
		panic("Call the bank")
	}
	return c.Disk.Open(path)
}

// A feed whose reading panics fails alone: the others are read, what is ours is
// published, and the log has the stack without content.
func TestAFeedWhoseReadingPanicsFailsAlone(t *testing.T) {
	d := newDesk(t)
	d.env.Files = crashing{}
	d.ok("set", "new", "Groceries")
	d.ok("publish", "Groceries", d.file("feed.xml"))
	d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
	bad, good := d.put("reading.xml", eggs), d.put("good.xml", eggs)
	d.ok("subscription", "add", "Groceries", bad)
	d.ok("subscription", "add", "Groceries", good)
	log := d.file("data/crash.log")
	d.run("sync").is(cli.Attention).mentions(bad+": ", "an error in Crossfeed itself stopped this: the details are in "+log)
	if feed := read(t, d.file("feed.xml")); !strings.Contains(feed, "Bread") || !strings.Contains(feed, "Eggs") {
		t.Errorf("published\n%s", feed)
	}
	if text := read(t, log); !strings.Contains(text, "Crossfeed "+cli.Version+", go") || !strings.Contains(text, "crash_test.go:") || strings.Contains(text, "bank") {
		t.Errorf("the log is\n%s", text)
	}
}

// wounded is a store whose reads panic.
type wounded struct{ store.Store }

func (w wounded) View(context.Context, func(store.Reader) error) error { panic("Call the bank") }

// A command that panics says where the details are, and is no crash of the next one.
func TestACommandThatPanics(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	whole := d.env.Open
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		s, err := whole(ctx, dir)
		return wounded{s}, err
	}
	d.run("set", "list").is(cli.Failed).mentions("the details are in " + d.file("data/crash.log"))
	d.env.Open = whole
	d.ok("set", "list").says("")
}

// The start after a crash says so once: a command in a line, the window in its own words.
func TestACommandSaysThatTheLastRunCrashed(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	crashed := func() {
		text := "panic: Call the bank\n\ngoroutine 1 [running]:\nmain.main()\n"
		if err := os.WriteFile(d.file("data/crash.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crashed()
	d.ok("set", "list").says("crossfeed: the last run stopped unexpectedly; everything that was saved is there, and the details are in " + d.file("data/crash.log") + "\n")
	d.ok("set", "list").says("")
	crashed()
	var said string
	d.env.Window = func(_ context.Context, _ *engine.Engine, o cli.WindowOptions) error {
		said = o.Crashed
		return nil
	}
	if d.ok().says(""); said != d.file("data/crash.log") {
		t.Errorf("the window is told %q", said)
	}
	if log := []byte(read(t, said)); bytes.Count(log, []byte("goroutine 1")) != 2 || bytes.Contains(log, []byte("bank")) {
		t.Errorf("the log is\n%s", log)
	}
}

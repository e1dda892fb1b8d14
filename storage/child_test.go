package storage_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"crossfeed/storage"
)

// roles are the tasks of this test program as a child process. Each gets the open store and
// reports its progress on standard output.
var roles = map[string]func(ctx context.Context, s *storage.Store) error{
	"half":    writeHalf,
	"batch":   writeBatches,
	"hold":    holdUpdate,
	"add":     addOne,
	"fetch":   fetch,
	"restore": restore,
	"copy":    copyHere,
}

// The environment of a child process.
const (
	roleVariable = "CROSSFEED_TEST_ROLE"
	dirVariable  = "CROSSFEED_TEST_DIR"
)

func TestMain(m *testing.M) {
	if role, ok := roles[os.Getenv(roleVariable)]; ok {
		os.Exit(play(role))
	}
	os.Exit(m.Run())
}

func play(role func(context.Context, *storage.Store) error) int {
	s, err := storage.Open(context.Background(), os.Getenv(dirVariable))
	if err == nil {
		err = role(context.Background(), s)
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// child is another process that uses the same folder.
type child struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

// start starts a child, and kills it at the end of the test if it is still running.
func start(t *testing.T, role, dir string) *child {
	t.Helper()
	c := &child{command: exec.CommandContext(t.Context(), os.Args[0])}
	c.command.Env = append(os.Environ(), roleVariable+"="+role, dirVariable+"="+dir)
	c.command.Stderr = os.Stderr
	out, err := c.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if c.in, err = c.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.command.Start(); err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewScanner(out)
	return c
}

// line waits for the next line that the child writes.
func (c *child) line(t *testing.T) string {
	t.Helper()
	if !c.out.Scan() {
		t.Fatalf("the child said nothing more: %v", c.command.Wait())
	}
	return c.out.Text()
}

// kill ends the child as a power failure would, and returns what it wrote until then.
func (c *child) kill(t *testing.T) (said []string) {
	t.Helper()
	if err := c.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for c.out.Scan() {
		said = append(said, c.out.Text())
	}
	if err := c.command.Wait(); err == nil {
		t.Fatal("the child ended before it was killed")
	}
	return said
}

// finish lets the child continue from where it waits, until it ends.
func (c *child) finish(t *testing.T) {
	t.Helper()
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.command.Wait(); err != nil {
		t.Fatalf("the child failed: %v", err)
	}
}

// waitForParent waits until the parent lets the child continue.
func waitForParent() { _, _ = io.Copy(io.Discard, os.Stdin) }

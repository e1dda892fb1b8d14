//go:build display

package walkthrough_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/ui/walkthrough"
)

var (
	binary   = flag.String("binary", "../../.build/crossfeed", "the built program")
	pictures = flag.String("pictures", "../../.build/pictures", "the folder for the pictures")
)

// journey is one endpoint in its window and another one using the commands, with a folder
// between them.
type journey struct {
	t       *testing.T
	ctx     context.Context
	display *walkthrough.Display
	window  *walkthrough.Window
	album   *walkthrough.Album
	a, b    walkthrough.Commands
	folder  string
	program string
	// env are variables that the window is opened with, of the form NAME=VALUE.
	env []string
	// name is the name of the shared list.
	name string
	// feedA and feedB are the files that the endpoints publish.
	feedA, feedB string
}

func begin(t *testing.T) *journey {
	t.Helper()
	t.Parallel() // most of the time is spent waiting, and each journey has its own display
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	program, err := filepath.Abs(*binary)
	if err != nil {
		t.Fatal(err)
	}
	display, err := walkthrough.StartDisplay(ctx, 1280, 800)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(display.Stop)
	j := &journey{
		t: t, ctx: ctx, display: display, program: program, name: "Groceries",
		folder: filepath.Join(t.TempDir(), "Shared"),
		album:  &walkthrough.Album{Folder: filepath.Join(*pictures, t.Name())},
		a:      walkthrough.Commands{Binary: program, Data: t.TempDir()},
		b:      walkthrough.Commands{Binary: program, Data: t.TempDir()},
	}
	j.must(os.Mkdir(j.folder, 0o755))
	j.open()
	return j
}

func (j *journey) open() {
	j.t.Helper()
	window, err := j.display.Open(j.ctx, j.program, j.a.Data, j.env...)
	j.must(err)
	j.t.Cleanup(window.Kill)
	j.window = window
	j.must(window.Resize(j.ctx, 1280, 800))
}

// reopen kills the program, as in a crash, and starts it again.
func (j *journey) reopen() {
	j.t.Helper()
	j.window.Kill()
	j.open()
}

// start runs the program once more on A's data and waits for it to end.
func (j *journey) start() *os.ProcessState {
	j.t.Helper()
	ctx, cancel := context.WithTimeout(j.ctx, 3*time.Minute)
	defer cancel()
	second := j.display.Command(ctx, j.program, "--data", j.a.Data)
	if err := second.Run(); err != nil && second.ProcessState == nil {
		j.t.Fatal(err)
	}
	return second.ProcessState
}

func (j *journey) inFront(w *walkthrough.Window) bool {
	j.t.Helper()
	yes, err := w.HasKeyboard(j.ctx)
	j.must(err)
	return yes
}

func (j *journey) press(keys ...string) {
	j.t.Helper()
	j.must(j.window.Press(j.ctx, keys...))
}

// sees waits until a person can have seen what appeared: before that, keys have no effect
// there.
func (j *journey) sees() { time.Sleep(time.Second) }

func (j *journey) opensConflict() {
	j.t.Helper()
	j.press("F8")
	j.sees()
}

func (j *journey) typed(text string) {
	j.t.Helper()
	j.must(j.window.Type(j.ctx, text))
}

func (j *journey) picture(name string) {
	j.t.Helper()
	_, err := j.album.Take(j.ctx, j.display, name)
	j.must(err)
}

func (j *journey) run(c walkthrough.Commands, args ...string) {
	j.t.Helper()
	_, err := c.Run(j.ctx, args...)
	j.must(err)
}

// seen runs a command and waits until the sidebar shows its result.
func (j *journey) seen(c walkthrough.Commands, args ...string) {
	j.t.Helper()
	const sidebar = "250x600+0+75"
	before := j.pixels(sidebar)
	j.run(c, args...)
	j.until("the sidebar shows what the command did", func() (bool, string) { return j.pixels(sidebar) != before, strings.Join(args, " ") })
}

// pixels returns the appearance of a part of the display.
func (j *journey) pixels(part string) string {
	j.t.Helper()
	out, err := j.display.Command(j.ctx, "import", "-window", "root", "-crop", part, "-depth", "8", "rgb:-").Output()
	j.must(err)
	return string(out)
}

// asks presses a key and waits for the buttons of a question in the status bar.
func (j *journey) asks(key string) {
	j.t.Helper()
	const buttons = "640x60+640+740"
	before := ""
	j.until("the status bar has said all", func() (bool, string) {
		last := before
		time.Sleep(time.Second)
		before = j.pixels(buttons)
		return before == last, ""
	})
	j.press(key)
	j.until("the status bar asks", func() (bool, string) { return j.pixels(buttons) != before, key })
}

// items returns the items of the shared list in an endpoint's store.
func (j *journey) items(c walkthrough.Commands) []walkthrough.Item {
	j.t.Helper()
	var items []walkthrough.Item
	if err := c.Read(j.ctx, &items, "item", "list", j.name); err != nil {
		return nil
	}
	return items
}

// until waits for a condition, and takes a screenshot if it is not met.
func (j *journey) until(what string, question func() (bool, string)) {
	j.t.Helper()
	err := walkthrough.Until(j.ctx, func() (bool, string, error) {
		yes, said := question()
		return yes, said, nil
	})
	if err != nil {
		j.picture("stuck")
		j.t.Fatalf("%s: %v\nthe program said:\n%s", what, err, j.window.Stderr())
	}
}

func (j *journey) must(err error) {
	j.t.Helper()
	if err != nil {
		j.t.Fatal(err)
	}
}

func say(v any) string { return fmt.Sprintf("%+v", v) }

// feeds returns the files in the shared folder.
func (j *journey) feeds() []string {
	j.t.Helper()
	found, err := filepath.Glob(filepath.Join(j.folder, "*.xml"))
	j.must(err)
	return found
}

func (j *journey) feed(path string) string {
	j.t.Helper()
	text, err := os.ReadFile(path)
	j.must(err)
	return string(text)
}

// endpointOf returns the identifier in the file name of an endpoint's feed.
func endpointOf(feed string) string {
	return strings.Split(filepath.Base(feed), ".")[1]
}

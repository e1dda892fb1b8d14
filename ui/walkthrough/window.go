package walkthrough

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"crossfeed/engine/safekeeping"
)

// Window is the program's window on a display.
type Window struct {
	display *Display
	id      string
	program *exec.Cmd
	ended   chan struct{}
	log     string
	pressed int
}

// Open starts the binary on the display with its data in a folder, and waits until its window
// appears. Env adds variables of the form NAME=VALUE. Standard error goes into a file next to
// the folder. The user's preferences are stored there, too: those of this computer are neither
// read nor changed. It is never the first start, so that the window shows the first list.
func (d *Display) Open(ctx context.Context, binary, data string, env ...string) (*Window, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, fmt.Errorf("finding the program: %w", err)
	}
	config := data + ".config"
	if err := defineFolders(config); err != nil {
		return nil, fmt.Errorf("defining the folders of the user: %w", err)
	}
	if err := startedBefore(data); err != nil {
		return nil, fmt.Errorf("writing the settings of the window: %w", err)
	}
	program := d.Command(ctx, binary, "--data", data)
	program.Env = append(program.Env, append(env, "XDG_CONFIG_HOME="+config)...)
	program.Dir = filepath.Dir(data) // a relative path that is typed must not lead into the source
	w := &Window{display: d, program: program, ended: make(chan struct{}), log: data + ".log"}
	if err := w.start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", binary, err)
	}
	go func() { _ = program.Wait(); close(w.ended) }()
	if err := w.find(ctx); err != nil {
		w.Kill()
		return nil, err
	}
	return w, nil
}

// defineFolders defines the folders of a desktop's user (xdg-user-dirs), as a desktop does: Fyne's
// file dialog reports each missing one as an error.
func defineFolders(config string) error {
	var folders strings.Builder
	for _, name := range []string{"Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"} {
		fmt.Fprintf(&folders, "XDG_%s_DIR=\"$HOME/%s\"\n", strings.ToUpper(name), name)
	}
	if err := os.MkdirAll(config, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(config, "user-dirs.dirs"), []byte(folders.String()), 0o600)
}

// startedBefore writes the settings of a window that was opened before, when there was no list.
// It does nothing if there are settings, or no data.
func startedBefore(data string) error {
	f, err := os.OpenFile(filepath.Join(data, safekeeping.SettingsName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(`{"left": "{}"}`)
	return errors.Join(err, f.Close())
}

func (w *Window) start() error {
	log, err := os.OpenFile(w.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	w.program.Stderr = log
	return w.program.Start()
}

// Pressed returns the number of key presses so far: a key with Ctrl or Shift held counts as
// one, and so does a letter.
func (w *Window) Pressed() int { return w.pressed }

// Stderr returns what the program wrote to standard error.
func (w *Window) Stderr() string {
	text, err := os.ReadFile(w.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// find waits for the window and gives it the keyboard focus, as a window manager would.
func (w *Window) find(ctx context.Context) error {
	deadline := time.Now().Add(inVain)
	for time.Now().Before(deadline) {
		out, err := w.display.Command(ctx, "xdotool", "search", "--onlyvisible", "--pid", fmt.Sprint(w.program.Process.Pid)).Output()
		ids := strings.Fields(string(out))
		if err == nil && len(ids) > 0 {
			w.id = ids[len(ids)-1]
			return w.xdotool(ctx, "windowfocus", "--sync", w.id)
		}
		select {
		case <-w.ended:
			return fmt.Errorf("%s ended before its window was there (%v). It said:\n%s", w.program.Path, w.program.ProcessState, w.Stderr())
		case <-time.After(100 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s showed no window in %v", w.program.Path, inVain)
}

// Resize makes the window cover that many pixels from the display's corner. A program may
// still be choosing its own size while it starts, so Resize repeats the request until the size
// has been stable for a while.
func (w *Window) Resize(ctx context.Context, width, height int) error {
	want := fmt.Sprintf("Position: 0,0 (screen: 0)\n  Geometry: %dx%d", width, height)
	kept := 0
	return Until(ctx, func() (bool, string, error) {
		out, err := w.display.Command(ctx, "xdotool", "getwindowgeometry", w.id).Output()
		if err != nil {
			return false, "", fmt.Errorf("asking for the size of the window: %w", err)
		}
		if kept++; !strings.Contains(string(out), want) {
			kept = 0
			err = w.resize(ctx, width, height)
		}
		return kept == 5, string(out), err
	})
}

func (w *Window) resize(ctx context.Context, width, height int) error {
	if err := w.xdotool(ctx, "windowmove", w.id, "0", "0"); err != nil {
		return err
	}
	return w.xdotool(ctx, "windowsize", w.id, fmt.Sprint(width), fmt.Sprint(height))
}

// HasKeyboard reports whether the window has the keyboard focus.
func (w *Window) HasKeyboard(ctx context.Context) (bool, error) {
	out, err := w.display.Command(ctx, "xdotool", "getwindowfocus").Output()
	if err != nil {
		return false, fmt.Errorf("asking which window has the keyboard: %w", err)
	}
	return strings.TrimSpace(string(out)) == w.id, nil
}

// Kill kills the program, as in a crash.
func (w *Window) Kill() {
	_ = w.program.Process.Kill()
	<-w.ended
}

// Process returns the process of the program.
func (w *Window) Process() *os.Process { return w.program.Process }

// ExitCode returns the exit status of a program that has ended.
func (w *Window) ExitCode() int { return w.program.ProcessState.ExitCode() }

// Ended is closed when the program has ended.
func (w *Window) Ended() <-chan struct{} { return w.ended }

func (w *Window) xdotool(ctx context.Context, args ...string) error {
	out, err := w.display.Command(ctx, "xdotool", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("xdotool %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}

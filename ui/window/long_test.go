package window

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/work"
)

// holding has backups and a verifier that report progress and finish once they are released or
// stopped.
type holding struct {
	Verifier
	Backups
	began, release chan struct{}
	// over is closed when the test ends.
	over <-chan struct{}
}

func (h holding) wait(ctx context.Context, progress func(done, all int)) error {
	progress(1, 2)
	close(h.began)
	select {
	case <-h.release:
		return nil
	case <-h.over:
		return context.Canceled
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h holding) Write(ctx context.Context, path string, replace bool, progress func(done, all int)) (safekeeping.Made, error) {
	if err := h.wait(ctx, progress); err != nil {
		return safekeeping.Made{}, err
	}
	return h.Backups.Write(ctx, path, replace, progress)
}

func (h holding) Check(ctx context.Context, path string, progress func(done, all int)) (safekeeping.Checked, error) {
	if err := h.wait(ctx, progress); err != nil {
		return safekeeping.Checked{}, err
	}
	return h.Backups.Check(ctx, path, progress)
}

func (h holding) Verify(ctx context.Context, o safekeeping.VerifyOptions) (safekeeping.Verified, error) {
	if err := h.wait(ctx, o.Progress); err != nil {
		return safekeeping.Verified{}, err
	}
	return h.Verifier.Verify(ctx, o)
}

// heldUp returns a desk with the worker of the running program, and an engine that is held up.
// until runs the functions for the UI goroutine, which is the goroutine of the test.
func heldUp(t *testing.T) (d *desk, h holding, until func(what string, is func() bool)) {
	t.Helper()
	d = onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	ui := make(chan func(), 1000)
	worker := work.New(context.Background(), func(f func()) { ui <- f })
	t.Cleanup(func() { worker.Close(time.After(time.Minute)) })
	h = holding{d.win.Verifier, d.win.Backups, make(chan struct{}), make(chan struct{}), t.Context().Done()}
	d.win.Verifier, d.win.Backups, d.win.Seam = h, h, worker
	return d, h, func(what string, is func() bool) {
		t.Helper()
		late := time.After(5 * time.Minute)
		for !is() {
			select {
			case f := <-ui:
				f()
			case <-time.After(time.Millisecond): // the condition may become true without an event
			case <-late:
				t.Fatalf("%s: it takes too long; the status is %q", what, d.win.status.Text())
			}
		}
	}
}

// begun reports whether the held-up job has begun.
func (h holding) begun() bool {
	select {
	case <-h.began:
		return true
	default:
		return false
	}
}

// adds adds an item with the keyboard while something else is running.
func (d *desk) adds(title string, until func(string, func() bool)) {
	d.t.Helper()
	until("the list", func() bool { return len(d.win.now.Lists) == 1 })
	d.win.goHome()
	d.win.edits.add(record.Values{"title": title}, title)
	until("the item that was added", func() bool {
		rows, err := d.engine.Lists.Items(d.t.Context(), "Groceries", store.Query{})
		return err == nil && len(rows) > 0 && rows[len(rows)-1].Title == title
	})
}

// Writing a backup does not delay edits. It shows its progress, and reports the path once it
// is complete. An edit made in the meantime shows that nothing waited.
func TestAnEditDoesNotWaitForABackup(t *testing.T) {
	d, h, until := heldUp(t)
	path := filepath.Join(t.TempDir(), "backup.zip")
	d.win.safety.showBackup()
	until("the form", func() bool { return d.win.pages.shown == page(d.win.pages.backup()) })
	d.types(path)
	d.press(fyne.KeyReturn)
	until("the backup", h.begun)
	d.adds("Milk", until)
	same(t, "a way to stop it", d.shows("Cancel  Ctrl+."), true)
	close(h.release)
	until("the end", func() bool { return d.win.status.Text() == "Backed up to "+path+"." })
	same(t, "still where the person is", d.win.pages.shown == page(d.win.pages.home), true)
	same(t, "nothing runs", d.shows("Cancel  Ctrl+."), false)
	must(t, two(d.engine.Backups.Check(t.Context(), path, nil)))
}

// Reading a backup does not delay edits, either. Leaving the form cancels it, and nothing is
// restored.
func TestAnEditDoesNotWaitForTheReadingOfABackup(t *testing.T) {
	d, h, until := heldUp(t)
	path := filepath.Join(t.TempDir(), "backup.zip")
	must(t, two(d.engine.Backups.Write(t.Context(), path, false, nil)))
	was := d.engine.Device.ID()
	d.win.safety.showRestore("")
	d.types(path)
	d.press(fyne.KeyReturn)
	until("the reading", h.begun)
	d.win.edits.add(record.Values{"title": "Milk"}, "Milk")
	until("the item that was added", func() bool {
		_, n, err := d.engine.Lists.Found(t.Context(), "Groceries", store.Query{})
		return err == nil && n == 1
	})
	d.press(fyne.KeyEscape)
	same(t, "status", d.win.status.Text(), "Canceled. Nothing was left half done.")
	close(h.release)
	same(t, "the same device", d.engine.Device.ID(), was)
}

// Ctrl+. stops long jobs, and they can be started again.
func TestABackupAndAVerificationAreStopped(t *testing.T) {
	for name, begin := range map[string]func(d *desk, folder string){
		"backup": func(d *desk, folder string) {
			d.win.safety.backUp(forms.Backing{Path: filepath.Join(folder, "backup.zip")})
		},
		"verification": func(d *desk, _ string) { d.win.safety.verify() },
	} {
		t.Run(name, func(t *testing.T) {
			d, h, until := heldUp(t)
			folder := t.TempDir()
			begin(d, folder)
			until("the beginning", h.begun)
			begin(d, folder)
			same(t, "a second one is refused", d.win.pages.backup().ProblemObject().Visible() || d.win.status.Text() == waitForOther(), true)
			d.press(fyne.KeyPeriod, fyne.KeyModifierControl)
			same(t, "status", d.win.status.Text(), "Canceled. Nothing was left half done.")
			same(t, "nothing runs", d.shows("Cancel  Ctrl+."), false)
			left, err := filepath.Glob(filepath.Join(folder, "*"))
			must(t, err)
			same(t, "files", len(left), 0)
			d.win.Verifier, d.win.Backups = h.Verifier, h.Backups
			begin(d, folder)
			until("the end", func() bool {
				return d.win.status.Text() != "Backing up…" && d.win.status.Text() != "Verifying the data…"
			})
			same(t, "it is not stopped again", d.win.status.Text() != "Canceled. Nothing was left half done.", true)
		})
	}
}

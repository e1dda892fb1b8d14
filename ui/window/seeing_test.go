package window

import (
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// visible calls found for every visible object, until found returns true.
func (d *desk) visible(found func(fyne.CanvasObject) bool) bool {
	var within func(o fyne.CanvasObject) bool
	within = func(o fyne.CanvasObject) bool {
		if o == nil || !o.Visible() {
			return false
		}
		if found(o) {
			return true
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, each := range o.Objects {
				if within(each) {
					return true
				}
			}
		case fyne.Widget:
			for _, each := range test.WidgetRenderer(o).Objects() {
				if within(each) {
					return true
				}
			}
		}
		return false
	}
	return within(d.fyne.Content())
}

// shows reports whether a text is visible.
func (d *desk) shows(text string) bool {
	return d.visible(func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *canvas.Text:
			return strings.Contains(o.Text, text)
		case *widget.Notice:
			return strings.Contains(o.Text(), text)
		case *widget.Line:
			return strings.Contains(o.Text(), text)
		case *widget.Words:
			return strings.Contains(o.Text(), text)
		case *fynewidget.Button:
			return strings.Contains(o.Text, text)
		case *widget.Check:
			return strings.Contains(o.Text, text)
		}
		return false
	})
}

// tap clicks the button with a text, one second after the last action.
func (d *desk) tap(text string) {
	d.t.Helper()
	d.clock.now = d.clock.now.Add(time.Second)
	if !d.visible(func(o fyne.CanvasObject) bool {
		b, is := o.(*widget.Button)
		if !is || b.Text != text {
			return false
		}
		b.OnTapped()
		return true
	}) {
		d.t.Fatalf("there is no button %q", text)
	}
}

// picture returns the visible picture of a file outside rows, or nil.
func (d *desk) picture() (found *canvas.Image) {
	d.visible(func(o fyne.CanvasObject) bool {
		if _, row := o.(*widget.MediaRow); row {
			return false
		}
		if i, is := o.(*canvas.Image); is && i.Image != nil && i.Image.Bounds().Dx() > 100 {
			found = i
		}
		return false
	})
	return found
}

// other returns an endpoint that shares a folder with the desk.
func (d *desk) other(name, folder, set string) *engine.Engine {
	d.t.Helper()
	e := newEngine(d.t, name, d.clock)
	must(d.t, two(e.Lists.Create(d.t.Context(), lists.New{Name: set})))
	must(d.t, two(e.Subscriptions.Subscribe(d.t.Context(), set, folder)))
	must(d.t, two(e.Sharing.PublishAt(d.t.Context(), set, folder)))
	return e
}

func sync(t testing.TB, e *engine.Engine) {
	t.Helper()
	reports, err := e.Sync(t.Context(), subscribe.SyncOptions{})
	must(t, err)
	for _, r := range reports {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
	}
}

// change changes a field at an endpoint.
func change(t testing.TB, e *engine.Engine, set, id, field, value string) *item.Item {
	t.Helper()
	it, err := e.Edit.Change(t.Context(), set, id, record.Values{field: value}, nil)
	must(t, err)
	return it
}

func two[T any](_ T, err error) error { return err }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestMain switches the window to English, whatever the language of the machine.
func TestMain(m *testing.M) {
	if err := uitest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

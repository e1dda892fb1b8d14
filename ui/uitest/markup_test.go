//go:build ci

package uitest_test

import (
	"image/color"
	"os"
	"os/exec"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

func themed(t *testing.T) { uitest.App(t, theme.New(1)) }

// shown returns a window of 200 by 100 pixels without padding.
func shown(t *testing.T, objects ...fyne.CanvasObject) fyne.Canvas {
	t.Helper()
	w := test.NewTempWindow(t, container.NewWithoutLayout(objects...))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 100))
	return w.Canvas()
}

func text(s string, x, y float32) *canvas.Text {
	t := canvas.NewText(s, fynetheme.Color(fynetheme.ColorNameForeground))
	t.Move(fyne.NewPos(x, y))
	t.Resize(t.MinSize())
	return t
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestWhatIsHiddenOutOfSightOrLeftOutIsNotInTheMarkup(t *testing.T) {
	themed(t)
	hidden, without := text("hidden", 0, 0), text("without", 0, 20)
	hidden.Hide()
	list := container.NewVScroll(container.NewVBox(text("first", 0, 0), text("second", 0, 0), text("third", 0, 0)))
	list.Move(fyne.NewPos(10, 40))
	list.Resize(fyne.NewSize(60, 42))
	compare(t, uitest.Markup(shown(t, hidden, without, list), without),
		"window 200x100\n10,40 60x19 \"first\" foreground\n10,63 60x19 \"second\" foreground\n67,40 3x27 box scrollBar\n")
}

func TestTheMarkupSaysHowATextIsDrawn(t *testing.T) {
	themed(t)
	bold := text("bold", 10, 10)
	bold.TextStyle.Bold, bold.TextSize = true, 20
	compare(t, uitest.Markup(shown(t, bold, text("a text that is wider than the window", 10, 50))),
		"window 200x100\n10,10 29x19 \"bold\" bold size 20 foreground\n10,50 235x19 \"a text that is wider than the window\" foreground cut\n")
}

func TestTheMarkupNamesTheColorsOfTheTheme(t *testing.T) {
	themed(t)
	c := shown(t, fynewidget.NewSeparator(), &canvas.Rectangle{FillColor: color.NRGBA{R: 1, G: 2, B: 3, A: 255}}, &canvas.Rectangle{})
	for _, o := range c.Content().(*fyne.Container).Objects {
		o.Resize(fyne.NewSize(20, 10))
	}
	compare(t, uitest.Markup(c), "window 200x100\n0,0 20x10 box separator\n0,0 20x10 box rgba(1,2,3,255)\n")
}

// failure is a test that may fail.
type failure struct {
	testing.TB
	failed bool
}

func (f *failure) Helper()               {}
func (f *failure) Errorf(string, ...any) { f.failed = true }

func TestWhatDiffersFails(t *testing.T) {
	themed(t)
	t.Chdir(t.TempDir())
	wrong := canvas.NewRectangle(color.NRGBA{R: 1, G: 2, B: 3, A: 255})
	c := shown(t, wrong)
	wrong.Resize(fyne.NewSize(20, 10))
	var unknown, unthemed failure
	uitest.AssertMarkup(&unknown, "page", c)
	uitest.AssertThemed(&unthemed, c)
	if !unknown.failed || !unthemed.failed {
		t.Errorf("no markup failed: %v; a color of no theme: %v", unknown.failed, unthemed.failed)
	}
}

// In the process that this test starts, Fyne's caches expire immediately unless the setting is
// made first.
func TestAPictureShowsWhatWasLaidOutLongAgo(t *testing.T) {
	if os.Getenv("CROSSFEED_FORGETFUL") == "" {
		again := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		again.Env = append(os.Environ(), "FYNE_CACHE=1ns", "CROSSFEED_FORGETFUL=1")
		if out, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	themed(t)
	list := fynewidget.NewList(func() int { return 3 }, func() fyne.CanvasObject { return fynewidget.NewLabel("") },
		func(_ int, o fyne.CanvasObject) { o.(*fynewidget.Label).SetText("a row") })
	list.Resize(fyne.NewSize(200, 100))
	picture, empty := shown(t, list).Capture(), shown(t).Capture()
	for x := range 200 {
		for y := range 100 {
			if picture.At(x, y) != empty.At(x, y) {
				return
			}
		}
	}
	t.Error("the picture is empty")
}

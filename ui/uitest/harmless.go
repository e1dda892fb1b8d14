package uitest

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// mostInSight limits the number of code points of a text that Fyne is given to draw. Fyne lays
// out the whole text before it knows how much of it is visible.
const mostInSight = 4 << 10

// AssertHarmless fails if an object, or anything in it, draws a text that is too long for Fyne
// to lay out at once, or that contains characters which reorder text.
func AssertHarmless(t testing.TB, name string, o fyne.CanvasObject) {
	t.Helper()
	Walk(o, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *canvas.Text:
			harmless(t, name, "a text", o.Text, mostInSight)
		case *widget.RichText:
			for _, s := range o.Segments {
				harmless(t, name, "a paragraph", s.Textual(), mostInSight)
			}
		}
	})
}

func harmless(t testing.TB, name, what, text string, most int) {
	t.Helper()
	if n := utf8.RuneCountInString(text); n > most {
		t.Errorf("%s: %s of %d characters: %.60q", name, what, n, text)
	}
	if i := strings.IndexFunc(text, commands); i >= 0 {
		t.Errorf("%s: %s has %q: %.60q", name, what, text[i:min(i+6, len(text))], text)
	}
}

func commands(r rune) bool {
	return unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && r != '\n' && r != '\t'
}

// Walk calls each with an object and everything that is drawn in it.
func Walk(o fyne.CanvasObject, each func(fyne.CanvasObject)) {
	WalkAt(o, fyne.Position{}, func(o fyne.CanvasObject, _ fyne.Position) { each(o) })
}

// Drawn returns an object and everything that is drawn in it.
func Drawn(o fyne.CanvasObject) (all []fyne.CanvasObject) {
	Walk(o, func(o fyne.CanvasObject) { all = append(all, o) })
	return all
}

// WalkAt is Walk with the position of each object; from is the position of the parent of o.
// Unlike the driver, it finds objects in lists. Unlike test.LaidOutObjects, it reads what the
// window draws, and creates no renderers that lists would draw into from then on.
func WalkAt(o fyne.CanvasObject, from fyne.Position, each func(o fyne.CanvasObject, at fyne.Position)) {
	if o == nil || !o.Visible() {
		return
	}
	at := from.Add(o.Position())
	each(o, at)
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, child := range children {
		WalkAt(child, at, each)
	}
}

// Package uitest compares what a window shows with a reviewed description.
package uitest

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/sergi/go-diff/diffmatchpatch"

	"crossfeed/ui/theme"
	_ "crossfeed/ui/uitest/unhurried"
)

// AssertMarkup compares what c shows with testdata/NAME.txt. If they differ, the actual
// description is written to testdata/failed/NAME.txt: review it, and if it is right, copy it
// over the other one. Objects in without are not compared.
func AssertMarkup(t testing.TB, name string, c fyne.Canvas, without ...fyne.CanvasObject) {
	t.Helper()
	got := Markup(c, without...)
	want, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err == nil && got == string(want) {
		return
	}
	failed := filepath.Join("testdata", "failed", name+".txt")
	if err := os.MkdirAll(filepath.Dir(failed), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(failed, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Errorf("the window differs from testdata/%s.txt; what it shows is in %s:\n%s", name, failed, difference(string(want), got))
}

// AssertThemed fails if c shows a color that is not in the theme, as when a widget missed a
// change of theme. Fyne's cursor, a box one pixel wide, is exempt: its color fades as it
// blinks.
func AssertThemed(t testing.TB, c fyne.Canvas) {
	t.Helper()
	for line := range strings.Lines(Markup(c)) {
		if strings.Contains(line, " rgba(") && !strings.Contains(line, " 1x") {
			t.Errorf("not a color of the theme: %s", strings.TrimSpace(line))
		}
	}
}

// Markup describes everything that c shows, one line per object in drawing order: position,
// size, text, style, and the theme's name of the color. It omits what is scrolled out of view,
// and the objects in without. Text that is cut off is marked.
func Markup(c fyne.Canvas, without ...fyne.CanvasObject) string {
	m := markup{names: colorNames(), without: without}
	size := c.Size()
	fmt.Fprintf(&m.text, "window %s\n", extent(size))
	window := area{right: size.Width, bottom: size.Height}
	m.write(c.Content(), fyne.Position{}, window)
	for _, o := range c.Overlays().List() {
		m.text.WriteString("overlay\n")
		m.write(o, fyne.Position{}, window)
	}
	return m.text.String()
}

type markup struct {
	text    strings.Builder
	names   map[color.NRGBA]string
	without []fyne.CanvasObject
}

// area is a rectangle of a canvas.
type area struct{ left, top, right, bottom float32 }

func areaOf(at fyne.Position, size fyne.Size) area {
	return area{at.X, at.Y, at.X + size.Width, at.Y + size.Height}
}

func (a area) within(b area) area {
	return area{max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom)}
}

func (a area) empty() bool { return a.right-a.left < 0.5 || a.bottom-a.top < 0.5 }

func (m *markup) write(o fyne.CanvasObject, offset fyne.Position, clip area) {
	primitives(o, offset, clip, m.without, m.writePrimitive)
}

// primitives calls each with what is drawn in an object, in drawing order, with its position and
// the area outside of which it is clipped.
func primitives(o fyne.CanvasObject, offset fyne.Position, clip area, without []fyne.CanvasObject, each func(o fyne.CanvasObject, at fyne.Position, clip area)) {
	if o == nil || !o.Visible() || slices.Contains(without, o) {
		return
	}
	at := o.Position().Add(offset)
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		r := test.WidgetRenderer(o)
		if clips(o, r) {
			clip = clip.within(areaOf(at, o.Size()))
		}
		children = r.Objects()
	default:
		each(o, at, clip)
	}
	for _, child := range children {
		primitives(child, at, clip, without, each)
	}
}

func clips(o fyne.CanvasObject, r fyne.WidgetRenderer) bool {
	if _, scrolls := o.(fyne.Scrollable); scrolls {
		return true
	}
	_, clips := r.(interface{ IsClip() })
	return clips
}

func (m *markup) writePrimitive(o fyne.CanvasObject, at fyne.Position, clip area) {
	covers := areaOf(at, o.Size())
	if line, is := o.(*canvas.Line); is {
		if covers = covers.within(clip); covers.right >= covers.left && covers.bottom >= covers.top {
			m.line(at, o.Size(), "line", m.color(line.StrokeColor))
		}
		return
	}
	if covers.within(clip).empty() {
		return
	}
	switch o := o.(type) {
	case *canvas.Text:
		if o.Text == "" {
			return
		}
		m.line(at, o.Size(), fmt.Sprintf("%q", o.Text), style(o), m.color(o.Color), cut(o, at, clip))
	case *canvas.Rectangle:
		if fill, stroke := m.color(o.FillColor), m.stroke(o.StrokeColor, o.StrokeWidth); fill != "" || stroke != "" {
			m.line(at, o.Size(), "box", fill, stroke)
		}
	case *canvas.Circle:
		if fill, stroke := m.color(o.FillColor), m.stroke(o.StrokeColor, o.StrokeWidth); fill != "" || stroke != "" {
			m.line(at, o.Size(), "circle", fill, stroke)
		}
	case *canvas.RegularPolygon:
		m.line(at, o.Size(), fmt.Sprintf("polygon of %d sides", o.Sides), m.color(o.FillColor), m.stroke(o.StrokeColor, o.StrokeWidth))
	case *canvas.Image:
		m.line(at, o.Size(), "image", source(o))
	case *layout.Spacer, *canvas.LinearGradient, *canvas.RadialGradient:
		// Empty space, and the shadows of what is scrolled.
	default:
		m.line(at, o.Size(), fmt.Sprintf("%T", o))
	}
}

// line describes one object.
func (m *markup) line(at fyne.Position, size fyne.Size, what ...string) {
	fmt.Fprintf(&m.text, "%d,%d %s", round(at.X), round(at.Y), extent(size))
	for _, w := range what {
		if w != "" {
			m.text.WriteString(" " + w)
		}
	}
	m.text.WriteByte('\n')
}

func round(f float32) int { return int(math.Round(float64(f))) }

func extent(s fyne.Size) string { return fmt.Sprintf("%dx%d", round(s.Width), round(s.Height)) }

// cut returns a remark if a text is wider than the visible part.
func cut(t *canvas.Text, at fyne.Position, clip area) string {
	width := t.MinSize().Width
	switch t.Alignment {
	case fyne.TextAlignCenter:
		at.X += (t.Size().Width - width) / 2
	case fyne.TextAlignTrailing:
		at.X += t.Size().Width - width
	}
	if at.X < clip.left-1 || at.X+width > clip.right+1 {
		return "cut"
	}
	return ""
}

func style(t *canvas.Text) string {
	var is []string
	if t.TextStyle.Bold {
		is = append(is, "bold")
	}
	if t.TextStyle.Italic {
		is = append(is, "italic")
	}
	if t.TextStyle.Monospace {
		is = append(is, "monospace")
	}
	if t.TextStyle.Underline {
		is = append(is, "underlined")
	}
	if t.TextStyle.Strikethrough {
		is = append(is, "struck through")
	}
	if t.TextSize != fynetheme.TextSize() {
		is = append(is, fmt.Sprintf("size %d", round(t.TextSize)))
	}
	return strings.Join(is, " ")
}

func source(i *canvas.Image) string {
	switch {
	case i.Resource != nil:
		return strings.TrimPrefix(filepath.Base(i.Resource.Name()), "crossfeed")
	case i.File != "":
		return filepath.Base(i.File)
	case i.Image != nil:
		return "of " + i.Image.Bounds().Size().String()
	}
	return "empty"
}

func (m *markup) stroke(c color.Color, width float32) string {
	if name := m.color(c); name != "" && width > 0 {
		return "bordered " + name
	}
	return ""
}

// color returns the name of c, or "" if it is invisible.
func (m *markup) color(c color.Color) string {
	if c == nil {
		return ""
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	if n.A == 0 {
		return ""
	}
	if name, ok := m.names[n]; ok {
		return name
	}
	return fmt.Sprintf("rgba(%d,%d,%d,%d)", n.R, n.G, n.B, n.A)
}

// colorNames returns the names of the theme's colors. The first name of a color counts.
func colorNames() map[color.NRGBA]string {
	settings := fyne.CurrentApp().Settings()
	names := map[color.NRGBA]string{}
	add := func(name fyne.ThemeColorName) {
		n := color.NRGBAModel.Convert(settings.Theme().Color(name, settings.ThemeVariant())).(color.NRGBA)
		if _, named := names[n]; !named {
			names[n] = strings.TrimPrefix(string(name), "crossfeed")
		}
	}
	for _, name := range []fyne.ThemeColorName{
		fynetheme.ColorNameForeground, fynetheme.ColorNameBackground, fynetheme.ColorNamePrimary, fynetheme.ColorNamePlaceHolder,
		fynetheme.ColorNameDisabled, fynetheme.ColorNameSelection, fynetheme.ColorNameFocus, fynetheme.ColorNameButton, fynetheme.ColorNameError,
		fynetheme.ColorNameDisabledButton, fynetheme.ColorNameHover, fynetheme.ColorNamePressed, fynetheme.ColorNameSeparator,
		fynetheme.ColorNameInputBackground, fynetheme.ColorNameInputBorder, fynetheme.ColorNameForegroundOnPrimary,
		fynetheme.ColorNameHeaderBackground, fynetheme.ColorNameMenuBackground, fynetheme.ColorNameOverlayBackground,
		fynetheme.ColorNameScrollBar, fynetheme.ColorNameScrollBarBackground, fynetheme.ColorNameShadow,
		fynetheme.ColorNameSuccess, fynetheme.ColorNameWarning, fynetheme.ColorNameHyperlink, fynetheme.ColorNameForegroundOnError,
		theme.Added, theme.Removed, theme.Changed, theme.AddedMarked, theme.RemovedMarked, theme.ChangedMarked,
		theme.Quiet, theme.Attention, theme.Good, theme.Panel, theme.Ring, theme.Outline,
	} {
		add(name)
	}
	for n := range theme.Versions {
		add(theme.Version(n))
	}
	return names
}

// difference returns the lines that are only in one of two texts.
func difference(want, got string) string {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	a, b, lines := d.DiffLinesToRunes(want, got)
	var text strings.Builder
	for _, piece := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), lines) {
		sign := "- "
		switch piece.Type {
		case diffmatchpatch.DiffEqual:
			continue
		case diffmatchpatch.DiffInsert:
			sign = "+ "
		}
		for line := range strings.Lines(piece.Text) {
			text.WriteString(sign + line)
		}
	}
	return text.String()
}

package duplicates

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// row is a field of the two contacts, with a tick box for each value, and the result.
type row struct {
	field  record.Field
	object *fyne.Container
	ticks  [2]*widget.Check
	result *lines
}

// newRow returns the row of a field that differs.
func (p *Page) newRow(f record.Field) *row {
	r := &row{field: f, result: newLines()}
	a := p.side(r, 0, sides{a: true}, p.merge.a.Get(f.Name))
	b := p.side(r, 1, sides{b: true}, p.merge.b.Get(f.Name))
	r.object = container.New(columns{}, nameOf(f), a, b, r.result.object)
	r.show(p)
	return r
}

// side returns the value of one contact. An empty value has no tick box.
func (p *Page) side(r *row, i int, which sides, value string) fyne.CanvasObject {
	l := newLines()
	if value == "" {
		l.set("—", widget.TextStyle{Color: theme.Quiet})
		return widget.Border(nil, nil, noTick(), nil, l.object)
	}
	l.set(p.words(r.field, value), widget.TextStyle{})
	r.ticks[i] = widget.NewCheck(p.keys, "", func(taken bool) { p.take(r, which, taken) })
	return widget.Border(nil, nil, container.NewVBox(r.ticks[i]), nil, l.object)
}

// show updates the tick boxes and the result.
func (r *row) show(p *Page) {
	s := p.merge.taken[r.field.Name]
	for i, taken := range []bool{s.a, s.b} {
		if r.ticks[i] != nil {
			r.ticks[i].Put(taken)
		}
	}
	value := p.merge.value(r.field.Name)
	if value == "" {
		r.result.set("—", widget.TextStyle{Color: theme.Quiet})
		return
	}
	r.result.set(p.words(r.field, value), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
}

// sameRow returns the row of a field that is equal in both contacts.
func (p *Page) sameRow(f record.Field) fyne.CanvasObject {
	quiet := widget.TextStyle{Color: theme.Quiet}
	cells := []fyne.CanvasObject{nameOf(f)}
	for n := range 3 {
		l := newLines()
		l.set(p.words(f, p.merge.a.Get(f.Name)), quiet)
		if n < 2 {
			cells = append(cells, widget.Border(nil, nil, noTick(), nil, l.object))
		} else {
			cells = append(cells, l.object)
		}
	}
	return container.New(columns{}, cells...)
}

// words returns a value as a person reads it.
func (p *Page) words(f record.Field, value string) string {
	if f.Form == record.Birthday {
		if day := p.speaker.Birthday(value); day != "" {
			return day
		}
	}
	return p.speaker.Value(f.Form, value)
}

func nameOf(f record.Field) fyne.CanvasObject {
	l := newLines()
	l.set(wording.Field(f.Name), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	return l.object
}

// lines shows a value. Each of its lines wraps separately.
type lines struct{ object *fyne.Container }

// The maximum numbers of lines of a value, and of rows into which a line wraps. A longer value
// ends in an ellipsis.
const (
	mostLines = 8
	mostRows  = 3
)

func newLines() *lines { return &lines{container.New(&stack{})} }

func (l *lines) set(text string, look widget.TextStyle) {
	all := strings.Split(text, "\n")
	if len(all) > mostLines {
		all = append(all[:mostLines-1], "…")
	}
	l.object.Objects = []fyne.CanvasObject{head()}
	for _, line := range all {
		if strings.TrimSpace(line) == "" {
			continue
		}
		w := widget.NewWords(mostRows)
		w.Set(line, look)
		l.object.Objects = append(l.object.Objects, w)
	}
	l.object.Objects = append(l.object.Objects, head())
}

// head returns a spacer that aligns text with that of a tick box.
func head() fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(0, headRoom()))
	return room
}

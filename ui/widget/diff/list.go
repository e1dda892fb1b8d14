package diff

import (
	"fyne.io/fyne/v2"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget"
)

// Field is a named pair of texts to be compared.
type Field struct {
	// Name is the group that the field's lines belong to.
	Name string
	// Heading is shown above the lines.
	Heading string
	// Rows are the compared lines.
	Rows []merge.Row
}

// List shows the differences of several fields, one below the other. Keys act on the field of
// the marked row.
type List struct {
	widget.List
	// OnField is called when the mark moves to another field.
	OnField func(name string)
	// OnBeside is called when a person wants to go to the list on the right (1) or on the left
	// (-1).
	OnBeside func(step int)

	fields  []Field
	lines   []Line
	columns int
	// open are the hunks of each field that a person has unfolded.
	open map[string]map[int]bool
}

// NewList returns a list without fields.
func NewList(keys *widget.Keys) *List {
	l := &List{open: map[string]map[int]bool{}}
	l.List.Init(keys, func() fyne.CanvasObject { return newRow(func(i int) { keys.Handle(func() { l.tapped(i) }) }) }, l.draw)
	l.OnMarked = l.marked
	l.OnEntered = l.entered
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey goes to the neighboring list on Left and Right.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeyRight && l.OnBeside != nil:
		l.OnBeside(1)
	case ev.Name == fyne.KeyLeft && l.OnBeside != nil:
		l.OnBeside(-1)
	default:
		l.List.TypedKey(ev)
	}
}

// SetFields sets the fields.
func (l *List) SetFields(fields []Field) {
	l.fields = fields
	l.build()
}

// Field returns the name of the field that the mark is on, or "".
func (l *List) Field() string {
	if row := l.Marked(); row >= 0 && row < len(l.lines) {
		return l.lines[row].Group
	}
	return ""
}

// Resize wraps the texts again if the number of columns changed.
func (l *List) Resize(size fyne.Size) {
	l.List.Resize(size)
	if columns := columnsIn(size.Width); columns != l.columns {
		l.columns = columns
		l.build()
	}
}

func columnsIn(width float32) int {
	return max(int(width/2/cellWidth())-gutter-1, 10)
}

func (l *List) build() {
	marked := l.Marked()
	l.lines = nil
	for _, f := range l.fields {
		l.lines = append(l.lines, Line{Group: f.Name, Heading: f.Heading})
		l.lines = append(l.lines, Fold(Lines(f.Name, f.Rows, max(l.columns, 10)), l.open[f.Name])...)
	}
	if marked >= len(l.lines) {
		marked = widget.Nothing
	}
	l.SetRows(len(l.lines), marked)
}

// Fold folds everything that was unfolded.
func (l *List) Fold() {
	clear(l.open)
	l.build()
}

func (l *List) draw(i int, into fyne.CanvasObject) {
	if i < len(l.lines) {
		into.(*row).set(i, l.lines[i], i == l.Marked())
	}
}

func (l *List) marked(i int) {
	if l.OnField != nil {
		l.OnField(l.lines[i].Group)
	}
}

// entered unfolds the rows that a line stands for.
func (l *List) entered(i int) {
	line := l.lines[i]
	if line.Folded == 0 {
		return
	}
	if l.open[line.Group] == nil {
		l.open[line.Group] = map[int]bool{}
	}
	l.open[line.Group][line.Stretch] = true
	l.build()
}

// tapped marks a row, and unfolds the rows that it stands for.
func (l *List) tapped(i int) {
	if i >= len(l.lines) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
		c.Focus(l)
	}
	l.Select(i)
	l.entered(i)
}

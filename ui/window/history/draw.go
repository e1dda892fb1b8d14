package history

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/ancestry"
	"crossfeed/ui/theme"
	line "crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// overlap is how far lines extend beyond the edges of their cells, so that there are no gaps.
const overlap = 0.75

// Widths of lines and of signs.
const (
	thin  = 1.5
	thick = 2
)

// pen draws a row of the graph.
type pen struct {
	objects              []fyne.CanvasObject
	x, y                 float32
	top, bottom, half, r float32
}

// drawRow draws the lines of a row, and its sign on top of them.
func drawRow(n ancestry.Node, cells []ancestry.Cell, columns columns, height float32) []fyne.CanvasObject {
	between := fynetheme.Padding() // the gap that the list leaves between rows
	p := pen{y: height / 2, top: -between/2 - overlap, bottom: height + between/2 + overlap}
	for i, c := range cells {
		p.x, p.half = columns.middle(i), columns.width(i)/2+overlap
		p.r = min(p.half, height/2) * 0.7
		p.lines(c)
	}
	p.x = columns.middle(n.Lane)
	p.sign(n)
	return p.objects
}

func (p *pen) lines(c ancestry.Cell) {
	left, right := p.x-p.half, p.x+p.half
	p.upright(c)
	p.along(c, left, right)
	p.turn(c.Has(ancestry.LeftDown), left, p.bottom)
	p.turn(c.Has(ancestry.RightDown), right, p.bottom)
	p.turn(c.Has(ancestry.UpLeft), left, p.top)
	p.turn(c.Has(ancestry.UpRight), right, p.top)
}

func (p *pen) upright(c ancestry.Cell) {
	from, to := p.y, p.y
	if c.Has(ancestry.Above | ancestry.Through) {
		from = p.top
	}
	if c.Has(ancestry.Below | ancestry.Through) {
		to = p.bottom
	}
	if from < to {
		p.line(p.x, from, p.x, to)
	}
}

// along draws the horizontal line. Where it crosses a vertical one it leaves a gap, so that it
// does not seem to end there.
func (p *pen) along(c ancestry.Cell, left, right float32) {
	if c.Has(ancestry.Along) && c.Has(ancestry.Through) {
		room := min(p.r, p.half) / 2
		p.line(left, p.y, p.x-room, p.y)
		p.line(p.x+room, p.y, right, p.y)
		return
	}
	from, to := p.x, p.x
	if c.Has(ancestry.LeftOf | ancestry.Along) {
		from = left
	}
	if c.Has(ancestry.RightOf | ancestry.Along) {
		to = right
	}
	if from < to {
		p.line(from, p.y, to, p.y)
	}
}

// turn draws a line from a side of the cell to its top or bottom, around the corner, so that
// one can see where it comes from.
func (p *pen) turn(there bool, x, y float32) {
	if !there {
		return
	}
	aside, upright := p.r, p.r
	if x < p.x {
		aside = -p.r
	}
	if y < p.y {
		upright = -p.r
	}
	const joint = 0.9 // of the corner, so that the pieces overlap
	p.line(x, p.y, p.x+joint*aside, p.y)
	p.line(p.x+aside, p.y, p.x, p.y+upright)
	p.line(p.x, p.y+joint*upright, p.x, y)
}

func (p *pen) line(x1, y1, x2, y2 float32) { p.stroke(x1, y1, x2, y2, thin, theme.Quiet) }

func (p *pen) stroke(x1, y1, x2, y2, width float32, name fyne.ThemeColorName) {
	l := canvas.NewLine(fynetheme.Color(name))
	l.StrokeWidth = width
	l.Position1, l.Position2 = fyne.NewPos(x1, y1), fyne.NewPos(x2, y2)
	p.objects = append(p.objects, l)
}

// sign draws the state of an update, each in a distinct shape, as the commands do: a filled
// diamond is the winner, an empty one is open, a disc is past, a cross had no effect, and a
// circle with a question mark was never received.
func (p *pen) sign(n ancestry.Node) {
	size := fynetheme.TextSize() * 0.42
	switch {
	case n.Version == nil && !n.Earlier:
		p.disc(size*1.2, fynetheme.ColorNameBackground, theme.Quiet, thin)
		p.text("?")
	case n.Role == ancestry.Winner:
		p.diamond(size*1.5, fynetheme.ColorNameForeground, fynetheme.ColorNameForeground)
	case n.Role == ancestry.Open:
		p.diamond(size*1.5, fynetheme.ColorNameBackground, theme.Attention)
	case n.Role == ancestry.Dropped:
		p.disc(size, fynetheme.ColorNameBackground, "", 0)
		p.stroke(p.x-size, p.y-size, p.x+size, p.y+size, thick, theme.Quiet)
		p.stroke(p.x-size, p.y+size, p.x+size, p.y-size, thick, theme.Quiet)
	default:
		p.disc(size*0.8, fynetheme.ColorNameForeground, "", 0)
	}
}

func (p *pen) disc(radius float32, fill, stroke fyne.ThemeColorName, width float32) {
	c := canvas.NewCircle(fynetheme.Color(fill))
	c.StrokeColor = color.Transparent
	if stroke != "" {
		c.StrokeColor, c.StrokeWidth = fynetheme.Color(stroke), width
	}
	c.Move(fyne.NewPos(p.x-radius, p.y-radius))
	c.Resize(fyne.NewSquareSize(2 * radius))
	p.objects = append(p.objects, c)
}

func (p *pen) diamond(radius float32, fill, stroke fyne.ThemeColorName) {
	d := canvas.NewRegularPolygon(4, fynetheme.Color(fill))
	d.StrokeColor, d.StrokeWidth = fynetheme.Color(stroke), thick
	d.Move(fyne.NewPos(p.x-radius, p.y-radius))
	d.Resize(fyne.NewSquareSize(2 * radius))
	p.objects = append(p.objects, d)
}

func (p *pen) text(text string) {
	t := canvas.NewText(text, fynetheme.Color(theme.Quiet))
	t.TextSize = fynetheme.CaptionTextSize() * 0.85
	t.TextStyle.Bold = true
	size := t.MinSize()
	t.Move(fyne.NewPos(p.x-size.Width/2, p.y-size.Height/2))
	t.Resize(size)
	p.objects = append(p.objects, t)
}

func clockText() string { return wording.L("wrong-clock", "wrong clock") }

// joined joins two remarks on an update.
func joined(text, more string) string {
	if text == "" {
		return more
	}
	return text + " · " + more
}

// lanes shows the names of the lanes above the graph.
type lanes struct {
	object  *fyne.Container
	speaker wording.Speaker
	columns int
}

func newLanes(speaker wording.Speaker) *lanes {
	l := &lanes{speaker: speaker}
	l.object = container.New(l)
	return l
}

// show sets the names of the lanes, in a graph with a number of columns.
func (l *lanes) show(names []string, columns int) {
	l.columns = columns
	l.object.Objects = nil
	for _, by := range names[:min(columns, len(names))] {
		l.object.Objects = append(l.object.Objects, line.NewLine(l.speaker.Person(by), line.TextStyle{
			Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}, Centered: true,
		}))
	}
	l.object.Refresh()
}

// MinSize returns the height of a name, even before there are any.
func (l *lanes) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, fyne.MeasureText("|", fynetheme.CaptionTextSize(), fyne.TextStyle{Bold: true}).Height)
}

// Layout puts every name above its lane, but hides names without enough space: the sentences
// name everybody, too.
func (l *lanes) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	c := columnsIn(size.Width, len(objects), l.columns)
	for i, o := range objects {
		if c.lane < legible*fynetheme.TextSize() {
			o.Hide()
			continue
		}
		o.Show()
		o.Move(fyne.NewPos(c.middle(i)-c.lane/2+1, 0))
		o.Resize(fyne.NewSize(c.lane-2, size.Height))
	}
}

// columns are the columns of the graph: lanes as wide as a name, provided that the text keeps
// more than half of the row, and narrow columns for further lines.
type columns struct {
	lanes, more  int
	lane, beside float32
}

// legible is the minimum width of a lane that shows its name, as a multiple of the text size.
const legible = 2.6

func columnsIn(row float32, lanes, all int) columns {
	const (
		share  = 0.42
		widest = 5.6
		narrow = 1.6
		beside = 0.3
	)
	more, text := all-lanes, fynetheme.TextSize()
	width := min(row*share/(max(1, float32(lanes)+beside*float32(more))), widest*text)
	if width < legible*text {
		width = min(width, narrow*text)
	}
	return columns{lanes, more, width, width * beside}
}

func (c columns) width(column int) float32 {
	if column < c.lanes {
		return c.lane
	}
	return c.beside
}

// middle returns the x coordinate of the middle of a column.
func (c columns) middle(column int) float32 {
	return c.lane*float32(min(column, c.lanes)) + c.beside*float32(max(column-c.lanes, 0)) + c.width(column)/2
}

// end returns the x coordinate of the end of the graph.
func (c columns) end() float32 { return c.lane*float32(c.lanes) + c.beside*float32(c.more) }

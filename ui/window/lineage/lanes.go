package lineage

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	line "crossfeed/ui/widget"
)

// lanes are the names of the lanes above the picture.
type lanes struct {
	object  *fyne.Container
	speaker say.Speaker
	columns int
}

func newLanes(speaker say.Speaker) *lanes {
	l := &lanes{speaker: speaker}
	l.object = container.New(l)
	return l
}

// show names the lanes of a picture that has so many columns.
func (l *lanes) show(names []string, columns int) {
	l.columns = columns
	l.object.Objects = nil
	for _, by := range names[:min(columns, len(names))] {
		l.object.Objects = append(l.object.Objects, line.NewLine(l.speaker.Person(by), line.Look{
			Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}, Centered: true,
		}))
	}
	l.object.Refresh()
}

// MinSize is the height of a name, also before there are any.
func (l *lanes) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, fyne.MeasureText("|", fynetheme.CaptionTextSize(), fyne.TextStyle{Bold: true}).Height)
}

// Layout puts every name over its lane, where it can be read there: the sentences
// name everybody too.
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

// columns are those of the picture in a row: lanes as wide as a name, where the
// text keeps more than half of the row, and narrow ones for more lines.
type columns struct {
	lanes, more  int
	lane, beside float32
}

// legible is the width of a lane, in sizes of text, from which on names are shown.
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

// middle is where the middle of a column is.
func (c columns) middle(column int) float32 {
	return c.lane*float32(min(column, c.lanes)) + c.beside*float32(max(column-c.lanes, 0)) + c.width(column)/2
}

// end is where the picture ends.
func (c columns) end() float32 { return c.lane*float32(c.lanes) + c.beside*float32(c.more) }

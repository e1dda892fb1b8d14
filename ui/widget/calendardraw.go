package widget

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
)

// CreateRenderer draws the days, and the ring over them.
func (d *days) CreateRenderer() fyne.WidgetRenderer {
	r := &daysRenderer{days: d, mark: canvas.NewRectangle(nil), today: canvas.NewRectangle(color.Transparent)}
	r.objects = append(r.objects, r.mark, r.today)
	for range weekdays * (weeks + 1) {
		t := canvas.NewText("", nil)
		t.Alignment = fyne.TextAlignCenter
		r.texts = append(r.texts, t)
		r.objects = append(r.objects, t)
	}
	r.Refresh()
	return ringed{r, d.ring}
}

type daysRenderer struct {
	days        *days
	mark, today *canvas.Rectangle
	texts       []*canvas.Text
	objects     []fyne.CanvasObject
}

// Destroy has nothing to end.
func (r *daysRenderer) Destroy() {}

// Objects are the marks and, over them, the numbers.
func (r *daysRenderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize has room for a name of a weekday in each column.
func (r *daysRenderer) MinSize() fyne.Size {
	cell := fyne.MeasureText("Www", fynetheme.TextSize(), fyne.TextStyle{})
	return fyne.NewSize(weekdays*(cell.Width+4), (weeks+1)*(cell.Height+6))
}

// cell is the place of the nth cell: the first row has the names of the
// weekdays.
func (r *daysRenderer) cell(n int) (fyne.Position, fyne.Size) {
	size := fyne.NewSize(r.days.Size().Width/weekdays, r.days.Size().Height/(weeks+1))
	return fyne.NewPos(float32(n%weekdays)*size.Width, float32(n/weekdays)*size.Height), size
}

// Layout puts the numbers into their cells, and the marks behind them.
func (r *daysRenderer) Layout(fyne.Size) {
	for i, t := range r.texts {
		at, size := r.cell(i)
		t.Move(at)
		t.Resize(size)
	}
	r.put(r.mark, r.days.day)
	r.put(r.today, r.days.today)
}

// put marks a day, where it is shown.
func (r *daysRenderer) put(mark *canvas.Rectangle, day time.Time) {
	n := int(day.Sub(firstShown(r.days.day)).Hours() / 24)
	mark.Hidden = n < 0 || n >= weekdays*weeks
	at, size := r.cell(n + weekdays)
	mark.Move(at)
	mark.Resize(size)
	mark.CornerRadius = fynetheme.InputRadiusSize()
}

// Refresh writes the numbers of the month in the colours of the theme that now
// counts.
func (r *daysRenderer) Refresh() {
	r.mark.FillColor = fynetheme.Color(fynetheme.ColorNamePrimary)
	r.today.StrokeColor, r.today.StrokeWidth = fynetheme.Color(fynetheme.ColorNameForeground), 1
	first := firstShown(r.days.day)
	for i, t := range r.texts {
		t.TextSize = fynetheme.TextSize()
		if i < weekdays {
			t.Text = r.days.calendar.words.Weekday(first.AddDate(0, 0, i).Weekday())
			t.TextSize, t.Color = fynetheme.CaptionTextSize(), fynetheme.Color(theme.Quiet)
			continue
		}
		day := first.AddDate(0, 0, i-weekdays)
		t.Text, t.Color = strconv.Itoa(day.Day()), fynetheme.Color(r.color(day))
		t.TextStyle.Bold = day.Equal(r.days.day)
	}
	r.Layout(r.days.Size())
	canvas.Refresh(r.days)
}

// color lets the days of other months stand back.
func (r *daysRenderer) color(day time.Time) fyne.ThemeColorName {
	switch {
	case day.Equal(r.days.day):
		return fynetheme.ColorNameForegroundOnPrimary
	case day.Month() != r.days.day.Month():
		return theme.Quiet
	}
	return fynetheme.ColorNameForeground
}

package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// In a small window with long words and large text, the title of the list stays readable, and
// nothing is cut off at the right.
func TestASmallWindowShowsTitlesAndAllButtons(t *testing.T) {
	inGerman(t)
	for _, scale := range []float32{1, 1.21} {
		d := todos(t, "call mum on 15.12. 9:30")
		uitest.SetTheme(uitest.InVariant(theme.New(scale), fynetheme.VariantLight))
		d.fyne.Resize(fyne.NewSize(800, 600))
		d.mark(0)
		where := func(o fyne.CanvasObject) string { return fmt.Sprint(scale, " ", o.Size(), " ", o.Position()) }
		if content := d.fyne.Content().MinSize(); content.Width > 800 {
			t.Errorf("%v: the window needs %v", scale, content)
		}
		driver := fyne.CurrentApp().Driver()
		for _, o := range uitest.Drawn(d.fyne.Content()) {
			switch o := o.(type) {
			case *widget.Button:
				if end := driver.AbsolutePositionForObject(o).X + o.Size().Width; end > 800 {
					t.Errorf("button %q ends at %v: %s", o.Text, end, where(o))
				}
			case *widget.Line:
				if o.Text() == "Errands" && o.Needs() > o.Size().Width {
					t.Errorf("the title is cut: %s", where(o))
				}
			case *widget.RichRow:
				text := drawnIn[*widget.Line](t, o)
				if least := min(text.Needs(), 4*fynetheme.TextSize()); text.Size().Width < least {
					t.Errorf("the row is cut: %s", where(text))
				}
			}
		}
	}
}

package twins

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// fill makes the rows: what differs, then what is the same.
func (p *Page) fill() {
	p.names.Objects = []fyne.CanvasObject{
		widget.NewLine("", widget.Look{}), p.versionHead(0, "A", p.joining.twin.A), p.versionHead(1, "B", p.joining.twin.B),
		widget.NewLine(lang.L("Together"), widget.Look{Style: fyne.TextStyle{Bold: true}}),
	}
	differing, same := p.joining.differing()
	for _, f := range differing {
		r := p.newRow(f)
		p.rows = append(p.rows, r)
		p.table.Objects = append(p.table.Objects, r.object)
	}
	if len(same) > 0 {
		p.table.Objects = append(p.table.Objects, widget.NewLine(lang.L("The same in both"), widget.Look{
			Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true},
		}))
	}
	for _, f := range same {
		p.table.Objects = append(p.table.Objects, p.sameRow(f))
	}
	if p.joining.loses() {
		p.table.Objects = append(p.table.Objects, widget.NewNotice(p.lossText(), widget.Look{Color: theme.Quiet}))
	}
}

// versionHead names a contact by letter, shape, and who changed it when.
func (p *Page) versionHead(n int, letter string, it *item.Item) fyne.CanvasObject {
	name := widget.NewWholeLine(letter, widget.Look{Color: theme.Version(n), Style: fyne.TextStyle{Bold: true}})
	top := it.Winner.Top()
	about := widget.NewLine(p.speaker.Person(top.By)+" · "+p.speaker.Local(top.When.Time()), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	return widget.Border(nil, nil, container.NewHBox(shapeOf(n), name), nil, widget.Middle(about))
}

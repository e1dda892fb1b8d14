package field

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// attachment shows one file of an item: a picture small, its name, which opens it, and its
// size.
type attachment struct {
	desk   Desk
	object *fyne.Container
	image  *canvas.Image
	thumb  *fyne.Container
	open   *widget.Button
	size   *widget.Line
	remove *widget.Button
	line   string
}

// NewFiles is for the files of an item. They are chosen, and not typed; where the desk has
// nobody choose, they can be taken away alone.
func NewFiles(d Desk) *Rows {
	c := newRows(d, lang.L("Attach a file…"), newAttachment)
	c.choose = d.File
	c.add.Hidden = d.File == nil
	return c
}

func newAttachment(d Desk, remove func()) Control {
	a := &attachment{desk: d, size: widget.NewLine("", quiet), image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	a.thumb = widget.Least(thumbnail, thumbnail, a.image)
	a.open = widget.NewQuietButton(d.Keys, fynetheme.FileIcon(), "", func() {
		if d.OpenFile != nil {
			d.OpenFile(a.line)
		}
	})
	a.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
	words := container.NewVBox(container.NewHBox(a.open), a.size)
	a.object = container.NewVBox(widget.Border(nil, nil, a.thumb, container.NewVBox(a.remove), words))
	return a
}

// Object is what is shown.
func (a *attachment) Object() fyne.CanvasObject { return a.object }

// Focus is the button that opens the file.
func (a *attachment) Focus() fyne.Focusable { return a.open }

// Put shows a file.
func (a *attachment) Put(line string) {
	if a.line != line || line == "" {
		a.line = line
		a.preview()
	}
	name, size := line, ""
	if file, err := record.ParseAttachment(line); err == nil {
		name, size = file.Called(), say.FileSize(file)
	}
	a.open.SetText(brief(name))
	a.size.SetText(size)
	a.size.Hidden = size == ""
}

// preview shows the picture, where the file is one and here.
func (a *attachment) preview() {
	a.image.Image, a.thumb.Hidden = nil, true
	if a.desk.Preview == nil || a.line == "" {
		return
	}
	line := a.line
	a.desk.Preview(line, func(picture image.Image) {
		if a.line == line {
			a.image.Image, a.thumb.Hidden = picture, false
			a.image.Refresh()
			a.desk.Resized()
		}
	})
}

// brief is a name that leaves room for what stands beside it: its beginning, and its
// ending, which says what it is.
func brief(name string) string {
	const head, tail = 22, 10
	r := []rune(name)
	if len(r) <= head+tail+1 {
		return name
	}
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}

// Value is the line of the file.
func (a *attachment) Value() string { return a.line }

// SetEnabled allows to take the file away. It can be opened at any time.
func (a *attachment) SetEnabled(enabled bool) { setEnabled(enabled, a.remove) }

package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// attachment shows one file of an item: its name, which opens it, and its size.
type attachment struct {
	object *fyne.Container
	open   *widget.Button
	size   *widget.Line
	remove *widget.Button
	line   string
}

// NewFiles is for the files of an item. They are chosen, and not typed.
func NewFiles(d Desk) *Rows {
	c := newRows(d, lang.L("Attach a file…"), newAttachment)
	c.choose = d.File
	return c
}

func newAttachment(d Desk, remove func()) Control {
	a := &attachment{size: widget.NewLine("", quiet)}
	a.open = widget.NewQuietButton(d.Keys, fynetheme.FileIcon(), "", func() { d.OpenFile(a.line) })
	a.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
	a.object = container.NewVBox(widget.Border(nil, nil, nil, a.remove, container.NewVBox(container.NewHBox(a.open), a.size)))
	return a
}

// Object is what is shown.
func (a *attachment) Object() fyne.CanvasObject { return a.object }

// Focus is the button that opens the file.
func (a *attachment) Focus() fyne.Focusable { return a.open }

// Put shows a file.
func (a *attachment) Put(line string) {
	a.line = line
	name, size := line, ""
	if file, err := record.ParseAttachment(line); err == nil {
		name, size = file.Called(), say.FileSize(file)
	}
	a.open.SetText(brief(name))
	a.size.SetText(size)
	a.size.Hidden = size == ""
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

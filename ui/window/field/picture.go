package field

import (
	"bytes"
	"encoding/base64"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// mostPixels is the size from which on a picture is not drawn: a small file can
// unfold to one that fills the memory.
const mostPixels = 16 << 20

// thumbnail is the side of the picture as it is shown, in sizes of text.
const thumbnail = 5

// Picture shows a picture, small, and has it replaced and removed. One that is
// an address on the web is not fetched, since that would tell its server who
// reads.
type Picture struct {
	desk            Desk
	object, thumb   *fyne.Container
	image           *canvas.Image
	words           *widget.Line
	replace, remove *widget.Button
	value           string
	// file is the line of the attached picture that stands in where there is no value, and
	// small how it looks once that is known.
	file  string
	small image.Image
}

// NewPicture is a place for a picture.
func NewPicture(d Desk) *Picture {
	c := &Picture{desk: d, image: &canvas.Image{FillMode: canvas.ImageFillContain}, words: widget.NewLine("", quiet)}
	c.replace = widget.NewButton(d.Keys, "", func() { d.Picture(c.set) })
	c.remove = widget.NewButton(d.Keys, wording.L("Remove"), func() { c.set("") })
	buttons := container.NewVBox(c.words, container.NewHBox(c.replace, c.remove))
	c.thumb = widget.Least(thumbnail, thumbnail, c.image)
	c.object = buttons
	c.draw()
	return c
}

// Thumbnail is the picture, apart from the buttons. It takes no room where there
// is none.
func (c *Picture) Thumbnail() fyne.CanvasObject { return c.thumb }

// Object is what is shown: the buttons.
func (c *Picture) Object() fyne.CanvasObject { return c.object }

// Focus is the button that replaces the picture.
func (c *Picture) Focus() fyne.Focusable { return c.replace }

// Put shows a picture.
func (c *Picture) Put(value string) {
	if c.value != value {
		c.value = value
		c.draw()
	}
}

// Value is the picture.
func (c *Picture) Value() string { return c.value }

// SetEnabled allows changes.
func (c *Picture) SetEnabled(enabled bool) { setEnabled(enabled, c.replace, c.remove) }

func (c *Picture) set(value string) {
	c.Put(value)
	c.desk.Resized()
	c.desk.Changed()
}

func (c *Picture) draw() {
	data := dataIn(c.value)
	c.image.Resource, c.image.Image = nil, nil
	switch {
	case data != nil:
		c.image.Resource = fyne.NewStaticResource("picture", data)
	case c.value == "":
		c.image.Image = c.small
	}
	c.thumb.Hidden = c.image.Resource == nil && c.image.Image == nil
	c.image.Refresh()
	c.words.SetText("")
	if data == nil {
		c.words.SetText(shortened(c.value))
	}
	c.words.Hidden = c.words.Text() == ""
	c.remove.Hidden = c.value == ""
	c.replace.SetText(wording.L("Replace…"))
	if c.value == "" {
		c.replace.SetText(wording.L("Choose a picture…"))
	}
	c.object.Refresh()
}

// dataIn are the bytes of a picture that is in the value itself and can be
// drawn.
func dataIn(value string) []byte {
	media, encoded, _ := strings.Cut(value, ",")
	if !strings.HasPrefix(media, "data:") || !strings.HasSuffix(media, ";base64") {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width*size.Height > mostPixels {
		return nil
	}
	return data
}

// shortened is the beginning of an address: what is no picture can be long.
func shortened(value string) string {
	const enough = 200
	if len(value) > enough {
		return value[:enough] + "…"
	}
	return value
}

// StandIn shows the first picture among attached files where there is no picture.
func (c *Picture) StandIn(files string) {
	file := firstPicture(files)
	if file == c.file {
		return
	}
	c.file, c.small = file, nil
	c.draw()
	if file == "" || c.desk.Preview == nil {
		return
	}
	c.desk.Preview(file, func(small image.Image) {
		if c.file == file {
			c.small = small
			c.draw()
			c.desk.Resized()
		}
	})
}

// firstPicture is the line of the first file that is a picture, or "".
func firstPicture(files string) string {
	all, _ := record.ParseAttachments(files) // of none none is shown
	for _, a := range all {
		if record.NamedAsPicture(a.Called()) {
			return a.String()
		}
	}
	return ""
}

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
	c := newRows(d, wording.L("Attach a file…"), newAttachment)
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
		name, size = file.Called(), wording.FileSize(file)
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

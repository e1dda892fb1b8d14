package field

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// mostPixels is the maximum number of pixels of a picture that is drawn: a small file can
// decode to a picture that fills the memory.
const mostPixels = 16 << 20

// thumbnail is the side of a thumbnail, as a multiple of the text size.
const thumbnail = 5

// circle is the diameter of the circle with initials, likewise.
const circle = 3

// Picture shows a thumbnail of a picture, and lets a person replace and remove it. A picture
// with a web address is not fetched, since that would tell its server who reads the item.
type Picture struct {
	desk          Desk
	object, thumb *fyne.Container
	image         *canvas.Image
	initials      *initials
	// letters shows the initials of a person, photo the picture.
	letters, photo  *fyne.Container
	words           *widget.Line
	replace, remove *widget.Button
	value           string
	// file is the text form of the attached picture that is shown if there is no value. small
	// is its thumbnail, once that is known.
	file  string
	small image.Image
}

// NewPicture returns a control without a picture.
func NewPicture(d Desk) *Picture {
	c := &Picture{desk: d, image: &canvas.Image{FillMode: canvas.ImageFillCover}, words: widget.NewLine("", quiet), initials: newInitials()}
	c.replace = widget.NewButton(d.Keys, "", func() { d.Picture(c.set) })
	c.remove = widget.NewButton(d.Keys, wording.L("remove", "Remove"), func() { c.set("") })
	buttons := container.NewVBox(c.words, container.NewHBox(c.replace, c.remove))
	c.letters = widget.Middle(c.initials)
	c.photo = widget.Least(thumbnail, thumbnail, c.image)
	c.thumb = container.NewStack(c.letters, c.photo)
	c.object = buttons
	c.draw()
	return c
}

// Thumbnail returns the thumbnail, which is separate from the buttons. It takes no space if
// there is no picture.
func (c *Picture) Thumbnail() fyne.CanvasObject { return c.thumb }

// Object returns the buttons.
func (c *Picture) Object() fyne.CanvasObject { return c.object }

func (c *Picture) Focus() fyne.Focusable { return c.replace }

func (c *Picture) Put(value string) {
	if c.value != value {
		c.value = value
		c.draw()
	}
}

func (c *Picture) Value() string { return c.value }

func (c *Picture) SetEnabled(enabled bool) { widget.Enable(enabled, c.replace, c.remove) }

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
	c.image.CornerRadius = thumbnail * fynetheme.TextSize() / 2
	c.photo.Hidden = c.image.Resource == nil && c.image.Image == nil
	c.letters.Hidden = !c.photo.Hidden || c.initials.text.Text == ""
	c.thumb.Hidden = c.photo.Hidden && c.letters.Hidden
	c.image.Refresh()
	c.words.SetText("")
	if data == nil {
		c.words.SetText(shortened(c.value))
	}
	c.words.Hidden = c.words.Text() == ""
	c.remove.Hidden = c.value == ""
	c.replace.SetText(wording.L("replace", "Replace…"))
	if c.value == "" {
		c.replace.SetText(wording.L("choose-a-picture", "Choose a picture…"))
	}
	c.object.Refresh()
}

// ShowInitials shows the initials of a name if there is no picture.
func (c *Picture) ShowInitials(name string) {
	var letters string
	if words := strings.Fields(name); len(words) > 0 {
		letters = initial(words[0])
		if len(words) > 1 {
			letters += initial(words[len(words)-1])
		}
	}
	if c.initials.text.Text != letters {
		c.initials.text.Text = letters
		c.draw()
	}
	c.initials.Refresh()
}

// initials shows letters in a circle.
type initials struct {
	fynewidget.BaseWidget
	circle *canvas.Circle
	text   *canvas.Text
}

func newInitials() *initials {
	i := &initials{circle: canvas.NewCircle(color.Transparent), text: canvas.NewText("", color.Transparent)}
	i.text.Alignment, i.text.TextStyle.Bold = fyne.TextAlignCenter, true
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer draws the letters over the circle.
func (i *initials) CreateRenderer() fyne.WidgetRenderer {
	drawn := container.NewStack(widget.Least(circle, circle, i.circle), container.NewCenter(i.text))
	r := initialsRenderer{fynewidget.NewSimpleRenderer(drawn), i}
	r.Refresh()
	return r
}

type initialsRenderer struct {
	fyne.WidgetRenderer
	initials *initials
}

// Refresh draws in the colors and the size of the theme.
func (r initialsRenderer) Refresh() {
	r.initials.circle.FillColor = fynetheme.Color(fynetheme.ColorNameButton)
	r.initials.text.Color, r.initials.text.TextSize = fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.TextSize()
	r.WidgetRenderer.Refresh()
}

// initial returns the first letter of a word as a capital; "" if it begins otherwise.
func initial(word string) string {
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(first) {
		return ""
	}
	return string(unicode.ToUpper(first))
}

// dataIn returns the bytes of a picture that is embedded in the value and can be drawn.
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

// shortened returns the beginning of an address: a value that is not a picture can be long.
func shortened(value string) string {
	const enough = 200
	if len(value) > enough {
		return value[:enough] + "…"
	}
	return value
}

// ShowAttached shows the first picture among attached files if there is no other picture.
func (c *Picture) ShowAttached(files string) {
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

// firstPicture returns the text form of the first file that is a picture, or "".
func firstPicture(files string) string {
	all, _ := record.ParseAttachments(files) // invalid files have no pictures
	for _, a := range all {
		if record.NamedAsPicture(a.Called()) {
			return a.String()
		}
	}
	return ""
}

// attachment shows one file of an item: a thumbnail if it is a picture, its name as a button
// that opens it, and its size.
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

// NewFiles returns a field for the files of an item. They are chosen and cannot be typed. If
// the desk has no way to choose files, they can only be removed.
func NewFiles(d Desk) *Rows {
	c := newRows(d, wording.L("attach-a-file", "Attach a file…"), newAttachment)
	c.choose = d.File
	c.add.Hidden = d.File == nil
	return c
}

// NewFilesToOpen returns a field whose files can only be opened.
func NewFilesToOpen(d Desk) *Rows {
	c := NewFiles(d)
	c.fixed, c.add.Hidden = true, true
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
	a.remove.Hidden = remove == nil
	words := container.NewVBox(container.NewHBox(a.open), a.size)
	a.object = container.NewVBox(widget.Border(nil, nil, a.thumb, container.NewVBox(a.remove), words))
	return a
}

func (a *attachment) Object() fyne.CanvasObject { return a.object }

func (a *attachment) Focus() fyne.Focusable { return a.open }

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

// preview shows a thumbnail if the file is a picture and on this computer.
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

// brief shortens a name to leave space next to it. It keeps the beginning, and the ending with
// the extension.
func brief(name string) string {
	const head, tail = 22, 10
	r := []rune(name)
	if len(r) <= head+tail+1 {
		return name
	}
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}

func (a *attachment) Value() string { return a.line }

// SetEnabled enables or disables removing the file. It can always be opened.
func (a *attachment) SetEnabled(enabled bool) { widget.Enable(enabled, a.remove) }

package field

import (
	"bytes"
	"encoding/base64"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
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
	c.remove = widget.NewButton(d.Keys, lang.L("Remove"), func() { c.set("") })
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
	c.replace.SetText(lang.L("Replace…"))
	if c.value == "" {
		c.replace.SetText(lang.L("Choose a picture…"))
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

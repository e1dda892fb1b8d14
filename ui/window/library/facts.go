package library

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	lib "crossfeed/engine/library"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// factsOf returns the facts about a row.
func (p *Page) factsOf(r Row) (all []widget.Fact) {
	add := func(label, text string) {
		if text != "" {
			all = append(all, widget.Fact{Label: label, Text: text})
		}
	}
	if f := r.File; f != nil && !f.Nested {
		add(wording.L("file", "File"), f.Name)
		add(wording.L("type", "Type"), f.Type)
		add(wording.L("size", "Size"), p.sizeOf(*f))
		add(wording.L("downloaded", "Downloaded"), p.speaker.Local(f.Since))
		if f.State == lib.Failed || f.Error != "" {
			add(wording.L("last-attempt", "Last attempt"), p.speaker.Local(f.Tried))
		}
	}
	if r.File == nil {
		add(wording.L("files", "Files"), filesIn(r))
	}
	add(wording.L("published", "Published"), p.speaker.Local(r.Entry.Published))
	if !r.Entry.Built.Equal(r.Entry.Published) {
		add(wording.L("changed-by-publisher", "Changed by publisher"), p.speaker.Local(r.Entry.Built))
	}
	add(wording.L("in", "In"), p.titleOf(r.In))
	if r.File != nil {
		add(wording.L("address", "Address"), r.File.Address)
	}
	return all
}

// sizeOf returns the size of a file. The part that was downloaded is shown only while no
// download is running: it would contradict the progress.
func (p *Page) sizeOf(f lib.File) string {
	d, on := p.on[f.Address]
	switch {
	case on && d.Size <= 0:
		return ""
	case on:
		return wording.Bytes(d.Size)
	case isHere(f):
		return wording.Bytes(f.Size)
	case f.Size > 0 && f.Whole > 0:
		return wording.L("size-of-whole-downloaded", "{{.Size}} of {{.Whole}} downloaded", wording.Data{"Size": wording.Bytes(f.Size), "Whole": wording.Bytes(f.Whole)})
	case f.Whole > 0:
		return wording.Bytes(f.Whole)
	}
	return ""
}

// filesIn returns the names of the first files of an item.
func filesIn(r Row) string {
	const most = 20
	var names []string
	for i, f := range r.Entry.Files {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, f.Name)
	}
	return strings.Join(names, "\n")
}

// ratio gives a picture the full width, and the corresponding height.
type ratio struct {
	picture *canvas.Image
	width   float32
}

// MinSize returns the height for the width of the last layout.
func (r *ratio) MinSize([]fyne.CanvasObject) fyne.Size {
	if r.picture.Image == nil {
		return fyne.Size{}
	}
	size := r.picture.Image.Bounds().Size()
	width := min(r.width, float32(size.X)*mostEnlarged)
	return fyne.NewSize(0, width*float32(size.Y)/float32(max(size.X, 1)))
}

// mostEnlarged is the maximum factor by which a small picture is enlarged.
const mostEnlarged = 2

// Layout gives the picture all the space.
func (r *ratio) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	r.width = size.Width
	objects[0].Resize(size)
	objects[0].Move(fyne.Position{})
}

package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// card is the head of a version: who, when, and what can be done with it. A
// version has a letter, a shape and a colour, and is never "ours" or "theirs".
type card struct {
	object fyne.CanvasObject
	tick   *widget.Check
	use    *widget.Button
	number int
}

func newCard(p *Page, c session.Candidate) *card {
	k := &card{number: c.Number}
	k.use = widget.NewButton(p.keys, useText(c), func() { p.take(c.Number) })
	k.tick = widget.NewCheck(p.keys, tickText(c), func(taken bool) { p.tick(c.Number, taken) })
	if c.Locked {
		k.tick.Disable()
	}
	name := container.NewHBox(shapeOf(c.Number), nameOf(c), k.use)
	if c.Number == 0 {
		name.Add(widget.NewWholeLine(lang.L("now the winner"), widget.Look{Color: theme.Quiet}))
	} else {
		name.Add(k.tick)
	}
	k.object = container.NewVBox(name, widget.NewLine(aboutOf(c, p.speaker), aboutLook(c)))
	return k
}

// show draws what a person decided about the version.
func (k *card) show(s *session.Session) {
	if all := s.Candidates(); k.number < len(all) {
		k.tick.Put(all[k.number].Taken)
	}
}

func shapeOf(number int) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.Shape(number))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize()))
	return container.NewCenter(image)
}

func nameOf(c session.Candidate) *widget.Line {
	return widget.NewWholeLine(c.Letter, widget.Look{Color: theme.Version(c.Number), Style: fyne.TextStyle{Bold: true}})
}

// aboutLook makes a deletion stand out: it is a version like any other, and
// easily overlooked.
func aboutLook(c session.Candidate) widget.Look {
	look := widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	if c.Version.Deleted {
		look.Color, look.Style = theme.Attention, fyne.TextStyle{Bold: true}
	}
	return look
}

func aboutOf(c session.Candidate, speaker say.Speaker) string {
	top := c.Version.Top()
	if c.Version.Deleted {
		return speaker.Deleted(top.By, top.When.Time())
	}
	return speaker.Made(top.By, top.When.Time())
}

func useText(c session.Candidate) string {
	data := say.Data{"Letter": c.Letter}
	if c.Number == 0 {
		return lang.L("Keep {{.Letter}}", data)
	}
	return lang.L("Use {{.Letter}}", data)
}

// tickText says what the tick is for, or why it cannot be taken away.
func tickText(c session.Candidate) string {
	if c.Locked {
		return lang.L("always: your own")
	}
	return lang.L("taken into account")
}

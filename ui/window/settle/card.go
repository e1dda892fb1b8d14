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
	k.tick.Hidden = c.Number == 0
	if c.Locked {
		k.tick.Disable()
	}
	name := widget.Border(nil, nil, container.NewHBox(shapeOf(c.Number), nameOf(c)), nil, roleOf(c))
	about := widget.NewLine(aboutOf(c, p.speaker), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	k.object = container.NewVBox(name, about, container.NewHBox(k.use, k.tick))
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

func roleOf(c session.Candidate) *widget.Line {
	switch {
	case c.Version.Deleted:
		return widget.NewLine(lang.L("deleted"), widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	case c.Number == 0:
		return widget.NewLine(lang.L("now the winner"), widget.Look{Color: theme.Quiet})
	}
	return widget.NewLine("", widget.Look{})
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
		return lang.L("taken into account: it is your own")
	}
	return lang.L("taken into account")
}

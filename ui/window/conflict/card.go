package conflict

import (
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/lineage"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// card is the head of a version's column: its letter with the key, who made it
// and when, and what can be done with it. A version has a shape and a colour, and
// is never "ours" or "theirs".
type card struct {
	object fyne.CanvasObject
	tick   *widget.Check
	number int
}

// nameRows are as many as names get that only their ends tell apart.
const nameRows = 2

// cardRows are as many as time and remarks need in a narrow column.
const cardRows = 3

func newCard(p *Page, c session.Candidate) *card {
	k := &card{number: c.Number}
	use := widget.NewButton(p.keys, useText(c), func() { p.take(c.Number) })
	if c.Missing {
		use.Disable()
	}
	name := widget.NewWords(nameRows)
	name.Set(p.personOf(c), widget.Look{Style: fyne.TextStyle{Bold: true}})
	about, remark := widget.NewWords(cardRows), widget.NewWords(cardRows)
	about.Set(aboutOf(c, p.speaker), quietCaption())
	remark.Set(remarkOf(c, p.speaker), remarkLook())
	about.Hidden, remark.Hidden = c.Version.Deleted, remark.Text() == ""
	lead := container.NewHBox(shapeOf(c.Number), letterOf(c))
	k.object = widget.Border(container.NewVBox(widget.Border(nil, nil, lead, use, nil), name, about, remark), k.newTick(p, c), nil, nil, nil)
	return k
}

// personOf is who made a version, told apart from others of the same name.
func (p *Page) personOf(c session.Candidate) string {
	var all []string
	for _, other := range p.shown.Session.Candidates() {
		all = append(all, other.Version.Top().By)
	}
	return p.speaker.Distinct(c.Version.Top().By, all, p.speaker.Person)
}

// newTick says of a conflict whether it is taken into account, and of the winner
// that it wins.
func (k *card) newTick(p *Page, c session.Candidate) fyne.CanvasObject {
	if c.Number == 0 {
		return widget.Least(0, tickHeight, widget.Middle(widget.NewLine(lang.L("now the winner"), quietCaption())))
	}
	k.tick = widget.NewCheck(p.keys, "", func(taken bool) { p.tick(c.Number, taken) })
	if c.Locked {
		k.tick.Disable()
	}
	text := widget.NewPress(widget.Middle(widget.NewLine(tickText(c, p.shown.Session.Lock(c.Number)), quietCaption())), func() { p.clicked(func() { p.turnTickOf(c.Number) }) })
	return ticked(k.tick, text)
}

// show draws what a person decided about the version.
func (k *card) show(s *session.Session) {
	if all := s.Candidates(); k.tick != nil && k.number < len(all) {
		k.tick.Put(all[k.number].Taken)
	}
}

func shapeOf(number int) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.Shape(number))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize()))
	return container.NewCenter(image)
}

// letterOf is the letter with the key that takes the version.
func letterOf(c session.Candidate) *widget.Line {
	text := c.Letter
	if c.Number < 9 {
		text += "·" + strconv.Itoa(c.Number+1)
	}
	return widget.NewWholeLine(text, widget.Look{Color: theme.Version(c.Number), Style: fyne.TextStyle{Bold: true}})
}

func quietCaption() widget.Look {
	return widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
}

// aboutOf says when a version was made.
func aboutOf(c session.Candidate, speaker say.Speaker) string {
	at := c.Version.Top().When.Time()
	switch {
	case at.IsZero():
		return speaker.Remark(lineage.Timeless)
	case lineage.Clock(c.Version, speaker.Now()) == lineage.Ahead:
		return speaker.Local(at)
	}
	return speaker.Local(at) + " · " + speaker.Ago(at)
}

// remarkOf says what is special about a version: that it is a deletion, which is a
// version like any other and easily overlooked, that its clock cannot be right, or
// where it comes from.
func remarkOf(c session.Candidate, speaker say.Speaker) string {
	var parts []string
	top := c.Version.Top()
	if c.Version.Deleted {
		parts = append(parts, speaker.Deleted(top.By, top.When.Time()))
	}
	if r := lineage.Clock(c.Version, speaker.Now()); r == lineage.Ahead || r == lineage.Behind {
		parts = append(parts, speaker.Remark(r))
	}
	if c.Offered {
		parts = append(parts, lang.L("settled before, offered again"))
	}
	if c.Missing {
		parts = append(parts, lang.L("its content was not kept"))
	}
	return strings.Join(parts, " · ")
}

func remarkLook() widget.Look {
	return widget.Look{Color: theme.Attention, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
}

func useText(c session.Candidate) string {
	data := say.Data{"Letter": c.Letter}
	switch {
	case c.Version.Deleted:
		return lang.L("Delete")
	case c.Number == 0:
		return lang.L("Keep {{.Letter}}", data)
	}
	return lang.L("Use {{.Letter}}", data)
}

// tickText says what the tick is for, or why it cannot be taken away.
func tickText(c session.Candidate, lock error) string {
	switch {
	case errors.Is(lock, session.ErrAll):
		return lang.L("always: saving settles all")
	case c.Locked:
		return lang.L("always: your own")
	}
	return lang.L("taken into account")
}

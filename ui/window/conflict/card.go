package conflict

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// card is the head of a version's column: its letter, who made it and when, and what
// can be done with it. A version has a shape and a colour, and is never "ours" or
// "theirs".
type card struct {
	object fyne.CanvasObject
	tick   *widget.Check
	number int
}

// cardRows are as many as names, times and remarks need in a narrow column.
const cardRows = 3

func newCard(p *Page, c conflicts.Candidate) *card {
	k := &card{number: c.Number}
	use := widget.NewButton(p.keys, useText(c), func() { p.take(c.Number) })
	if c.Missing {
		use.Disable()
	}
	title := container.NewHBox(shapeOf(c.Number), widget.NewWholeLine(c.Letter, widget.Look{Color: theme.Version(c.Number), Style: fyne.TextStyle{Bold: true}}))
	if c.Number == 0 {
		title.Add(widget.NewWholeLine(lang.L("Current"), widget.Look{Style: fyne.TextStyle{Bold: true}}))
	}
	about, remark := widget.NewWords(cardRows), widget.NewWords(cardRows)
	about.Set(aboutOf(p.personOf(c), c, p.speaker), widget.Look{})
	remark.Set(remarkOf(c, p.speaker), remarkLook())
	remark.Hidden = remark.Text() == ""
	controls := widget.Flow(use)
	if c.Number > 0 {
		controls.Add(k.newTick(p, c))
	}
	who := widget.NewPress(about, func() { p.events.Person(c.Version.Top().By) })
	k.object = container.NewVBox(title, who, remark, controls)
	return k
}

// personOf is who made a version, told apart from others of the same name.
func (p *Page) personOf(c conflicts.Candidate) string {
	var all []string
	for _, other := range p.shown.Session.Candidates() {
		all = append(all, other.Version.Top().By)
	}
	return p.speaker.Distinct(c.Version.Top().By, all, p.speaker.Person)
}

// newTick says whether a version is included: it will not be asked about again.
func (k *card) newTick(p *Page, c conflicts.Candidate) fyne.CanvasObject {
	k.tick = widget.NewCheck(p.keys, "", func(taken bool) { p.tick(c.Number, taken) })
	if c.Locked {
		k.tick.Disable()
	}
	text := widget.NewPress(widget.Middle(widget.NewWholeLine(tickText(c), quietCaption())), func() { p.clicked(func() { p.turnTickOf(c.Number) }) })
	return ticked(k.tick, text)
}

// show draws what a person decided about the version.
func (k *card) show(s *conflicts.Session) {
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

func quietCaption() widget.Look {
	return widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
}

// aboutOf says who made a version, and when.
func aboutOf(person string, c conflicts.Candidate, speaker say.Speaker) string {
	return person + " · " + whenOf(c.Version, speaker)
}

func whenOf(v *item.Version, speaker say.Speaker) string {
	at := v.Top().When.Time()
	if at.IsZero() {
		return speaker.Remark(lineage.Timeless)
	}
	return speaker.Short(at)
}

// remarkOf says what is special about a version: that it is a deletion, which is a
// version like any other and easily overlooked, that its clock cannot be right, or
// where it comes from.
func remarkOf(c conflicts.Candidate, speaker say.Speaker) string {
	var parts []string
	top := c.Version.Top()
	if c.Version.Deleted {
		parts = append(parts, speaker.Deleted(top.By, top.When.Time()))
	}
	if r := lineage.Clock(c.Version, speaker.Now()); r == lineage.Ahead || r == lineage.Behind {
		parts = append(parts, speaker.Remark(r))
	}
	if c.Offered {
		parts = append(parts, lang.L("reopened"))
	}
	if c.Missing {
		parts = append(parts, lang.L("its content was not stored"))
	}
	return strings.Join(parts, " · ")
}

func remarkLook() widget.Look {
	return widget.Look{Color: theme.Attention, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
}

func useText(c conflicts.Candidate) string {
	if c.Version.Deleted {
		return lang.L("Delete it")
	}
	return lang.L("Use {{.Letter}}", say.Data{"Letter": c.Letter})
}

// tickText says what the tick is for, or that it cannot be taken away.
func tickText(c conflicts.Candidate) string {
	if c.Locked {
		return lang.L("Included")
	}
	return lang.L("Include")
}

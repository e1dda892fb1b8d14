package conflict

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// card is the head of a version's column: its letter, who wrote it and when, and the commands
// for it. Versions have a shape and a colour, and are never called "ours" or "theirs".
type card struct {
	object  fyne.CanvasObject
	tick    *widget.Check
	number  int
	version *item.Version
}

// cardRows is the number of lines that names, times and remarks need in a narrow column.
const cardRows = 3

func newCard(p *Page, c conflicts.Candidate) *card {
	k := &card{number: c.Number, version: c.Version}
	use := widget.NewButton(p.keys, useText(c), func() { p.take(c.Number) })
	if c.Missing {
		use.Disable()
	}
	title := container.NewHBox(shapeOf(c.Number), widget.NewWholeLine(c.Letter, widget.TextStyle{Color: theme.Version(c.Number), Style: fyne.TextStyle{Bold: true}}))
	if c.Number == 0 {
		title.Add(widget.NewWholeLine(wording.L("current", "Current"), widget.TextStyle{Style: fyne.TextStyle{Bold: true}}))
	}
	about, remark := widget.NewWords(cardRows), widget.NewWords(cardRows)
	about.Set(aboutOf(p.personOf(c), c, p.speaker), widget.TextStyle{})
	remark.Set(remarkOf(c, p.speaker), remarkStyle())
	remark.Hidden = remark.Text() == ""
	controls := widget.Flow(use)
	if c.Number > 0 {
		controls.Add(k.newTick(p, c))
	}
	who := widget.NewPress(p.keys, about, func() { p.events.Person(c.Version.Top().By) })
	k.object = container.NewVBox(title, who, remark, controls)
	return k
}

// personOf names the author of a version, distinguished from authors with the same name.
func (p *Page) personOf(c conflicts.Candidate) string {
	var all []string
	for _, other := range p.shown.Session.Candidates() {
		all = append(all, other.Version.Top().By)
	}
	return p.speaker.Distinct(c.Version.Top().By, all, p.speaker.Person)
}

// newTick returns the tick box that includes a version, so that it is not asked about again.
func (k *card) newTick(p *Page, c conflicts.Candidate) fyne.CanvasObject {
	k.tick = widget.NewCheck(p.keys, "", func(taken bool) { p.tick(c.Number, taken) })
	if c.Locked {
		k.tick.Disable()
	}
	text := widget.NewPress(p.keys, widget.Middle(widget.NewWholeLine(tickText(c), quietCaption())), func() { p.clicked(func() { p.turnTickOf(c.Number) }) })
	return ticked(k.tick, text)
}

// show updates the tick box.
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

func quietCaption() widget.TextStyle {
	return widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
}

// aboutOf says who wrote a version, and when.
func aboutOf(person string, c conflicts.Candidate, speaker wording.Speaker) string {
	return person + " · " + whenOf(c.Version, speaker)
}

func whenOf(v *item.Version, speaker wording.Speaker) string {
	at := v.Top().When.Time()
	if at.IsZero() {
		return wording.Remark(ancestry.Timeless)
	}
	return speaker.Short(at)
}

// remarkOf returns what is special about a version: that it is a deletion, which is a version
// like any other and easily overlooked, that its time is implausible, that it was reopened, or
// that its content is missing.
func remarkOf(c conflicts.Candidate, speaker wording.Speaker) string {
	var parts []string
	top := c.Version.Top()
	if c.Version.Deleted {
		parts = append(parts, speaker.Deleted(top.By, top.When.Time()))
	}
	if r := ancestry.Clock(c.Version, speaker.Now()); r == ancestry.Ahead || r == ancestry.Behind {
		parts = append(parts, wording.Remark(r))
	}
	if c.Offered {
		parts = append(parts, wording.L("reopened", "reopened"))
	}
	if c.Missing {
		parts = append(parts, wording.L("its-content-was-not-stored", "its content was not stored"))
	}
	return strings.Join(parts, " · ")
}

func remarkStyle() widget.TextStyle {
	return widget.TextStyle{Color: theme.Attention, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
}

func useText(c conflicts.Candidate) string {
	if c.Version.Deleted {
		return wording.L("delete-it", "Delete it")
	}
	return wording.L("use-letter", "Use {{.Letter}}", wording.Data{"Letter": c.Letter})
}

// tickText returns the label of the tick box, which depends on whether it can be cleared.
func tickText(c conflicts.Candidate) string {
	if c.Locked {
		return wording.L("included", "Included")
	}
	return wording.L("include", "Include")
}

// tickHeight is the height of a tick box next to a button, as a multiple of the text size.
const tickHeight = 2.5

// ticked puts a label close to a tick box: Fyne leaves more space around a tick box than the
// head of a column has.
func ticked(tick, text fyne.CanvasObject) *fyne.Container {
	return container.New(tickLayout{}, tick, text)
}

type tickLayout struct{}

// MinSize returns the size of the tick box without the space around it, and the label.
func (tickLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(textAt()+objects[1].MinSize().Width, tickHeight*fynetheme.TextSize())
}

// outside is how far the space around the tick box exceeds the layout, textAt is where the
// label begins.
func outside() float32 { return fynetheme.InnerPadding() * 0.75 }

func textAt() float32 { return fynetheme.IconInlineSize() + outside() }

// Layout lets the space around the tick box exceed the layout.
func (tickLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	tick, text := objects[0], objects[1]
	least, left := tick.MinSize(), textAt()
	tick.Resize(least)
	tick.Move(fyne.NewPos(-outside(), (size.Height-least.Height)/2))
	text.Resize(fyne.NewSize(size.Width-left, size.Height))
	text.Move(fyne.NewPos(left, 0))
}

// orderOf returns the numbers of the versions in the order of their columns: the current
// version, the person's own, and then the others.
func orderOf(all []conflicts.Candidate) []int {
	order := make([]int, len(all))
	for i, c := range all {
		order[i] = c.Number
	}
	if own := ownAmong(all); own > 1 {
		order = slices.Insert(slices.Delete(order, own, own+1), 1, own)
	}
	return order
}

// ownAmong returns the index of the person's own version, or -1.
func ownAmong(all []conflicts.Candidate) int {
	return slices.IndexFunc(all, func(c conflicts.Candidate) bool { return c.Own })
}

// frozenOf returns the number of columns that always stay in sight: the original, the current
// version and the person's own.
func frozenOf(all []conflicts.Candidate, based bool) int {
	n := 1
	if based {
		n++
	}
	if ownAmong(all) > 0 {
		n++
	}
	return n
}

// firstColumn returns the column of the current version.
func (p *Page) firstColumn() int {
	if p.based {
		return 1
	}
	return 0
}

// columnAgain returns the new column of the version, or the result, that was in a column
// before the heads were redrawn.
func (p *Page) columnAgain(column int, before []*card, based bool) int {
	if based {
		column--
	}
	switch {
	case column == len(before):
		return p.resultColumn()
	case column >= 0 && column < len(before):
		for at, c := range p.cards {
			if c.version.Same(before[column].version) {
				return p.firstColumn() + at
			}
		}
	}
	return p.grid.At().Column
}

// columnOf returns the column of a version.
func (p *Page) columnOf(number int) int {
	return p.firstColumn() + slices.IndexFunc(p.cards, func(c *card) bool { return c.number == number })
}

// resultColumn returns the column of the result, which is pinned.
func (p *Page) resultColumn() int { return p.firstColumn() + len(p.cards) }

// version returns the number of the version in a column; false for the original and the
// result.
func (p *Page) version(column int) (int, bool) {
	at := column - p.firstColumn()
	if at < 0 || at >= len(p.cards) {
		return 0, false
	}
	return p.cards[at].number, true
}

// cell returns the session's cell of a field, or nil.
func (p *Page) cell(field string) *conflicts.Cell {
	if field == "" {
		return nil
	}
	for _, c := range p.shown.Session.Cells() {
		if c.Field == field {
			return &c
		}
	}
	return nil
}

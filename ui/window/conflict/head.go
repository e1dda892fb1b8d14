package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// head names the list and the item, and leads to the other conflicts. Below it are
// what is special about the item, and the news.
type head struct {
	object *fyne.Container
	list   *widget.Button
	title  *widget.Line
	place  *widget.Line
	// start says why the original is not known.
	start *widget.Words
	// situation is the sentence for what is special about the item, stay the
	// button that keeps it.
	situation *widget.Words
	special   *fyne.Container
	stay      *widget.Button
	elsewhere *widget.Button
	banner    *fyne.Container
	text      *widget.Notice
	ways      *fyne.Container
}

// situationRows are as many as its sentence needs in a narrow window.
const situationRows = 3

func newHead(p *Page) *head {
	h := &head{
		list:      widget.NewButton(p.keys, "", p.Leave),
		title:     widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}),
		place:     widget.NewWholeLine("", widget.Look{Color: theme.Quiet}),
		start:     widget.NewWords(situationRows),
		situation: widget.NewWords(situationRows),
		text:      widget.NewNotice("", widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}),
		stay:      widget.NewButton(p.keys, lang.L("Keep it"), p.stay),
	}
	h.elsewhere = widget.NewButton(p.keys, lang.L("Move it elsewhere…"), func() { p.events.Elsewhere() })
	h.ways = container.NewHBox(
		widget.NewButton(p.keys, lang.L("View"), p.events.See),
		widget.NewButton(p.keys, lang.L("Reopen with your choices"), p.events.Reopen))
	h.banner = widget.Border(nil, nil, nil, container.NewCenter(h.ways), h.text)
	steps := container.NewHBox(widget.NewButton(p.keys, lang.L("History"), p.events.History),
		widget.NewButton(p.keys, "‹", p.events.Previous),
		widget.NewButton(p.keys, "›", p.events.Next))
	h.special = widget.Border(nil, nil, nil, container.NewCenter(container.NewHBox(h.stay, h.elsewhere)), widget.Middle(h.situation))
	h.object = container.NewVBox(widget.Border(nil, nil, h.list, steps, container.New(titleLayout{}, h.title, h.place)), h.start, h.special, h.banner)
	return h
}

// titleLayout puts which conflict it is behind the title, which is cut where it is
// too long.
type titleLayout struct{}

// MinSize is the room for what is never cut.
func (titleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	title, place := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(place.Width+2*fynetheme.Padding(), max(title.Height, place.Height))
}

// Layout gives the title what it needs, and what there is at most.
func (titleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	title, place, gap := objects[0].(*widget.Line), objects[1], 2*fynetheme.Padding()
	needs := title.Needs()
	width := max(min(needs+1, size.Width-place.MinSize().Width-2*gap), 0)
	title.Resize(fyne.NewSize(width, size.Height))
	title.Move(fyne.NewPos(gap, 0))
	place.Resize(fyne.NewSize(place.MinSize().Width, size.Height))
	place.Move(fyne.NewPos(width+2*gap, 0))
}

// show names what conflicts, and says which conflict of all it is.
func (h *head) show(p *Page) {
	s := p.shown
	versions := s.Session.Candidates()
	h.list.SetText("‹ " + s.Item.Set)
	h.title.SetText(say.Title(titleOf(versions)))
	h.place.SetText(lang.L("· conflict {{.N}} of {{.M}}", say.Data{"N": s.Number, "M": s.Of}))
	h.start.Set("", quietCaption())
	base := s.Session.Base()
	if h.start.Hidden = hasBase(s.Session) && len(base.Missing) == 0 || len(versions) == 1; !h.start.Hidden {
		h.start.Set(p.speaker.Original(base), widget.Look{Color: theme.Quiet})
	}
	h.showSituation(p)
	h.object.Refresh()
}

// titleOf is the title of the first version that has one: a deletion may say nothing.
func titleOf(versions []conflicts.Candidate) string {
	for _, c := range versions {
		if title := c.Version.Title(); title != "" {
			return title
		}
	}
	return ""
}

// showSituation says what kind of case it is.
func (h *head) showSituation(p *Page) {
	s, text := p.shown.Session, situationText(p.shown, p.speaker)
	h.situation.Set(text, widget.Look{Style: fyne.TextStyle{Bold: true}})
	open := s.Open()
	h.stay.Hidden = s.Situation() != conflicts.EditAgainstDeletion || len(open) == 0 || open[0] != ""
	h.elsewhere.Hidden = s.Circle() == ""
	if hidden := text == ""; h.special.Hidden != hidden {
		h.special.Hidden = hidden
		h.object.Refresh()
	}
}

// news shows a sentence, with the ways on where the item was resolved elsewhere.
func (h *head) news(text string, settled bool) {
	h.text.SetText(text)
	h.ways.Hidden = !settled
	h.banner.Hidden = text == ""
	h.banner.Refresh()
}

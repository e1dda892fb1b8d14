package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// head is the title of the page, the way to the other items, what the versions
// started from, and the news.
type head struct {
	object *fyne.Container
	title  *widget.Line
	place  *widget.Line
	start  *widget.Line
	show0  *widget.Button
	// situation is the sentence for what is special about the item, stay the
	// button that lets it live.
	situation *widget.Words
	special   *fyne.Container
	stay      *widget.Button
	elsewhere *widget.Button
	banner    *fyne.Container
	text      *widget.Notice
	ways      *fyne.Container
	// from is the line of the starting point, which is left out where the page is
	// low and the start known; history then stands beside the title.
	from       *fyne.Container
	history    *widget.Button
	low, known bool
	// single tells that there is one version: nothing started from anything.
	single bool
}

// situationRows are as many as its sentence needs in a narrow window.
const situationRows = 3

func newHead(p *Page) *head {
	h := &head{
		title:     widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}),
		place:     widget.NewWholeLine("", widget.Look{Color: theme.Quiet}),
		start:     widget.NewLine("", widget.Look{Color: theme.Quiet}),
		situation: widget.NewWords(situationRows),
		text:      widget.NewNotice("", widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}),
		stay:      widget.NewButton(p.keys, lang.L("It stays"), p.stay),
		show0:     widget.NewButton(p.keys, lang.L("Show it (0)"), p.showStart),
	}
	h.elsewhere = widget.NewButton(p.keys, lang.L("Move it elsewhere…"), func() { p.events.Elsewhere() })
	h.ways = container.NewHBox(
		widget.NewButton(p.keys, lang.L("See it"), p.events.See),
		widget.NewButton(p.keys, lang.L("Reopen"), p.events.Reopen))
	h.banner = widget.Border(nil, nil, nil, container.NewCenter(h.ways), h.text)
	h.history = widget.NewButton(p.keys, lang.L("History"), p.events.History)
	h.history.Hide()
	steps := container.NewHBox(h.place, h.history,
		widget.NewButton(p.keys, "‹", p.events.Previous),
		widget.NewButton(p.keys, "›", p.events.Next))
	h.from = widget.Border(nil, nil, nil, container.NewHBox(h.show0, widget.NewButton(p.keys, lang.L("History"), p.events.History)), widget.Middle(h.start))
	h.special = widget.Border(nil, nil, nil, container.NewCenter(container.NewHBox(h.stay, h.elsewhere)), widget.Middle(h.situation))
	h.object = container.NewVBox(widget.Border(nil, nil, nil, steps, h.title), h.from, h.special, h.banner)
	return h
}

// show says what is settled, and which one of all it is: that is never cut,
// however long the title.
func (h *head) show(p *Page) {
	s := p.shown
	versions := s.Session.Candidates()
	h.title.SetText(say.Title(titleOf(versions)))
	data := say.Data{"Places": len(versions), "N": s.Number, "M": s.Of}
	h.place.SetText(lang.L("changed in {{.Places}} places · {{.N}} of {{.M}}", data))
	if len(versions) == 1 {
		h.place.SetText(lang.L("to look at · {{.N}} of {{.M}}", data))
	}
	h.start.SetText(p.speaker.Start(s.Session.Base()))
	h.known = hasBase(s.Session)
	h.show0.Hidden = !h.known
	h.single = len(versions) == 1
	h.lower(h.low)
	h.showSituation(p)
	h.object.Refresh()
}

// titleOf is the winner's title; of one that is deleted and says nothing more it
// is that of another version.
func titleOf(versions []session.Candidate) string {
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
	h.stay.Hidden = s.Situation() != session.EditAgainstDeletion || len(open) == 0 || open[0] != ""
	h.elsewhere.Hidden = s.Circle() == ""
	if hidden := text == ""; h.special.Hidden != hidden {
		h.special.Hidden = hidden
		h.object.Refresh()
	}
}

// news shows a sentence, with the ways on where the item was settled elsewhere.
func (h *head) news(text string, settled bool) {
	h.text.SetText(text)
	h.ways.Hidden = !settled
	h.banner.Hidden = text == ""
	h.banner.Refresh()
}

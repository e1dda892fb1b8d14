package settle

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// head is the title of the page, the way to the other items, and the news.
type head struct {
	object fyne.CanvasObject
	title  *widget.Line
	place  *widget.Line
	banner *fyne.Container
	text   *widget.Notice
	ways   *fyne.Container
}

func newHead(keys *widget.Keys, events Events) *head {
	h := &head{
		title: widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}),
		place: widget.NewWholeLine("", widget.Look{Color: theme.Quiet}),
		text:  widget.NewNotice("", widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}),
	}
	h.ways = container.NewHBox(
		widget.NewButton(keys, lang.L("See it"), events.See),
		widget.NewButton(keys, lang.L("Reopen"), events.Reopen))
	h.banner = widget.Border(nil, nil, nil, container.NewCenter(h.ways), h.text)
	steps := container.NewHBox(h.place,
		widget.NewButton(keys, "‹", events.Previous),
		widget.NewButton(keys, "›", events.Next))
	h.object = container.NewVBox(widget.Border(nil, nil, nil, steps, h.title), h.banner)
	return h
}

// show says what is settled, and which one of all it is: that is never cut,
// however long the title.
func (h *head) show(s Shown) {
	versions := s.Session.Candidates()
	h.title.SetText(say.Title(versions[0].Version.Title()))
	h.place.SetText(lang.L("changed in {{.Places}} places · {{.N}} of {{.M}}", say.Data{
		"Places": len(versions), "N": s.Number, "M": s.Of,
	}))
	h.object.Refresh()
}

// news shows a sentence, with the ways on where the item was settled elsewhere.
func (h *head) news(text string, settled bool) {
	h.text.SetText(text)
	h.ways.Hidden = !settled
	h.banner.Hidden = text == ""
	h.banner.Refresh()
}

// newsText says what a sync changed about the item.
func newsText(n session.News, s *session.Session, speaker say.Speaker) string {
	by := speaker.By(s.Item().Winner.Top().By)
	switch {
	case n.Settled:
		return lang.L("Settled meanwhile by {{.Who}}: see it, or reopen with what you decided here.", say.Data{"Who": by})
	case len(n.Arrived) > 0:
		return lang.L("Arrived meanwhile: a version by {{.Who}}. What you decided stays.", say.Data{"Who": people(n.Arrived, speaker)})
	case n.Winner:
		return lang.L("The version by {{.Who}} wins now. What you decided stays.", say.Data{"Who": by})
	case len(n.Gone) > 0:
		return lang.L("The version by {{.Who}} is settled. What you decided stays.", say.Data{"Who": people(n.Gone, speaker)})
	}
	return ""
}

func people(versions []*item.Version, speaker say.Speaker) string {
	names := make([]string, len(versions))
	for i, v := range versions {
		names[i] = speaker.By(v.Top().By)
	}
	return strings.Join(names, ", ")
}

package conflict

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// head names the list and the item, and has buttons for the other conflicts. Below it are
// remarks on the item, and news about it.
type head struct {
	object *fyne.Container
	list   *widget.Button
	title  *widget.Line
	place  *widget.Line
	// start explains why the original is not known.
	start *widget.Words
	// situation explains what is special about the item. stay is the button that keeps it.
	situation *widget.Words
	special   *fyne.Container
	stay      *widget.Button
	elsewhere *widget.Button
	banner    *fyne.Container
	text      *widget.Notice
	ways      *fyne.Container
}

// situationRows is the number of lines that its text needs in a narrow window.
const situationRows = 3

func newHead(p *Page) *head {
	h := &head{
		list:      widget.NewButton(p.keys, "", p.Leave),
		title:     widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}),
		place:     widget.NewWholeLine("", widget.TextStyle{Color: theme.Quiet}),
		start:     widget.NewWords(situationRows),
		situation: widget.NewWords(situationRows),
		text:      widget.NewNotice("", widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}),
		stay:      widget.NewButton(p.keys, wording.L("keep-it", "Keep it"), p.stay),
	}
	h.elsewhere = widget.NewButton(p.keys, wording.L("move-it-elsewhere", "Move it elsewhere…"), func() { p.events.Elsewhere() })
	h.ways = container.NewHBox(
		widget.NewButton(p.keys, wording.L("view-the-result", "View the result"), p.events.History),
		widget.NewButton(p.keys, wording.L("reopen-with-your-choices", "Reopen with your choices"), p.events.Reopen))
	h.banner = widget.Border(nil, nil, nil, container.NewCenter(h.ways), h.text)
	steps := container.NewHBox(widget.NewButton(p.keys, wording.L("history", "History"), p.events.History),
		widget.NewButton(p.keys, "‹", p.events.Previous),
		widget.NewButton(p.keys, "›", p.events.Next))
	h.special = widget.Border(nil, nil, nil, container.NewCenter(container.NewHBox(h.stay, h.elsewhere)), widget.Middle(h.situation))
	h.object = container.NewVBox(widget.Border(nil, nil, h.list, steps, container.New(titleLayout{}, h.title, h.place)), h.start, h.special, h.banner)
	return h
}

// titleLayout puts the number of the conflict after the title, and cuts off a title that is
// too long.
type titleLayout struct{}

// MinSize returns the size of the part that is never cut off.
func (titleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	title, place := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(place.Width+2*fynetheme.Padding(), max(title.Height, place.Height))
}

// Layout gives the title the width that it needs, as far as there is enough.
func (titleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	title, place, gap := objects[0].(*widget.Line), objects[1], 2*fynetheme.Padding()
	needs := title.Needs()
	width := max(min(needs+1, size.Width-place.MinSize().Width-2*gap), 0)
	title.Resize(fyne.NewSize(width, size.Height))
	title.Move(fyne.NewPos(gap, 0))
	place.Resize(fyne.NewSize(place.MinSize().Width, size.Height))
	place.Move(fyne.NewPos(width+2*gap, 0))
}

// show names the item, and shows its number among all conflicts.
func (h *head) show(p *Page) {
	s := p.shown
	versions := s.Session.Candidates()
	h.list.SetText("‹ " + display.Isolated(s.Item.Set))
	h.title.SetText(wording.Title(titleOf(versions)))
	h.place.SetText(wording.L("conflict-n-of-m", "· conflict {{.N}} of {{.M}}", wording.Data{"N": s.Number, "M": s.Of}))
	h.start.Set("", quietCaption())
	base := s.Session.Base()
	if h.start.Hidden = hasBase(s.Session) && len(base.Missing) == 0 || len(versions) == 1; !h.start.Hidden {
		h.start.Set(p.speaker.Original(base), widget.TextStyle{Color: theme.Quiet})
	}
	h.showSituation(p)
	h.object.Refresh()
}

// titleOf returns the title of the first version that has one: a deletion may have none.
func titleOf(versions []conflicts.Candidate) string {
	for _, c := range versions {
		if title := c.Version.Title(); title != "" {
			return title
		}
	}
	return ""
}

// showSituation explains what kind of conflict it is.
func (h *head) showSituation(p *Page) {
	s, text := p.shown.Session, situationText(p.shown, p.speaker)
	h.situation.Set(text, widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	open := s.Open()
	h.stay.Hidden = s.Situation() != conflicts.EditAgainstDeletion || len(open) == 0 || open[0] != ""
	h.elsewhere.Hidden = s.Circle() == ""
	if hidden := text == ""; h.special.Hidden != hidden {
		h.special.Hidden = hidden
		h.object.Refresh()
	}
}

// news shows a message. If the item was resolved elsewhere, it offers buttons to continue.
func (h *head) news(text string, resolved bool) {
	h.text.SetText(text)
	h.ways.Hidden = !resolved
	h.banner.Hidden = text == ""
	h.banner.Refresh()
}

// foot describes what saving will do and what is left to choose, above the buttons that save
// or skip.
type foot struct {
	object   *fyne.Container
	sentence *widget.Words
	left     *widget.Line
	save     *widget.Button
}

// sentenceRows is the number of lines that the sentence needs in a narrow window with large
// text.
const sentenceRows = 3

func newFoot(keys *widget.Keys, p *Page) *foot {
	f := &foot{sentence: widget.NewWords(sentenceRows), save: widget.NewMainButton(keys, "", p.Save)}
	f.left = widget.NewWholeLine("", widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	buttons := container.NewHBox(f.save, widget.NewButton(keys, wording.L("skip-for-now-esc", "Skip for now  Esc"), p.Leave), f.left)
	f.object = container.NewVBox(f.sentence, buttons)
	return f
}

func (f *foot) show(s *conflicts.Session, drops []conflicts.Drop) {
	o := s.Outcome()
	sentence := wording.Outcome(o)
	if dropped := dropsText(s, drops); dropped != "" {
		sentence += " " + dropped
	}
	f.sentence.Set(sentence, widget.TextStyle{})
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		f.sentence.Set(wording.L("keep-or-delete", "Keep or delete?"), widget.TextStyle{})
	}
	text, left := wording.L("save-ctrl-enter", "Save  Ctrl+Enter"), ""
	switch {
	case o.ToChoose > 0:
		text = wording.L("next-choice-ctrl-enter", "Next choice  Ctrl+Enter")
		n := choicesLeft(s)
		left = wording.N("n-choices-left", "{{.N}} choices left", n, wording.Data{"N": n})
	case o.Confirms && s.Circle() != "":
		text = wording.L("leave-it-at-the-top-level", "Leave it at the top level  Ctrl+Enter")
	case o.Confirms:
		text = wording.L("confirm-ctrl-enter", "Confirm  Ctrl+Enter")
	case !s.Changed():
		text = wording.L("accept-merge-ctrl-enter", "Accept merge  Ctrl+Enter")
	}
	f.save.Enable()
	f.left.SetText(left)
	if f.save.Text != text {
		f.save.SetText(text)
		widget.LayOut(f.object)
	}
}

// choicesLeft returns the number of open choices, counting each hunk of a text.
func choicesLeft(s *conflicts.Session) int {
	n := 0
	for _, field := range s.Open() {
		open := 0
		for _, h := range s.Hunks(field) {
			if h.Open {
				open++
			}
		}
		n += max(open, 1)
	}
	return n
}

// end disables saving.
func (f *foot) end() {
	f.save.Disable()
	f.sentence.Set("", widget.TextStyle{})
	f.left.SetText("")
}

// situationText explains what kind of conflict it is, and which versions do not differ
// visibly.
func situationText(shown Shown, speaker wording.Speaker) string {
	s := shown.Session
	kind := s.Situation()
	text := cmp.Or(circleText(shown), orphanText(shown), wording.Situation(kind))
	if kind == conflicts.OnlyVolatile {
		return text
	}
	if moves := movesText(shown, speaker); moves != "" {
		text += " " + moves
	}
	for _, group := range s.Alike() {
		if len(group) > 1 {
			text += " " + wording.Alike(lettersOf(s, group))
		}
	}
	return strings.TrimSpace(text)
}

func lettersOf(s *conflicts.Session, numbers []int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, s.Candidates()[n].Letter)
	}
	return all
}

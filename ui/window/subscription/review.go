package subscription

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/trust"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// ReviewEvents are the person's decisions.
type ReviewEvents struct {
	// Apply merges the items, Refuse rejects them.
	Apply, Refuse func([]store.HeldItem)
	// Unsubscribe unsubscribes from the feed of an item.
	Unsubscribe func(store.HeldItem)
	Leave       func()
}

// Review lists the items held for review, with details of the selected one. Ctrl+Enter does
// nothing: there is no default decision.
type Review struct {
	speaker wording.Speaker
	events  ReviewEvents
	object  fyne.CanvasObject
	list    *widget.List
	about   *fyne.Container
	// decide are the buttons that need a selected row; show is one of them.
	decide []*widget.Button
	show   *widget.Button
	hint   *widget.Hint
	all    []group
	// shown is set if the items of the selected group are listed.
	shown  bool
	setOf  func(key int64) string
	source func(store.HeldItem) string
}

// NewReview returns a page without items.
func NewReview(keys *widget.Keys, speaker wording.Speaker, events ReviewEvents) *Review {
	p := &Review{speaker: speaker, events: events, hint: widget.NewHint(), setOf: func(int64) string { return "" }}
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, p.draw)
	p.list.Text = func(i int) string { return p.all[i].title() }
	p.list.OnMarked = func(int) {
		p.shown = false
		p.showDetails()
	}
	p.about = widget.Column()
	on := func(do func([]store.HeldItem)) func() {
		return func() {
			if g, there := p.marked(); there {
				do(g)
			}
		}
	}
	p.show = widget.NewButton(keys, wording.L("show", "Show"), p.toggle)
	p.decide = []*widget.Button{
		widget.NewMainButton(keys, wording.L("keep-mine", "Keep mine"), on(events.Refuse)),
		widget.NewButton(keys, wording.L("apply", "Apply"), on(events.Apply)), p.show,
		widget.NewButton(keys, wording.L("unsubscribe-from-its-feed", "Unsubscribe from its feed"), on(func(g []store.HeldItem) { events.Unsubscribe(g[0]) })),
	}
	buttons := widget.Flow()
	for _, b := range p.decide {
		buttons.Add(b)
	}
	buttons.Add(widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), events.Leave))
	title := widget.NewLine(wording.L("held-for-review", "Held for review"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	split := container.NewHSplit(container.NewStack(p.list, p.hint.Object()), widget.NewScroll(container.ScrollVerticalOnly, container.NewPadded(p.about)))
	split.SetOffset(listShare)
	p.object = container.NewPadded(widget.Border(title, buttons, nil, nil, split))
	return p
}

// listShare is the share of the width that the list gets.
const listShare = 0.35

// Show shows the items held for review. setOf returns the name of a list by its key, source
// the name of the feed that an item came from.
func (p *Review) Show(all []store.HeldItem, setOf func(key int64) string, source func(store.HeldItem) string) {
	p.all, p.setOf, p.source = grouped(all), setOf, source
	at := min(max(p.list.Marked(), 0), len(p.all)-1)
	p.hint.SetText("")
	if len(p.all) == 0 {
		p.hint.SetText(wording.L("nothing-is-held-for-review", "Nothing is held for review."))
	}
	p.list.SetRows(len(p.all), at)
	p.showDetails()
}

// marked returns the selected group.
func (p *Review) marked() (group, bool) {
	at := p.list.Marked()
	if at < 0 || at >= len(p.all) {
		return nil, false
	}
	return p.all[at], true
}

func (p *Review) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		g := p.all[i]
		into.(*widget.Row).Set(widget.Cells{Icon: theme.Icon(theme.IconProblem, theme.Attention), Text: g.title(), Note: p.setOf(g[0].Set)})
	}
}

func (p *Review) Object() fyne.CanvasObject { return p.object }

func (p *Review) Focus() fyne.Focusable { return p.list }

func (p *Review) Leave() { p.events.Leave() }

// group holds the items of one decision: a single item, or all items of a list that belong to
// the same flood.
type group []store.HeldItem

// grouped combines the items of a flood. The groups are in the order of their first items.
func grouped(all []store.HeldItem) (groups []group) {
	for _, s := range all {
		i := slices.IndexFunc(groups, func(g group) bool {
			part, flood := partOf(s)
			other, same := partOf(g[0])
			return flood && same && part == other && g[0].Set == s.Set
		})
		if i < 0 {
			groups = append(groups, group{s})
			continue
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// partOf returns what a flood does to an item; false if the item has other alarms.
func partOf(s store.HeldItem) (trust.Part, bool) {
	if len(s.Alarms) != 1 || s.Alarms[0].Kind != trust.Flood {
		return "", false
	}
	return s.Alarms[0].Part, true
}

func (g group) title() string {
	if part, flood := partOf(g[0]); flood {
		return wording.Flooded(part, len(g))
	}
	return wording.Title(g[0].Title)
}

// showDetails shows details of the selected group.
func (p *Review) showDetails() {
	p.about.Objects = nil
	g, there := p.marked()
	for _, b := range p.decide {
		b.Hidden = !there
	}
	if there {
		p.show.Hidden = len(g) < 2
		p.show.SetText(wording.L("show", "Show"))
		if p.shown {
			p.show.SetText(wording.L("hide", "Hide"))
		}
		p.add(g)
	}
	p.object.Refresh()
}

// mostShown is the maximum number of listed items of a group.
const mostShown = 500

// toggle shows or hides the items of the selected group.
func (p *Review) toggle() {
	p.shown = !p.shown
	p.showDetails()
}

// add shows details of a group, and of the item if there is only one.
func (p *Review) add(g group) {
	s := g[0]
	p.about.Add(widget.NewNotice(wording.L("these-items-were-received-but-not", "These items were received but not merged. Your lists are unchanged until you decide."), widget.TextStyle{Color: theme.Quiet}))
	bold := widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}
	p.about.Add(widget.NewLine(g.title(), bold))
	data := wording.Data{"List": p.setOf(s.Set), "Feed": p.source(s), "When": p.speaker.Local(s.At)}
	p.about.Add(widget.NewNotice(wording.L("for-list-received-when-from-feed", "For “{{.List}}”, received {{.When}} from {{.Feed}}", data), widget.TextStyle{Color: theme.Quiet}))
	if s.Damaged {
		p.about.Add(widget.NewWarning(theme.IconProblem, theme.Attention, widget.NewNotice(wording.Error(store.ErrDamagedItem), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})))
	}
	for _, a := range s.Alarms {
		p.about.Add(widget.NewWarning(theme.IconProblem, theme.Attention, widget.NewNotice(wording.Oddity(a), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})))
	}
	if p.shown {
		for _, one := range g[:min(len(g), mostShown)] {
			p.about.Add(widget.NewLine(wording.Title(one.Title), widget.TextStyle{}))
		}
	}
	if len(g) > 1 {
		return
	}
	it, err := subscribe.ReceivedItem(s)
	if err != nil {
		return
	}
	p.about.Add(widget.NewNotice(p.changed(it.Winner), widget.TextStyle{}))
	p.about.Add(p.fields(it.Winner))
}

// changed says who changed the item last, according to the item.
func (p *Review) changed(v *item.Version) string {
	top := v.Top()
	text := p.speaker.Changed(top.By, top.When.Time())
	if v.Deleted {
		text = p.speaker.Deleted(top.By, top.When.Time())
	}
	return wording.L("according-to-the-feed-what-update", "According to the feed: {{.What}}, update {{.N}}", wording.Data{"What": text, "N": wording.Number(v.Updates)})
}

// fields shows the fields of the item.
func (p *Review) fields(v *item.Version) fyne.CanvasObject {
	form := container.New(widget.Form{})
	if v.Content == nil {
		return form
	}
	values := record.Read(v.Content).Values()
	for _, f := range record.Fields(record.KindOf(v.Content)) {
		if text := values[f.Name]; text != "" {
			form.Add(widget.NewWholeLine(wording.Field(f.Name), widget.TextStyle{Color: theme.Quiet}))
			form.Add(widget.NewNotice(p.speaker.Value(f.Form, text), widget.TextStyle{}))
		}
	}
	return form
}

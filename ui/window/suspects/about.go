package suspects

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// tell says all that is known of the marked item.
func (p *Page) tell() {
	p.about.Objects = nil
	g, there := p.marked()
	for _, b := range p.decide {
		b.Hidden = !there
	}
	if there {
		p.show.Hidden = len(g) < 2
		p.show.SetText(lang.L("Show"))
		if p.shown {
			p.show.SetText(lang.L("Hide"))
		}
		p.add(g)
	}
	p.object.Refresh()
}

// mostShown is how many items of a group are listed.
const mostShown = 500

// toggle lists the items of the marked group, or no longer.
func (p *Page) toggle() {
	p.shown = !p.shown
	p.tell()
}

// add tells of a group, and of its item where it is one.
func (p *Page) add(g group) {
	s := g[0]
	p.about.Add(widget.NewNotice(lang.L("These items came in and were not merged. Your lists are as they were before. Nothing happens to them until you decide."), widget.Look{Color: theme.Quiet}))
	bold := widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}
	p.about.Add(widget.NewLine(g.title(), bold))
	data := say.Data{"List": p.setOf(s.Set), "Feed": p.source(s), "When": p.speaker.Local(s.At)}
	p.about.Add(widget.NewNotice(lang.L("For “{{.List}}”, came {{.When}} from {{.Feed}}", data), widget.Look{Color: theme.Quiet}))
	for _, a := range s.Alarms {
		p.about.Add(widget.NewWarning(theme.IconProblem, theme.Attention, widget.NewNotice(say.Oddity(a), widget.Look{Style: fyne.TextStyle{Bold: true}})))
	}
	if p.shown {
		for _, one := range g[:min(len(g), mostShown)] {
			p.about.Add(widget.NewLine(say.Title(one.Title), widget.Look{}))
		}
	}
	if len(g) > 1 {
		return
	}
	it, err := engine.SuspectItem(s)
	if err != nil {
		return
	}
	p.about.Add(widget.NewNotice(p.changed(it.Winner), widget.Look{}))
	p.about.Add(p.fields(it.Winner))
}

// changed says who is said to have changed it last.
func (p *Page) changed(v *item.Version) string {
	top := v.Top()
	text := p.speaker.Changed(top.By, top.When.Time())
	if v.Deleted {
		text = p.speaker.Deleted(top.By, top.When.Time())
	}
	return lang.L("It says: {{.What}}, change number {{.N}}", say.Data{"What": text, "N": say.Number(v.Updates)})
}

// fields are what the item holds.
func (p *Page) fields(v *item.Version) fyne.CanvasObject {
	form := container.New(widget.Form{})
	if v.Content == nil {
		return form
	}
	values := record.Read(v.Content).Values()
	for _, f := range record.Fields(record.KindOf(v.Content)) {
		if text := values[f.Name]; text != "" {
			form.Add(widget.NewWholeLine(say.Field(f.Name), widget.Look{Color: theme.Quiet}))
			form.Add(widget.NewNotice(p.speaker.Value(f.Form, text), widget.Look{}))
		}
	}
	return form
}

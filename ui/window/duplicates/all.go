package duplicates

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/lists"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// AllEvents are the person's actions on the page All.
type AllEvents struct {
	Merge func(set string, pairs []lists.Duplicate)
	Leave func()
}

// All shows what merging all pairs would do, and merges those that stay ticked.
type All struct {
	events AllEvents
	object *fyne.Container
	title  *widget.Line
	list   *widget.List
	do     *widget.Button

	set   string
	pairs []preview
	busy  bool
}

// preview is a pair, and the name of the contact that it would become.
type preview struct {
	lists.Duplicate
	name string
	// loses is set if data would get lost that no field shows. Such a pair is not merged with the
	// others: its own page says so.
	loses, left bool
}

// NewAll returns an empty page.
func NewAll(keys *widget.Keys, events AllEvents) *All {
	p := &All{events: events}
	p.title = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	why := widget.NewWords(whyRows)
	why.Set(wording.L("space-leaves-a-pair-out-one", "Space leaves a pair out. One contact of each pair moves to the trash, and Ctrl+Z undoes all."), widget.TextStyle{Color: theme.Quiet})
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRichRow(keys) }, p.draw)
	p.list.OnSpace = p.turn
	p.do = widget.NewMainButton(keys, "", p.Save)
	bottom := widget.Flow(p.do, widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave))
	p.object = container.NewPadded(widget.Border(container.NewVBox(p.title, why), bottom, nil, nil, p.list))
	return p
}

func (p *All) Object() fyne.CanvasObject { return p.object }

func (p *All) Focus() fyne.Focusable { return p.list }

func (p *All) Leave() { p.events.Leave() }

// Show shows the pairs of a list.
func (p *All) Show(set string, pairs []lists.Duplicate) {
	p.set, p.pairs, p.busy = set, make([]preview, len(pairs)), false
	for i, pair := range pairs {
		m := newContactMerge(pair)
		p.pairs[i] = preview{Duplicate: pair, name: m.merged["name"], loses: m.loses(), left: m.loses()}
	}
	p.list.SetRows(len(pairs), 0)
	p.count()
}

// Busy prevents changes while the pairs are being merged.
func (p *All) Busy(busy bool) {
	p.busy = busy
	p.count()
}

func (p *All) count() {
	n := len(p.taken())
	p.title.SetText(wording.N("merge-n-pairs-of-contacts", "Merge {{.N}} pairs of contacts?", n, wording.Data{"N": wording.Number(n)}))
	p.do.SetText(wording.N("merge-n-pairs-ctrl-enter", "Merge {{.N}} pairs  Ctrl+Enter", n, wording.Data{"N": wording.Number(n)}))
	widget.Enable(n > 0 && !p.busy, p.do)
	widget.LayOut(p.object)
	p.object.Refresh()
}

func (p *All) taken() (all []lists.Duplicate) {
	for _, one := range p.pairs {
		if !one.left {
			all = append(all, one.Duplicate)
		}
	}
	return all
}

// Save merges the pairs.
func (p *All) Save() {
	if pairs := p.taken(); len(pairs) > 0 && !p.busy {
		p.events.Merge(p.set, pairs)
	}
}

func (p *All) draw(i int, into fyne.CanvasObject) {
	if i >= len(p.pairs) {
		return
	}
	row, one := into.(*widget.RichRow), p.pairs[i]
	row.OnLead = func() { p.turn(i) }
	var why []string
	for _, r := range one.Why {
		why = append(why, reasonText(r))
	}
	c := widget.RichCells{
		Text:  wording.Title(one.A.Winner.Title()) + " + " + wording.Title(one.B.Winner.Title()),
		Aside: wording.L("in-common-what", "in common: {{.What}}", wording.Data{"What": strings.Join(why, ", ")}), Lead: theme.Box(!one.left, false),
	}
	c.Note = wording.L("becomes-name", "becomes “{{.Name}}”", wording.Data{"Name": wording.Title(one.name)})
	if one.loses {
		c.Note = wording.L("merge-it-by-itself", "merge it by itself: one has data that no field shows")
	}
	if one.left {
		c.Style.Color = theme.Quiet
	}
	row.Set(c)
}

// turn takes a pair, or leaves it out.
func (p *All) turn(i int) {
	if i < 0 || i >= len(p.pairs) || p.busy || p.pairs[i].loses {
		return
	}
	p.pairs[i].left = !p.pairs[i].left
	p.count()
}

// Package batch implements the page that resolves many conflicts at once. A table shows what a
// rule would save and drop before anything is saved.
package batch

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Events are the page's requests and the person's actions on it.
type Events struct {
	// Plan requests what a rule would do.
	Plan func(Asked)
	// Resolve saves the included plans.
	Resolve func([]conflicts.Planned)
	// Open shows one item on the conflict page.
	Open func(edit.Ref)
	// Begun reports whether the person has begun to resolve an item individually. Such an item
	// is excluded until they include it.
	Begun func(edit.Ref) bool
	// ShowMessage shows a message in the status bar, Also appends to it.
	ShowMessage, Also func(string)
	// Leave closes the page.
	Leave func()
}

// Asked is a rule and, for PreferDevice, the endpoint.
type Asked struct {
	Rule conflicts.Rule
	By   string
}

// Page shows what a rule would do.
type Page struct {
	speaker wording.Speaker
	events  Events
	object  fyne.CanvasObject
	rule    *widget.Choice
	person  *widget.Choice
	whom    *widget.Line
	summary *widget.Line
	list    *widget.List
	detail  *widget.Words
	hint    *widget.Hint
	do      *widget.Button

	// people are the endpoints that can be preferred, in the order of the menu.
	people []string
	rows   []Row
	lines  []line
	// chosen maps rows that the person included to true, and rows that they excluded to false.
	chosen map[edit.Ref]bool
	// known holds the rows shown since the page was opened; nil before the first ones. arrived
	// holds those that were new or changed. saved holds the items that were resolved here and
	// whose rows are still shown.
	known   map[edit.Ref]known
	arrived map[edit.Ref]arrival
	saved   map[edit.Ref]bool
	// haste guards against acting on rows that have only just appeared.
	haste widget.Haste
	// planned means that the rows belong to the chosen rule; busy, that they are being saved
	// and must not change.
	planned, busy bool
	// onward means that the next rows are shown with the first item selected.
	onward bool
}

// detailRows is the maximum number of lines for the details of the selected row.
const detailRows = 3

// New returns an empty page.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Page {
	p := &Page{speaker: speaker, events: events, chosen: map[edit.Ref]bool{}, arrived: map[edit.Ref]arrival{}, saved: map[edit.Ref]bool{}}
	p.rule = widget.NewChoice(keys, ruleTexts(), func(int) { p.ask() })
	p.person = widget.NewChoice(keys, nil, func(int) { p.ask() })
	p.summary = widget.NewLine("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	p.detail = widget.NewWords(detailRows)
	p.hint = widget.NewHint()
	p.do = widget.NewMainButton(keys, "", p.Save)
	p.makeList(keys)
	p.object = container.NewPadded(widget.Border(p.head(), p.foot(keys), nil, nil, container.NewStack(p.list, p.hint.Object())))
	p.put(nil)
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewLeadColumnsRow(keys, shares...) }, p.drawLine)
	p.list.Text = func(i int) string { return p.lines[i].text(p.rows) }
	p.list.OnSpace = p.turn
	p.list.OnEntered = p.enter
	p.list.OnMarked = p.about
}

// head returns the page's title, the choice of a rule, and the summary.
func (p *Page) head() fyne.CanvasObject {
	title := widget.NewLine(wording.L("resolve-many-at-once", "Resolve many at once"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.whom = widget.NewWholeLine(wording.L("device", "Device"), bold)
	form := container.New(widget.Form{}, widget.NewWholeLine(wording.L("rule", "Rule"), bold), p.rule, p.whom, p.person)
	return container.NewVBox(title, form, p.summary)
}

// foot returns the details of the selected row, and the buttons.
func (p *Page) foot(keys *widget.Keys) fyne.CanvasObject {
	leave := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave)
	p.detail.Set("", widget.TextStyle{Color: theme.Quiet})
	return container.NewVBox(p.detail, widget.Flow(p.do, leave))
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

func (p *Page) Focus() fyne.Focusable { return p.rule }

// Save resolves the included items, provided that the person can have seen the rows.
func (p *Page) Save() {
	all := p.taken()
	switch {
	case len(all) == 0 || !p.planned || p.busy:
	case p.haste.Held(widget.SaveKey, p.speaker.Now(), false):
		p.events.ShowMessage(wording.CheckFirst())
	default:
		p.events.Resolve(all)
	}
}

func (p *Page) Leave() { p.events.Leave() }

// shares are the relative widths of the columns: item, result, what is dropped, list.
var shares = []float32{5, 7, 6, 2}

func (p *Page) drawLine(i int, into fyne.CanvasObject) {
	if i >= len(p.lines) {
		return
	}
	row, l := into.(*widget.ColumnsRow), p.lines[i]
	row.OnLead = func() { p.tapLead(i) }
	if l.isHeading() {
		p.drawHeading(row, l)
	} else {
		p.drawItem(row, p.rows[l.row])
	}
}

var (
	bold  = widget.TextStyle{Style: fyne.TextStyle{Bold: true}}
	quiet = widget.TextStyle{Color: theme.Quiet}
)

// drawHeading shows how many rows of a group are included, and the titles of the columns.
func (p *Page) drawHeading(row *widget.ColumnsRow, l line) {
	all, n := p.able(), len(p.taken())
	count, lead := ofAll(n, all), widget.Tick(n, all)
	result, drops := wording.L("result-2", "Result"), wording.L("drops", "Drops")
	if n == all {
		count = wording.Number(all)
	}
	if l.left {
		count, lead = wording.Number(len(p.rows)-all), nil
		result, drops = wording.L("to-choose", "To choose"), ""
	}
	row.SetLead(lead)
	row.Set(0, groupText(l.left)+"  "+count, bold)
	row.Set(1, result, quiet)
	row.Set(2, drops, quiet)
	row.Set(3, "", quiet)
}

func (p *Page) drawItem(row *widget.ColumnsRow, r Row) {
	look := widget.TextStyle{}
	switch {
	case r.Session == nil:
		row.SetLead(theme.Icon(theme.IconFlag, theme.Attention))
	case p.isTaken(r):
		row.SetLead(widget.Tick(1, 1))
	default:
		row.SetLead(widget.Tick(0, 1))
		look = quiet
	}
	row.Set(0, wording.Title(r.Title), look)
	row.Set(1, p.what(r), look)
	row.Set(2, r.Drops, look)
	row.Set(3, r.Set, quiet)
}

// rules are the rules in the order of the menu.
var rules = []conflicts.Rule{
	conflicts.MergeRule, conflicts.MergeThenNewest, conflicts.KeepCurrent, conflicts.TakeNewest, conflicts.PreferDevice,
}

func ruleTexts() []string {
	var all []string
	for _, r := range rules {
		all = append(all, ruleText(r))
	}
	return all
}

func ruleText(r conflicts.Rule) string {
	switch r {
	case conflicts.KeepCurrent:
		return wording.L("keep-the-current-version", "Keep the current version")
	case conflicts.TakeNewest:
		return wording.L("use-the-newest-version", "Use the newest version")
	case conflicts.PreferDevice:
		return wording.L("prefer-one-device", "Prefer one device")
	case conflicts.MergeThenNewest:
		return wording.L("merge-then-use-the-newest-version", "Merge, then use the newest version where still open")
	}
	return wording.L("merge-what-fits-together-leave-the", "Merge what fits together, leave the rest to me")
}

// asked returns the chosen rule.
func (p *Page) asked() Asked {
	a := Asked{Rule: rules[max(p.rule.SelectedIndex(), 0)]}
	if at := p.person.SelectedIndex(); a.Rule == conflicts.PreferDevice && at >= 0 && at < len(p.people) {
		a.By = p.people[at]
	}
	return a
}

// ask requests a plan for the chosen rule.
func (p *Page) ask() {
	if p.busy {
		return
	}
	p.showPerson()
	p.Planning()
	p.events.Plan(p.asked())
}

// showPerson shows the choice of a device if the rule needs one.
func (p *Page) showPerson() {
	hidden := p.asked().Rule != conflicts.PreferDevice
	p.whom.Hidden, p.person.Hidden = hidden, hidden
	p.object.Refresh()
}

// turn includes or excludes a row. On a heading, it does so for all rows of the group.
func (p *Page) turn(i int) {
	l := p.lines[i]
	switch {
	case p.busy || l.left:
		return
	case p.haste.Soon(p.speaker.Now()):
		p.events.ShowMessage(wording.CheckFirst())
		return
	case l.isHeading():
		in := len(p.taken()) < p.able()
		for _, r := range p.rows {
			p.chosen[r.Ref] = in
		}
	default:
		r := p.rows[l.row]
		p.chosen[r.Ref] = !p.isTaken(r)
	}
	p.about(i)
	p.count()
}

// tapLead handles a click on the icon of a row. It also selects the row.
func (p *Page) tapLead(i int) {
	widget.Focus(p.list, p.list)
	p.list.Mark(i)
	p.about(i)
	p.turn(i)
}

// enter handles Enter: it opens an item or, on a heading, includes or excludes all items.
func (p *Page) enter(i int) {
	if l := p.lines[i]; !l.isHeading() && !p.busy {
		p.events.Open(p.rows[l.row].Ref)
		return
	}
	p.turn(i)
}

// about shows a row in full, because its columns may be cut off.
func (p *Page) about(i int) {
	p.detail.Set(p.aboutText(i), widget.TextStyle{})
	p.detail.Hidden = p.detail.Text() == ""
	p.object.Refresh()
}

func (p *Page) aboutText(i int) string {
	if i < 0 || i >= len(p.lines) {
		return ""
	}
	l := p.lines[i]
	if l.isHeading() {
		return groupHint(l.left)
	}
	r := p.rows[l.row]
	text := quoted(r.Title) + ": " + p.what(r)
	if r.Drops != "" {
		text += "\n" + wording.L("drops-drops", "Drops: {{.Drops}}", wording.Data{"Drops": r.Drops})
	}
	return text
}

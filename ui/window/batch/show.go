package batch

import (
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Begin resets the page to the default rule with no row excluded.
func (p *Page) Begin() {
	p.chosen, p.known = map[edit.Ref]bool{}, nil
	p.arrived, p.saved = map[edit.Ref]arrival{}, map[edit.Ref]bool{}
	p.rule.Put(0)
	p.ask()
}

// People sets the devices that can be preferred. The present choice is kept.
func (p *Page) People(all []store.Endpoint) {
	before := p.asked().By
	p.people = nil
	for _, e := range all {
		if e.Versions == 0 {
			continue
		}
		p.people = append(p.people, e.By)
	}
	words := make([]string, len(p.people))
	for i, by := range p.people {
		words[i] = p.speaker.Distinct(by, p.people, p.speaker.Person)
	}
	p.person.SetWords(words)
	p.person.Put(max(slices.Index(p.people, before), 0))
	if p.asked().By != before {
		p.ask()
	}
}

// Asked returns the chosen rule.
func (p *Page) Asked() Asked { return p.asked() }

// Planning shows that a plan is being computed. The old rows stay in sight until then, but
// cannot be saved.
func (p *Page) Planning() {
	p.planned = false
	if len(p.rows) == 0 {
		p.hint.SetText(wording.L("reading-the-conflicts", "Reading the conflicts…"))
	}
	p.count()
}

// Onward selects the first remaining item once new rows are shown, and returns the widget to
// focus. It is called after conflicts were resolved.
func (p *Page) Onward() fyne.Focusable {
	p.onward = true
	return p.list
}

// Show shows what the rule would do. The same row stays selected.
func (p *Page) Show(rows []Row) {
	p.compareRows(rows)
	p.put(rows)
}

func (p *Page) put(rows []Row) {
	marked := p.marked()
	p.rows, p.planned = rows, true
	p.lines = linesOf(rows)
	p.hint.SetText("")
	if len(rows) == 0 {
		p.hint.SetText(wording.L("no-conflicts", "No conflicts."))
	}
	at := slices.IndexFunc(p.lines, func(l line) bool { return !l.isHeading() && p.rows[l.row].Ref == marked })
	if at < 0 && len(p.lines) > 0 {
		at = 0
	}
	if p.onward && len(p.lines) > 1 {
		at = 1
	}
	p.onward = false
	p.list.SetRows(len(p.lines), at)
	p.about(p.list.Marked())
	p.showPerson()
	p.count()
}

// Failed shows that the conflicts could not be read.
func (p *Page) Failed() {
	p.put(nil)
	p.hint.SetText(wording.L("the-conflicts-could-not-be-read", "The conflicts could not be read."))
	p.summary.SetText("")
}

// marked returns the item of the selected row.
func (p *Page) marked() edit.Ref {
	at := p.list.Marked()
	if at == widget.Nothing || at >= len(p.lines) || p.lines[at].isHeading() {
		return edit.Ref{}
	}
	return p.rows[p.lines[at].row].Ref
}

// Busy prevents changes to the page while the rows are being saved.
func (p *Page) Busy(busy bool) {
	p.busy = busy
	widget.Enable(!busy, p.rule, p.person)
	p.count()
}

// count updates the number of conflicts that will be resolved, above the rows and on the
// button.
func (p *Page) count() {
	n := len(p.taken())
	p.summary.SetText(summary(n, len(p.rows)-n))
	if !p.planned {
		p.summary.SetText(wording.L("reading-the-conflicts", "Reading the conflicts…"))
	}
	p.do.SetText(wording.N("resolve-n-conflicts-ctrl-enter", "Resolve {{.N}} conflicts  Ctrl+Enter", n, wording.Data{"N": wording.Number(n)}))
	if n == 0 {
		p.do.SetText(wording.L("resolve", "Resolve"))
	}
	widget.Enable(n > 0 && !p.busy && p.planned, p.do)
	p.list.Refresh()
	p.object.Refresh()
}

// Shown is a row of the page.
type Shown struct {
	edit.Ref
	// Title, Result and Drops are the texts of its columns.
	Title, Result, Drops string
	// Included means that saving resolves it.
	Included bool
}

// Rows returns the rows in the order in which they are shown.
func (p *Page) Rows() []Shown {
	var all []Shown
	for _, l := range p.lines {
		if !l.isHeading() {
			r := p.rows[l.row]
			all = append(all, Shown{r.Ref, r.Title, p.what(r), r.Drops, p.isTaken(r)})
		}
	}
	return all
}

// Summary returns the text about all rows.
func (p *Page) Summary() string { return p.summary.Text() }

// known is the state of a row when it was last shown.
type known struct {
	asked    Asked
	versions []*item.Version
	result   string
}

// same reports whether a row is still about the same versions, and whether the same rule still
// has the same result for them.
func (k known) same(o known) bool {
	return slices.EqualFunc(k.versions, o.versions, (*item.Version).Same) && (k.asked != o.asked || k.result == o.result)
}

// arrival is how a row differs from the rows that the person began with.
type arrival int

const (
	asBefore arrival = iota
	isNew
	isChanged
)

// compareRows compares rows with those shown since the page was opened. A row that is new or
// changed is excluded until the person includes it.
func (p *Page) compareRows(rows []Row) {
	first := p.known == nil
	if first {
		p.known = map[edit.Ref]known{}
	}
	gone := map[edit.Ref]bool{}
	for _, r := range p.rows {
		if !first {
			gone[r.Ref] = true
		}
	}
	differ := 0
	for _, r := range rows {
		delete(gone, r.Ref)
		before, there := p.known[r.Ref]
		now := known{p.asked(), r.Versions, r.Result}
		p.known[r.Ref] = now
		switch {
		case first || there && before.same(now):
			continue
		case there:
			p.arrived[r.Ref] = isChanged
		default:
			p.arrived[r.Ref] = isNew
		}
		delete(p.chosen, r.Ref)
		differ++
	}
	p.announce(differ, gone)
}

// announce reports rows that are new or changed, and those that were resolved elsewhere.
func (p *Page) announce(differ int, gone map[edit.Ref]bool) {
	elsewhere := 0
	for ref := range gone {
		if !p.saved[ref] {
			elsewhere++
		}
		delete(p.saved, ref)
	}
	if differ+len(gone) > 0 {
		p.haste.Shows(p.speaker.Now())
	}
	if differ > 0 {
		p.events.Also(wording.N("n-conflicts-are-new-or-changed", "{{.N}} conflicts are new or changed, and not included.", differ, wording.Data{"N": wording.Number(differ)}))
	}
	if elsewhere > 0 {
		p.events.Also(wording.N("n-conflicts-are-no-longer-open", "{{.N}} conflicts are no longer open.", elsewhere, wording.Data{"N": wording.Number(elsewhere)}))
	}
}

// Saved records which items were resolved here, so that the page does not report them as
// resolved elsewhere.
func (p *Page) Saved(done []edit.Ref) {
	for _, ref := range done {
		p.saved[ref] = true
	}
}

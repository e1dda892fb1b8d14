package batch

import (
	"slices"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Begin shows the page afresh: the default rule, and no row left out.
func (p *Page) Begin() {
	p.chosen, p.known = map[edit.Ref]bool{}, nil
	p.arrived, p.saved = map[edit.Ref]arrival{}, map[edit.Ref]bool{}
	p.rule.Put(0)
	p.ask()
}

// People says who can be preferred. Who was chosen stays so.
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

// Asked is what is chosen.
func (p *Page) Asked() Asked { return p.asked() }

// Planning says that the rows are being read. The old ones stay in sight until then,
// and cannot be saved.
func (p *Page) Planning() {
	p.planned = false
	if len(p.rows) == 0 {
		p.hint.Say(wording.L("Reading the conflicts…"))
	}
	p.count()
}

// Onward moves the mark to the first item that is left, and returns where the focus
// goes: something was resolved.
func (p *Page) Onward() fyne.Focusable {
	p.onward = true
	return p.list
}

// Show shows what the rule would do. The mark stays on its row.
func (p *Page) Show(rows []Row) {
	p.meet(rows)
	p.put(rows)
}

// put shows rows.
func (p *Page) put(rows []Row) {
	marked := p.marked()
	p.rows, p.planned = rows, true
	p.lines = linesOf(rows)
	p.hint.Say("")
	if len(rows) == 0 {
		p.hint.Say(wording.L("No conflicts."))
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

// Failed says that the conflicts could not be read.
func (p *Page) Failed() {
	p.put(nil)
	p.hint.Say(wording.L("The conflicts could not be read."))
	p.summary.SetText("")
}

// marked is the item of the marked row.
func (p *Page) marked() edit.Ref {
	at := p.list.Marked()
	if at == widget.Nothing || at >= len(p.lines) || p.lines[at].isHeading() {
		return edit.Ref{}
	}
	return p.rows[p.lines[at].row].Ref
}

// Busy keeps the page as it is while the rows are being saved.
func (p *Page) Busy(busy bool) {
	p.busy = busy
	for _, c := range []*widget.Choice{p.rule, p.person} {
		if busy {
			c.Disable()
		} else {
			c.Enable()
		}
	}
	p.count()
}

// count says how many conflicts will be resolved, above the rows and on the button.
func (p *Page) count() {
	n := len(p.taken())
	p.summary.SetText(summary(n, len(p.rows)-n))
	if !p.planned {
		p.summary.SetText(wording.L("Reading the conflicts…"))
	}
	p.do.SetText(wording.N("Resolve {{.N}} conflicts  Ctrl+Enter", n, wording.Data{"N": wording.Number(n)}))
	if n == 0 {
		p.do.SetText(wording.L("Resolve"))
	}
	if n == 0 || p.busy || !p.planned {
		p.do.Disable()
	} else {
		p.do.Enable()
	}
	p.list.Refresh()
	p.object.Refresh()
}

// Shown is a row of the page.
type Shown struct {
	edit.Ref
	// Title, Result and Drops are what its columns say.
	Title, Result, Drops string
	// Included means that saving resolves it.
	Included bool
}

// Rows returns the rows in their order on the page.
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

// Summary is what the page says about all rows.
func (p *Page) Summary() string { return p.summary.Text() }

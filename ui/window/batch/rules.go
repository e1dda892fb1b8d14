package batch

import (
	"crossfeed/engine/conflicts"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// rules are those that can be chosen, in the order of the choice.
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
		return wording.L("Keep the current version")
	case conflicts.TakeNewest:
		return wording.L("Take the newest version")
	case conflicts.PreferDevice:
		return wording.L("Prefer one device")
	case conflicts.MergeThenNewest:
		return wording.L("Merge, then take the newest version of what is open")
	}
	return wording.L("Merge what fits together, leave the rest to me")
}

// asked is what is chosen.
func (p *Page) asked() Asked {
	a := Asked{Rule: rules[max(p.rule.SelectedIndex(), 0)]}
	if at := p.person.SelectedIndex(); a.Rule == conflicts.PreferDevice && at >= 0 && at < len(p.people) {
		a.By = p.people[at]
	}
	return a
}

// ask asks what the rule that is chosen would do.
func (p *Page) ask() {
	if p.busy {
		return
	}
	p.showPerson()
	p.Planning()
	p.events.Plan(p.asked())
}

// showPerson shows whom to prefer where that matters.
func (p *Page) showPerson() {
	hidden := p.asked().Rule != conflicts.PreferDevice
	p.whom.Hidden, p.person.Hidden = hidden, hidden
	p.object.Refresh()
}

// turn includes a row or leaves it out; a heading does so with all of its rows.
func (p *Page) turn(i int) {
	l := p.lines[i]
	switch {
	case p.busy || l.left:
		return
	case p.haste.Soon(p.speaker.Now()):
		p.events.Say(wording.CheckFirst())
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

// tapLead is a click on the sign of a row, which marks the row too.
func (p *Page) tapLead(i int) {
	widget.Focus(p.list, p.list)
	p.list.Mark(i)
	p.about(i)
	p.turn(i)
}

// enter opens an item by Enter, which on a heading includes all or none.
func (p *Page) enter(i int) {
	if l := p.lines[i]; !l.isHeading() && !p.busy {
		p.events.Open(p.rows[l.row].Ref)
		return
	}
	p.turn(i)
}

// about shows the whole of a row that its columns may have shortened.
func (p *Page) about(i int) {
	p.detail.Set(p.aboutText(i), widget.Look{})
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
		text += "\n" + wording.L("Drops: {{.Drops}}", wording.Data{"Drops": r.Drops})
	}
	return text
}

package batch

import (
	"crossfeed/engine/conflicts"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

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

package batch

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
)

// rules are those that can be chosen, in the order of the choice.
var rules = []engine.Rule{
	engine.MergeRule, engine.MergeThenNewest, engine.KeepCurrent, engine.TakeNewest, engine.PreferDevice,
}

func ruleTexts() []string {
	var all []string
	for _, r := range rules {
		all = append(all, ruleText(r))
	}
	return all
}

func ruleText(r engine.Rule) string {
	switch r {
	case engine.KeepCurrent:
		return lang.L("Keep the current version")
	case engine.TakeNewest:
		return lang.L("Take the newest version")
	case engine.PreferDevice:
		return lang.L("Prefer one device")
	case engine.MergeThenNewest:
		return lang.L("Merge, then take the newest version of what is open")
	}
	return lang.L("Merge what fits together, leave the rest to me")
}

// asked is what is chosen.
func (p *Page) asked() Asked {
	a := Asked{Rule: rules[max(p.rule.SelectedIndex(), 0)]}
	if at := p.person.SelectedIndex(); a.Rule == engine.PreferDevice && at >= 0 && at < len(p.people) {
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
	hidden := p.asked().Rule != engine.PreferDevice
	p.whom.Hidden, p.person.Hidden = hidden, hidden
	p.object.Refresh()
}

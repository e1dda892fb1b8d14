package items

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// canArrange tells whether a person can choose how a place is shown. Outlines stand
// as they stand.
func canArrange(now *snapshot.Snapshot) bool {
	return now.Place.Kind == place.List && now.Tree == nil || now.Place.Smart()
}

// arrangements are the lines of the menu that says how rows are shown.
func (p *Pane) arrangements() []*fyne.MenuItem {
	var lines []*fyne.MenuItem
	for _, s := range snapshot.Sorts() {
		if s != snapshot.ByHand || p.now.Place.Kind == place.List {
			lines = append(lines, p.arrangement(sortText(s), func(a *snapshot.Arrangement) { a.Sort = s }))
		}
	}
	lines = append(lines, fyne.NewMenuItemSeparator())
	for _, g := range snapshot.Groups() {
		lines = append(lines, p.arrangement(groupText(g), func(a *snapshot.Arrangement) { a.Group = g }))
	}
	if p.now.Place.Kind == place.List {
		hide := p.arrangement(lang.L("Hide what is done"), func(a *snapshot.Arrangement) { a.HideDone = !a.HideDone })
		hide.Checked = p.now.Arrangement.HideDone
		lines = append(lines, fyne.NewMenuItemSeparator(), hide)
	}
	return lines
}

// arrangement is a line that changes the arrangement; a tick stands at the one
// that changes nothing.
func (p *Pane) arrangement(text string, change func(*snapshot.Arrangement)) *fyne.MenuItem {
	a := p.now.Arrangement
	change(&a)
	line := fyne.NewMenuItem(text, func() {
		p.now.Arrangement = a
		p.events.Arrange(a)
	})
	line.Checked = a == p.now.Arrangement
	return line
}

func sortText(s snapshot.Sort) string {
	switch s {
	case snapshot.ByDue:
		return lang.L("Sort by due date")
	case snapshot.ByPriority:
		return lang.L("Sort by priority")
	case snapshot.ByTitle:
		return lang.L("Sort by title")
	case snapshot.ByChange:
		return lang.L("Sort by last change")
	}
	return lang.L("Sort by hand")
}

func groupText(g snapshot.Group) string {
	switch g {
	case snapshot.GroupByDue:
		return lang.L("Group by due date")
	case snapshot.GroupByTag:
		return lang.L("Group by tag")
	}
	return lang.L("No groups")
}

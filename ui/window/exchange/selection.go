package exchange

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/rivo/uniseg"

	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// turn includes or excludes an entry or, on a heading, all entries of the group.
func (p *Page) turn(i int) {
	l := p.lines[i]
	if p.busy || !canTake(l.state) || l.isProblem() {
		return
	}
	plan := p.shown.Plan
	if l.isHeading() {
		plan.Choose(l.state, taken(plan, l.state) < plan.Count(l.state))
	} else {
		plan.Entries[l.entry].Take = !plan.Entries[l.entry].Take
	}
	p.list.Refresh()
	p.showNumber()
}

// tapLead handles a click on the icon of a row. It also selects the row.
func (p *Page) tapLead(i int) {
	widget.Focus(p.list, p.list)
	p.list.Mark(i)
	p.about(i)
	p.turn(i)
}

// fold hides or shows the entries of a group. The same row stays selected, or the heading that
// hides it.
func (p *Page) fold(s transfer.State, folded bool) {
	var marked line
	if m := p.list.Marked(); m != widget.Nothing {
		marked = p.lines[m]
	}
	p.folded[s] = folded
	p.lines = linesOf(p.shown.Plan, p.folded)
	at := widget.Nothing
	for i, l := range p.lines {
		if l == marked || l.isHeading() && l.state == marked.state {
			at = i
		}
		if l == marked {
			break
		}
	}
	p.list.SetRows(len(p.lines), at)
}

// key folds and unfolds groups.
func (p *Page) key(ev *fyne.KeyEvent) bool {
	at := p.list.Marked()
	if at == widget.Nothing {
		return false
	}
	l := p.lines[at]
	switch ev.Name {
	case fyne.KeyLeft:
		p.fold(l.state, true)
	case fyne.KeyRight:
		p.fold(l.state, false)
	default:
		return false
	}
	return true
}

// enter handles Enter: it folds or unfolds a group, and includes or excludes an entry.
func (p *Page) enter(i int) {
	if l := p.lines[i]; l.isHeading() {
		p.fold(l.state, !p.folded[l.state])
		return
	}
	p.turn(i)
}

// choose chooses the list to import the files into.
func (p *Preview) choose(all []*lists.List) {
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(l *lists.List) bool { return transport.SameName(l.Name, name) })
	}
	kinds := map[string]record.Kind{}
	for _, l := range all {
		if kind := record.Kind(l.Kind); slices.Contains(p.Kinds, kind) {
			p.Lists = append(p.Lists, l.Name)
			kinds[l.Name] = kind
		}
	}
	p.Name = free(nameOf(p.Paths[0]), taken)
	switch {
	case slices.Contains(p.Lists, p.Into):
	case p.Into == "" && slices.Contains(p.Lists, p.Near):
		p.Into = p.Near
	case p.Into == "" && len(p.Lists) > 0:
		p.Into = p.first(kinds)
	default:
		p.Into, p.New = p.Name, true
	}
	if p.Kind = kinds[p.Into]; p.New {
		p.Kind = p.Kinds[0]
		if slices.Contains(p.Kinds, p.As) {
			p.Kind = p.As
		}
	}
}

// first returns the first list of the best kind that there is.
func (p *Preview) first(kinds map[string]record.Kind) string {
	for _, kind := range p.Kinds {
		for _, name := range p.Lists {
			if kinds[name] == kind {
				return name
			}
		}
	}
	return p.Name
}

// nameOf returns the name for a new list with a file's items.
func nameOf(path string) string {
	base := filepath.Base(path)
	return cmp.Or(strings.TrimSpace(strings.TrimSuffix(base, filepath.Ext(base))), base)
}

// target is the choice of the list to import into.
type target struct {
	label  *widget.Line
	object *fyne.Container
	choice *widget.Choice
	shown  Preview
}

func newTarget(keys *widget.Keys, chosen func(into string, as record.Kind)) *target {
	t := &target{label: widget.NewWholeLine(wording.L("import-into", "Import into"), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})}
	t.choice = widget.NewChoice(keys, []string{""}, func(i int) {
		if i < len(t.shown.Lists) {
			chosen(t.shown.Lists[i], "")
		} else {
			chosen(t.shown.Name, t.shown.Kinds[i-len(t.shown.Lists)])
		}
	})
	t.object = container.NewHBox(t.choice)
	return t
}

// show offers the lists that fit, and a new one of each kind that fits.
func (t *target) show(p Preview) {
	t.shown = p
	t.object.Hidden = p.Plan == nil && p.Columns == nil
	t.label.Hidden = t.object.Hidden
	words, at := make([]string, 0, len(p.Lists)+1), len(p.Lists)
	for i, name := range p.Lists {
		words = append(words, shortened(name))
		if name == p.Into && !p.New {
			at = i
		}
	}
	for i, kind := range p.Kinds {
		data := wording.Data{"Name": shortened(p.Name), "Kind": wording.Kind(string(kind))}
		if p.New && kind == p.Kind {
			at = len(p.Lists) + i
		}
		if len(p.Kinds) == 1 {
			words = append(words, wording.L("a-new-list-name", "a new list: {{.Name}}", data))
		} else {
			words = append(words, wording.L("a-new-list-name-kind", "a new list: {{.Name}} ({{.Kind}})", data))
		}
	}
	t.choice.SetWords(words)
	t.choice.Put(at)
}

// shortened shortens a name to leave space for others.
func shortened(name string) string {
	const enough = 36
	if len(name) <= enough {
		return name
	}
	g := uniseg.NewGraphemes(name)
	for n := 0; g.Next(); n++ {
		if n == enough {
			from, _ := g.Positions()
			return name[:from] + "…"
		}
	}
	return name
}

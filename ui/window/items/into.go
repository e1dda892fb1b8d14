package items

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/store"
	"crossfeed/ui/display"
	"crossfeed/ui/say"
	"crossfeed/ui/window/outline"
)

// AskInto asks which outline what is chosen is put into.
func (p *Pane) AskInto() {
	if p.now.Tree == nil {
		return
	}
	p.ask.open(lang.L("Put into"), lang.L("the beginning of its name — nothing is the top level"), func(text string) (Action, string, bool) {
		if strings.TrimSpace(text) == "" {
			return Action{Verb: PutInto}, lang.L("Enter: to the top level. Esc: leave it."), true
		}
		found := p.targets(text)
		if len(found) == 0 {
			return Action{}, lang.L("Nothing is called so."), false
		}
		words := lang.L("Enter: into {{.Path}}", say.Data{"Path": say.Path(p.titles(found[0]))})
		if more := len(found) - 1; more > 0 {
			words += " · " + lang.N("{{.N}} more: type on", more, say.Data{"N": say.Number(more)})
		}
		return Action{Verb: PutInto, Value: p.now.Tree[found[0]].ID}, words, true
	})
}

// titles are those of a row of the tree and of what it is in.
func (p *Pane) titles(row int) []string {
	var titles []string
	for _, above := range outline.Path(p.now.Tree, row) {
		titles = append(titles, p.now.Tree[above].Title)
	}
	return append(titles, p.now.Tree[row].Title)
}

// targets are the rows of the tree that a text may mean, the likeliest first: those
// called so, then those that begin so, then those that contain it, and of these the
// ones that something is in already.
func (p *Pane) targets(text string) []int {
	const ranks = 6
	var ranked [ranks][]int
	asked := store.Fold(strings.TrimSpace(text))
	inside := p.chosenBranches()
	for row := range p.now.Tree {
		title := store.Fold(p.now.Tree[row].Title)
		if inside(row) || !strings.Contains(title, asked) {
			continue
		}
		rank := 0
		switch {
		case title == asked:
		case strings.HasPrefix(title, asked):
			rank = 2
		default:
			rank = 4
		}
		if p.now.Tree[row].Parts == 0 {
			rank++
		}
		ranked[rank] = append(ranked[rank], row)
	}
	var all []int
	for _, rows := range ranked {
		all = append(all, rows...)
	}
	return all
}

// chosenBranches tells of rows of the tree whether they are chosen, or in what is:
// nothing is put into itself.
func (p *Pane) chosenBranches() func(row int) bool {
	chosen := map[string]bool{}
	for _, r := range p.Chosen() {
		chosen[r.ID] = true
	}
	end := 0
	return func(row int) bool {
		if row >= end && chosen[p.now.Tree[row].ID] {
			end = outline.End(p.now.Tree, row)
		}
		return row < end
	}
}

// askList asks for the list that what is chosen is moved or copied to.
func (p *Pane) askList(verb Verb) {
	name := lang.L("Move to list")
	if verb == CopyTo {
		name = lang.L("Copy to list")
	}
	p.ask.open(name, lang.L("the beginning of its name"), func(text string) (Action, string, bool) {
		found := p.listsCalled(strings.TrimSpace(text))
		if len(found) == 0 {
			return Action{}, lang.L("Nothing is called so."), false
		}
		words := lang.L("Enter: into {{.Path}}", say.Data{"Path": display.Label(found[0])})
		if more := len(found) - 1; more > 0 {
			words += " · " + lang.N("{{.N}} more: type on", more, say.Data{"N": say.Number(more)})
		}
		return Action{Verb: verb, Value: found[0]}, words, true
	})
}

// listsCalled are the other lists whose names begin so, the shortest name first.
func (p *Pane) listsCalled(name string) []string {
	var found []string
	for _, l := range p.now.Lists {
		if l.Name != p.now.Place.Set && name != "" && strings.HasPrefix(store.Fold(l.Name), store.Fold(name)) {
			found = append(found, l.Name)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return len(a) - len(b) })
	return found
}

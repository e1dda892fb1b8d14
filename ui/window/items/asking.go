package items

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
	"crossfeed/engine/store"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/wording"
)

// asking is a line above the rows that asks for what an action needs.
type asking struct {
	object *fyne.Container
	pane   *Pane
	name   *widget.Line
	entry  *widget.Entry
	answer *widget.Line
	// read makes an action of what was typed and says it in words; ok is false
	// where it means nothing.
	read func(text string) (a Action, words string, ok bool)
}

func newAsking(keys *widget.Keys, p *Pane) *asking {
	a := &asking{pane: p, name: widget.NewWholeLine("", widget.Look{}), answer: widget.NewLine("", widget.Look{Color: theme.Quiet})}
	own := keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			a.leave()
			return true
		}
		return false
	}})
	a.entry = widget.NewEntry(own, "")
	a.entry.OnChanged = func(string) { a.say() }
	a.entry.OnSubmitted = func(string) { a.submit() }
	name := container.New(layout.NewCustomPaddedLayout(0, 0, 2, 8), widget.Middle(a.name))
	a.object = container.NewVBox(widget.Border(nil, nil, name, nil, a.entry), a.answer)
	a.object.Hide()
	return a
}

// open asks.
func (a *asking) open(name, placeholder string, read func(string) (Action, string, bool)) {
	if len(a.pane.Chosen()) == 0 {
		return
	}
	a.read = read
	a.name.SetText(name)
	a.entry.SetPlaceHolder(placeholder)
	a.entry.Put("")
	a.say()
	a.object.Show()
	a.pane.layOut()
	widget.Focus(a.entry, a.pane.list)
}

// say tells what the answer means.
func (a *asking) say() {
	_, words, _ := a.read(a.entry.Text())
	a.answer.SetText(words)
}

func (a *asking) submit() {
	action, _, ok := a.read(a.entry.Text())
	if !ok {
		return
	}
	a.leave()
	a.pane.Do(action)
}

// leave closes the line and goes back to the rows.
func (a *asking) leave() {
	a.close()
	a.pane.FocusList()
}

func (a *asking) close() {
	if a.object.Visible() {
		a.object.Hide()
		a.pane.layOut()
	}
}

// AskDue asks when what is chosen is due.
func (p *Pane) AskDue() {
	p.ask.open(wording.L("Due"), wording.L("tomorrow, fri 18:00, 27.11. — nothing takes it off"), func(text string) (Action, string, bool) {
		if strings.TrimSpace(text) == "" {
			return Action{Verb: SetDue}, wording.L("Enter: no longer due. Esc: leave it."), true
		}
		d, ok := quickadd.Date(text, p.speaker.Typing())
		if !ok {
			return Action{}, wording.L("That is no date yet."), false
		}
		return Action{Verb: SetDue, Value: d.String()}, p.speaker.Date(d.String()), true
	})
}

// AskTags asks which tags what is chosen gets or loses.
func (p *Pane) AskTags() {
	p.ask.open(wording.L("Tags"), wording.L("dairy shop -veg: adds two, takes one off"), func(text string) (Action, string, bool) {
		put, off := tagsIn(text)
		var words []string
		if len(put) > 0 {
			words = append(words, wording.L("adds {{.Tags}}", wording.Data{"Tags": strings.Join(put, ", ")}))
		}
		if len(off) > 0 {
			words = append(words, wording.L("takes off {{.Tags}}", wording.Data{"Tags": strings.Join(off, ", ")}))
		}
		a := Action{Verb: ChangeTags, Value: record.FormatTags(put), Without: record.FormatTags(off)}
		return a, strings.Join(words, " · "), len(words) > 0
	})
}

// tagsIn are the tags of a text, and those in it that begin with a minus. Each
// may begin with # as well.
func tagsIn(text string) (put, off []string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		bare, minus := strings.CutPrefix(word, "-")
		tag := strings.TrimPrefix(bare, "#")
		switch {
		case tag == "":
		case minus:
			off = append(off, tag)
		default:
			put = append(put, tag)
		}
	}
	return put, off
}

// AskInto asks which outline what is chosen is put into.
func (p *Pane) AskInto() {
	if p.now.Tree == nil {
		return
	}
	p.ask.open(wording.L("Move under"), wording.L("the beginning of its name — nothing is the top level"), func(text string) (Action, string, bool) {
		if strings.TrimSpace(text) == "" {
			return Action{Verb: PutInto}, wording.L("Enter: to the top level. Esc: leave it."), true
		}
		found := p.targets(text)
		if len(found) == 0 {
			return Action{}, wording.L("Nothing is called so."), false
		}
		words := wording.L("Enter: into {{.Path}}", wording.Data{"Path": wording.Path(p.titles(found[0]))})
		if more := len(found) - 1; more > 0 {
			words += " · " + wording.N("{{.N}} more: type on", more, wording.Data{"N": wording.Number(more)})
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
	name := wording.L("Move to list")
	if verb == CopyTo {
		name = wording.L("Copy to list")
	}
	p.ask.open(name, wording.L("the beginning of its name"), func(text string) (Action, string, bool) {
		found := p.listsCalled(strings.TrimSpace(text))
		if len(found) == 0 {
			return Action{}, wording.L("Nothing is called so."), false
		}
		words := wording.L("Enter: into {{.Path}}", wording.Data{"Path": display.Label(found[0])})
		if more := len(found) - 1; more > 0 {
			words += " · " + wording.N("{{.N}} more: type on", more, wording.Data{"N": wording.Number(more)})
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

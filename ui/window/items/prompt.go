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
	"crossfeed/ui/wording"
)

// prompt is a line above the rows that asks for the value of an action.
type prompt struct {
	object *fyne.Container
	pane   *Pane
	name   *widget.Line
	entry  *widget.Entry
	answer *widget.Line
	// read turns the typed text into an action, and describes it in words; ok is false if the
	// text is not valid.
	read func(text string) (a Action, words string, ok bool)
	// present is the value that the entry began with, or "". Enter on it changes nothing.
	present string
}

func newPrompt(keys *widget.Keys, p *Pane) *prompt {
	a := &prompt{pane: p, name: widget.NewWholeLine("", widget.TextStyle{}), answer: widget.NewLine("", widget.TextStyle{Color: theme.Quiet})}
	own := keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			a.leave()
			return true
		}
		return false
	}})
	a.entry = widget.NewEntry(own, "")
	a.entry.OnChanged = func(string) { a.showAnswer() }
	a.entry.OnSubmitted = func(string) { a.submit() }
	name := container.New(layout.NewCustomPaddedLayout(0, 0, 2, 8), widget.Middle(a.name))
	a.object = container.NewVBox(widget.Border(nil, nil, name, nil, a.entry), a.answer)
	a.object.Hide()
	return a
}

// open shows the line.
func (a *prompt) open(name, placeholder string, read func(string) (Action, string, bool)) {
	a.openAt(name, placeholder, "", read)
}

// openAt is open with the present value of the chosen items.
func (a *prompt) openAt(name, placeholder, present string, read func(string) (Action, string, bool)) {
	if len(a.pane.Chosen()) == 0 {
		return
	}
	a.read, a.present = read, present
	a.name.SetText(name)
	a.entry.SetPlaceHolder(placeholder)
	a.entry.Put(present)
	a.showAnswer()
	a.object.Show()
	a.pane.layOut()
	widget.Focus(a.entry, a.pane.list)
	a.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// showAnswer shows how the answer is understood.
func (a *prompt) showAnswer() {
	_, words, _ := a.read(a.entry.Text())
	a.answer.SetText(words)
}

func (a *prompt) submit() {
	action, _, ok := a.read(a.entry.Text())
	if !ok {
		return
	}
	same := a.present != "" && a.entry.Text() == a.present
	a.leave()
	if !same {
		a.pane.Do(action)
	}
}

// leave closes the line and focuses the rows.
func (a *prompt) leave() {
	a.close()
	a.pane.FocusList()
}

func (a *prompt) close() {
	if a.object.Visible() {
		a.object.Hide()
		a.pane.layOut()
	}
}

// AskDue asks when the chosen items are due. The entry begins with their date, if they have the
// same one. Enter removes dates only if the person deleted it, or typed a minus.
func (p *Pane) AskDue() {
	present := p.due()
	p.ask.openAt(wording.L("due", "Due"), wording.L("tomorrow-fri-6pm-nov-27-minus", "tomorrow, fri 6pm, Nov 27 — or - for no due date"), present, func(text string) (Action, string, bool) {
		switch typed := strings.TrimSpace(text); {
		case typed == "-", typed == "" && present != "":
			return Action{Verb: SetDue}, wording.L("enter-remove-the-due-date-esc", "Enter: remove the due date. Esc: cancel."), true
		case typed == "":
			return Action{}, "", false
		}
		d, ok := quickadd.Date(text, p.speaker.Typing())
		if !ok {
			return Action{}, wording.L("that-is-no-date-yet", "That is no date yet."), false
		}
		return Action{Verb: SetDue, Value: d.String()}, p.speaker.Date(d.String()), true
	})
}

// due returns the date that all chosen items are due, or "" if they have several or none.
func (p *Pane) due() string {
	chosen := p.Chosen()
	for _, r := range chosen {
		if r.Due != chosen[0].Due {
			return ""
		}
	}
	if len(chosen) == 0 {
		return ""
	}
	return chosen[0].Due
}

// AskTags asks which tags to add to the chosen items and which to remove.
func (p *Pane) AskTags() {
	p.ask.open(wording.L("tags-2", "Tags"), wording.L("dairy-shop-veg-adds-two-tags", "dairy shop -veg: adds two tags, removes one"), func(text string) (Action, string, bool) {
		put, off := tagsIn(text)
		var words []string
		if len(put) > 0 {
			words = append(words, wording.L("adds-tags", "adds {{.Tags}}", wording.Data{"Tags": strings.Join(put, ", ")}))
		}
		if len(off) > 0 {
			words = append(words, wording.L("removes-tags", "removes {{.Tags}}", wording.Data{"Tags": strings.Join(off, ", ")}))
		}
		a := Action{Verb: ChangeTags, Value: record.FormatTags(put), Without: record.FormatTags(off)}
		return a, strings.Join(words, " · "), len(words) > 0
	})
}

// tagsIn returns the tags in a text, and those that begin with a minus. Each may also begin
// with #.
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

// AskInto asks under which outline item to move the chosen ones.
func (p *Pane) AskInto() {
	if p.now.Tree == nil {
		return
	}
	p.ask.open(wording.L("move-under", "Move under"), wording.L("type-its-name-leave-empty-for", "type its name — leave empty for the top level"), func(text string) (Action, string, bool) {
		if strings.TrimSpace(text) == "" {
			return Action{Verb: PutInto}, wording.L("enter-move-to-the-top-level", "Enter: move to the top level. Esc: cancel."), true
		}
		found := p.targets(text)
		if len(found) == 0 {
			return Action{}, wording.L("no-match", "No match."), false
		}
		words := wording.L("enter-move-under-path", "Enter: move under {{.Path}}", wording.Data{"Path": wording.Path(p.titles(found[0]))})
		if more := len(found) - 1; more > 0 {
			words += " · " + wording.N("n-more-matches-keep-typing", "{{.N}} more matches: keep typing", more, wording.Data{"N": wording.Number(more)})
		}
		return Action{Verb: PutInto, Value: p.now.Tree[found[0]].ID}, words, true
	})
}

// titles returns the titles of a row's ancestors and of the row.
func (p *Pane) titles(row int) []string {
	var titles []string
	for _, above := range p.now.Tree.Path(row) {
		titles = append(titles, p.now.Tree[above].Title)
	}
	return append(titles, p.now.Tree[row].Title)
}

// targets returns the rows of the tree that a text may refer to, the likeliest first: titles
// that are equal to it, then those that begin with it, then those that contain it. Within each
// of these groups, rows with children come first.
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

// chosenBranches returns a function that reports whether a row is chosen, or below a chosen
// row: no item can be moved under itself. It has to be called with ascending rows.
func (p *Pane) chosenBranches() func(row int) bool {
	chosen := map[string]bool{}
	for _, r := range p.Chosen() {
		chosen[r.ID] = true
	}
	end := 0
	return func(row int) bool {
		if row >= end && chosen[p.now.Tree[row].ID] {
			end = p.now.Tree.End(row)
		}
		return row < end
	}
}

// askList asks for the list to move or copy the chosen items to.
func (p *Pane) askList(verb Verb) {
	name := wording.L("move-to-list", "Move to list")
	if verb == CopyTo {
		name = wording.L("copy-to-list", "Copy to list")
	}
	p.ask.open(name, wording.L("type-its-name", "type its name"), func(text string) (Action, string, bool) {
		found := p.listsCalled(strings.TrimSpace(text))
		if len(found) == 0 {
			return Action{}, wording.L("no-match", "No match."), false
		}
		words := wording.L("enter-move-under-path", "Enter: move under {{.Path}}", wording.Data{"Path": display.Label(found[0])})
		if more := len(found) - 1; more > 0 {
			words += " · " + wording.N("n-more-matches-keep-typing", "{{.N}} more matches: keep typing", more, wording.Data{"N": wording.Number(more)})
		}
		return Action{Verb: verb, Value: found[0]}, words, true
	})
}

// listsCalled returns the other lists whose names begin with name, the shortest first.
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

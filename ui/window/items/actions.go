package items

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Chosen returns the chosen rows from top to bottom.
func (p *Pane) Chosen() []snapshot.Row {
	var rows []snapshot.Row
	for _, i := range p.list.Chosen() {
		if i < len(p.now.Rows) && p.now.Rows[i].Heading == nil {
			rows = append(rows, p.now.Rows[i])
		}
	}
	return rows
}

func (p *Pane) items(rows []snapshot.Row) []snapshot.Item {
	all := make([]snapshot.Item, len(rows))
	for i, r := range rows {
		all[i] = r.Item()
	}
	return all
}

// Marks reports whether an item is chosen or, for the zero Item, whether none is.
func (p *Pane) Marks(it snapshot.Item) bool {
	chosen := p.items(p.Chosen())
	return slices.Contains(chosen, it) || len(chosen) == 0 && it == (snapshot.Item{})
}

// Beside returns the item below the chosen ones, or the one above if there is none below; the
// zero Item if all are chosen.
func (p *Pane) Beside() snapshot.Item {
	chosen := p.list.Chosen()
	if len(chosen) == 0 {
		return snapshot.Item{}
	}
	last := chosen[len(chosen)-1] + 1
	if tops := p.now.Rows.Tops(chosen); p.now.IsOutline() {
		last = p.now.Rows.End(tops[len(tops)-1])
	}
	for i := last; i < len(p.now.Rows); i++ {
		if p.now.Rows[i].Heading == nil {
			return p.now.Rows[i].Item()
		}
	}
	for i := chosen[0] - 1; i >= 0; i-- {
		if p.now.Rows[i].Heading == nil {
			return p.now.Rows[i].Item()
		}
	}
	return snapshot.Item{}
}

// Do performs an action on the chosen items.
func (p *Pane) Do(a Action) {
	if rows := p.Chosen(); len(rows) > 0 {
		p.events.Do(a, rows)
	}
}

// TurnDone completes the chosen items or, if all are completed, reopens them.
func (p *Pane) TurnDone() { p.Do(p.turnDone()) }

func (p *Pane) turnDone() Action {
	open := func(r snapshot.Row) bool { return isTodo(r) && !r.Done }
	if slices.ContainsFunc(p.Chosen(), open) {
		return Action{Verb: Complete}
	}
	return Action{Verb: Reopen}
}

// making returns the action that turns notes into the kind of records that their list is for.
// can is false if none of the chosen rows is a note, or if the list has no such kind.
func (p *Pane) making() (a Action, can bool) {
	for _, l := range p.now.Lists {
		if l.Name == p.now.Place.Set && record.Makes(record.Kind(l.Kind)) {
			a = Action{Verb: Make, Value: l.Kind}
		}
	}
	return a, a.Verb == Make && p.has(isNote)
}

// MakeRecords turns the chosen notes into records of their list's kind, and reports whether
// that is possible.
func (p *Pane) MakeRecords() bool {
	a, can := p.making()
	if can {
		p.Do(a)
	}
	return can
}

func isTodo(r snapshot.Row) bool { return r.Kind == record.Todo }

func isNote(r snapshot.Row) bool { return r.Kind == record.Note }

func hasTags(r snapshot.Row) bool { return r.Kind != record.Note && r.Kind != record.Outline }

// has reports whether a chosen row meets a condition.
func (p *Pane) has(condition func(snapshot.Row) bool) bool {
	return p.list.HasChosen(func(i int) bool {
		return i < len(p.now.Rows) && p.now.Rows[i].Heading == nil && condition(p.now.Rows[i])
	})
}

// HasChosen reports whether an item is chosen.
func (p *Pane) HasChosen() bool { return p.has(func(snapshot.Row) bool { return true }) }

// HasTodos reports whether a todo is chosen.
func (p *Pane) HasTodos() bool { return p.has(isTodo) }

// Repeats reports whether an open todo is chosen that repeats.
func (p *Pane) Repeats() bool {
	return p.has(func(r snapshot.Row) bool { return r.Repeats && !r.Done })
}

// HasTags reports whether an item is chosen that can have tags.
func (p *Pane) HasTags() bool { return p.has(hasTags) }

// CanMakeRecords reports whether a note is chosen that can be turned into another record.
func (p *Pane) CanMakeRecords() bool {
	_, can := p.making()
	return can
}

// actions returns the menu of actions for the chosen items.
func (p *Pane) actions() []*fyne.MenuItem {
	rows := p.Chosen()
	if len(rows) == 0 {
		none := appliesIf(false, fyne.NewMenuItem(wording.L("nothing-selected", "Nothing selected"), nil))
		lines := append([]*fyne.MenuItem{none, fyne.NewMenuItemSeparator()}, p.branchActions()...)
		return append(lines, p.importing())
	}
	if p.now.Place.Kind == snapshot.KindDeleted {
		return []*fyne.MenuItem{p.action(wording.L("restore-ctrl-enter", "Restore  Ctrl+Enter"), Action{Verb: Restore})}
	}
	var lines []*fyne.MenuItem
	if p.HasTodos() {
		lines = p.todoActions()
	}
	if a, can := p.making(); can {
		lines = append(lines, p.action(wording.Make(record.Kind(a.Value)), a))
	}
	if p.HasTags() {
		lines = append(lines, fyne.NewMenuItem(wording.L("tags-ctrl-t", "Tags…  Ctrl+T"), p.AskTags))
	}
	lines = append(append(lines, p.treeActions()...), p.branchActions()...)
	lines = append(lines, p.listActions()...)
	lines = append(lines, p.importing(), fyne.NewMenuItem(wording.L("export-dialog", "Export…"), func() { p.events.Export(rows) }))
	return append(lines, fyne.NewMenuItemSeparator(), p.action(wording.L("delete-del", "Delete  Del"), Action{Verb: Delete}))
}

// importing returns the menu entry that imports a file.
func (p *Pane) importing() *fyne.MenuItem {
	return fyne.NewMenuItem(wording.L("import-dialog", "Import…"), p.events.Import)
}

// OpenMenu opens the menu of actions at the list.
func (p *Pane) OpenMenu() { p.list.OpenMenu() }

// openMenu opens the menu of actions at a position.
func (p *Pane) openMenu(at fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		fynewidget.ShowPopUpMenuAtPosition(widget.Menu(p.keys, p.actions()), c, at)
	}
}

func (p *Pane) action(text string, a Action) *fyne.MenuItem {
	return fyne.NewMenuItem(text, func() { p.Do(a) })
}

// todoActions returns the actions for todos.
func (p *Pane) todoActions() []*fyne.MenuItem {
	done := wording.L("mark-as-done-ctrl-d", "Mark as done  Ctrl+D")
	if p.turnDone().Verb == Reopen {
		done = wording.L("mark-as-not-done-ctrl-d", "Mark as not done  Ctrl+D")
	}
	priority := fyne.NewMenuItem(wording.L("priority", "Priority"), nil)
	priority.ChildMenu = fyne.NewMenu("", p.priorities()...)
	_, _, canMoveIn := p.partsOf()
	return []*fyne.MenuItem{
		p.action(done, p.turnDone()),
		fyne.NewMenuItem(wording.L("due-ctrl-e", "Due…  Ctrl+E"), p.AskDue),
		appliesIf(p.Repeats(), p.action(wording.L("skip-to-the-next-date", "Skip to the next date"), Action{Verb: Skip})),
		priority,
		fyne.NewMenuItem(wording.L("section-dialog", "Section…"), p.AskSection),
		appliesIf(p.InSection(), fyne.NewMenuItem(wording.L("rename-section-dialog", "Rename section…"), p.AskSectionName)),
		appliesIf(canMoveIn, fyne.NewMenuItem(wording.L("make-a-subtask-alt-right", "Make a subtask  Alt+Right"), p.moveIn)),
		appliesIf(p.canMoveOut(), fyne.NewMenuItem(wording.L("outdent-alt-left", "Outdent  Alt+Left"), p.moveOut)),
	}
}

func (p *Pane) priorities() []*fyne.MenuItem {
	var lines []*fyne.MenuItem
	for _, value := range []string{"1", "5", "9", ""} {
		lines = append(lines, p.action(wording.Priority(value), Action{Verb: SetPriority, Value: value}))
	}
	return lines
}

// listActions returns the actions that move and copy to other lists.
func (p *Pane) listActions() []*fyne.MenuItem {
	move, copied := fyne.NewMenuItem(wording.L("move-to-list", "Move to list"), nil), fyne.NewMenuItem(wording.L("copy-to-list", "Copy to list"), nil)
	move.ChildMenu = fyne.NewMenu("", p.Lists(MoveTo)...)
	copied.ChildMenu = fyne.NewMenu("", p.Lists(CopyTo)...)
	appliesIf(slices.ContainsFunc(move.ChildMenu.Items, func(l *fyne.MenuItem) bool { return !l.Disabled }), move)
	return []*fyne.MenuItem{fyne.NewMenuItemSeparator(), move, copied}
}

// appliesIf disables an entry of a menu unless it applies.
func appliesIf(applies bool, line *fyne.MenuItem) *fyne.MenuItem {
	line.Disabled = !applies
	return line
}

// mostLines is the maximum number of lists in a menu.
const mostLines = 50

// Lists returns menu entries that move or copy the chosen items to each of the lists.
func (p *Pane) Lists(verb Verb) []*fyne.MenuItem {
	var lines []*fyne.MenuItem
	for i, l := range p.now.Lists {
		if more := len(p.now.Lists) - i; i == mostLines && more > 1 {
			return append(lines, fyne.NewMenuItem(wording.L("n-more", "{{.N}} more…", wording.Data{"N": wording.Number(more)}), func() { p.askList(verb) }))
		}
		line := p.action(l.Name, Action{Verb: verb, Value: l.Name})
		line.Disabled = verb == MoveTo && l.Name == p.now.Place.Set
		lines = append(lines, line)
	}
	return lines
}

// key folds and unfolds the subtasks of a row. Left on a row without unfolded subtasks goes to
// its parent, Right on an unfolded row to its first subtask.
func (p *Pane) key(ev *fyne.KeyEvent) bool {
	at := p.list.Marked()
	if at == widget.Nothing || !p.now.Subtasks {
		return false
	}
	r := p.now.Rows[at]
	switch {
	case ev.Name == fyne.KeyRight && r.Folded:
		p.fold(r, false)
	case ev.Name == fyne.KeyRight && r.Parts > 0:
		p.markRow(at + 1)
	case ev.Name == fyne.KeyLeft && r.Parts > 0 && !r.Folded:
		p.fold(r, true)
	case ev.Name == fyne.KeyLeft && r.Depth > 0:
		p.markRow(p.above(at))
	case ev.Name == fyne.KeyLeft, ev.Name == fyne.KeyRight:
	default:
		return false
	}
	return true
}

// above returns the row of a subtask's parent.
func (p *Pane) above(at int) int {
	depth := p.now.Rows[at].Depth
	for at > 0 && p.now.Rows[at].Depth >= depth {
		at--
	}
	return at
}

func (p *Pane) markRow(i int) {
	p.list.Mark(i)
	p.events.Item(p.now.Rows[i])
}

// shortcut moves the chosen items up and down if the order is manual, and indents and outdents
// them.
func (p *Pane) shortcut(s fyne.Shortcut) bool {
	custom, is := s.(*desktop.CustomShortcut)
	if !is || custom.Modifier != fyne.KeyModifierAlt {
		return false
	}
	if p.now.IsOutline() {
		return p.put(custom.KeyName)
	}
	switch custom.KeyName {
	case fyne.KeyUp:
		p.shift(-1)
	case fyne.KeyDown:
		p.shift(1)
	case fyne.KeyRight:
		p.moveIn()
	case fyne.KeyLeft:
		p.moveOut()
	default:
		return false
	}
	return true
}

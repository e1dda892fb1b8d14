package items

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// itemEntry is the entry for new items. In lists of todos it shows what it recognised as chips,
// each of which can be removed.
type itemEntry struct {
	object  *fyne.Container
	entry   *widget.Entry
	chips   *widget.Chips
	speaker wording.Speaker
	kind    record.Kind
	// grown is called when the height of the chips may have changed.
	grown func()
	// chosen says what the person does not want to be recognised, and what is a date.
	chosen quickadd.Choices
	typed  quickadd.Entry
	// sections are the sections of the shown list.
	sections []string
	// at is the place that the text is typed for, half holds unfinished texts of other places.
	at   snapshot.Place
	half map[snapshot.Place]string
}

func newItemEntry(keys *widget.Keys, p *Pane, add func(v record.Values, typed string)) *itemEntry {
	a := &itemEntry{speaker: p.speaker, grown: p.layOut, half: map[snapshot.Place]string{}, entry: widget.NewEntry(keys, ""), chips: widget.NewChips(keys)}
	a.entry.OnChanged = func(string) { a.read() }
	a.entry.OnSubmitted = func(string) { a.submit(add) }
	a.chips.OnRemoved = a.takeOff
	a.chips.After = a.entry
	a.chips.OnGrown = func() { a.grown() }
	a.chips.Set(0, nil)
	a.object = container.NewVBox(a.entry, a.chips.Object())
	return a
}

// show prepares for items of the shown place. A list that is being created is not in the
// snapshot yet.
func (a *itemEntry) show(now *snapshot.Snapshot) {
	if l, there := now.List(now.Place.Set); there {
		a.kind = record.Kind(l.Kind)
	}
	a.sections = now.Rows.Sections()
	if now.Place.Smart() {
		a.kind, a.sections = record.Todo, nil
	}
	a.expect(a.kind)
	widget.Show(a.object, now.Place.Kind == snapshot.KindList || now.Place.AddsTodos() && now.FirstTodoList() != "")
}

// expect prepares for items of a kind.
func (a *itemEntry) expect(k record.Kind) {
	a.kind = k
	a.entry.SetPlaceHolder(placeholderFor(k))
	a.read()
}

func placeholderFor(k record.Kind) string {
	switch k {
	case record.Todo:
		return wording.L("add-milk-fri-6pm-dairy-p1", "Add: milk fri 6pm #dairy p1")
	case record.Contact:
		return wording.L("add-a-name", "Add a name…")
	}
	if k == record.Outline {
		return wording.L("add-a-line-below-the-selected", "Add a line below the selected one…")
	}
	return wording.L("add-an-item", "Add an item…")
}

func (a *itemEntry) open() { a.object.Show() }

// read recognises what was typed.
func (a *itemEntry) read() {
	text := a.entry.Text()
	gone := func(s string) bool { return !strings.Contains(text, s) }
	a.chosen.Plain, a.chosen.Dates = slices.DeleteFunc(a.chosen.Plain, gone), slices.DeleteFunc(a.chosen.Dates, gone)
	a.typed = quickadd.Entry{Title: strings.TrimSpace(text), Values: record.Values{"title": strings.TrimSpace(text)}}
	if a.kind == record.Todo {
		chosen := a.chosen
		chosen.Sections = a.sections
		a.typed = quickadd.Parse(text, a.speaker.Typing(), chosen)
	}
	chips := slices.Concat(a.typed.Chips, a.typed.Asks)
	if had := len(a.chips.Chips()); had+len(chips) > 0 {
		a.chips.Set(len(chips), func(i int) widget.ChipText {
			t := a.chip(chips[i])
			if t.Ask = i >= len(a.typed.Chips); t.Ask {
				t.Text += "?"
			}
			return t
		})
		a.grown()
	}
}

// chip shows a recognised value as it will be stored, such as the date for "fri".
func (a *itemEntry) chip(c quickadd.Chip) widget.ChipText {
	sign := map[string]string{
		"due": theme.IconToday, "tags": theme.IconTag, "priority": theme.IconPriority,
		"repeat": theme.IconRepeat, "alarms": theme.IconAlarm, "section": theme.IconOutline,
	}[c.Field]
	t := widget.ChipText{Text: c.Text}
	if sign != "" {
		t.Sign = theme.Icon(sign, theme.Quiet)
	}
	if f, err := record.Find(record.Todo, c.Field); err == nil {
		if words := a.speaker.Value(f.Form, c.Value); words != "" {
			t.Text = words
		}
	}
	isDue := func(c quickadd.Chip) bool { return c.Field == "due" }
	if due := a.typed.Values["due"]; c.Field == "repeat" && due != "" && !slices.ContainsFunc(a.typed.Chips, isDue) {
		t.Text = wording.L("rule-from-date", "{{.Rule}}, from {{.Date}}", wording.Data{"Rule": t.Text, "Date": a.speaker.ShortDate(due)})
	}
	return t
}

// takeOff turns a chip back into plain words of the title, or answers that one is a date.
func (a *itemEntry) takeOff(i int) {
	if asks := i - len(a.typed.Chips); asks >= 0 {
		a.chosen.Dates = append(a.chosen.Dates, a.typed.Asks[asks].Text)
	} else {
		a.chosen.Plain = append(a.chosen.Plain, a.typed.Chips[i].Text)
	}
	a.read()
}

// submit adds the typed item. The entry is ready for the next one at once.
func (a *itemEntry) submit(add func(v record.Values, typed string)) {
	a.read()
	if strings.TrimSpace(a.entry.Text()) == "" {
		return
	}
	values, typed := a.typed.Values, a.entry.Text()
	a.entry.Put("")
	a.chosen = quickadd.Choices{}
	a.read()
	add(values, typed)
}

func (a *itemEntry) turn(to snapshot.Place) {
	a.half[a.at] = a.entry.Text()
	a.at, a.chosen = to, quickadd.Choices{}
	a.entry.Put(a.half[to])
	delete(a.half, to)
	a.read()
}

// putBack restores the text of an item that could not be added, unless something else was
// typed since.
func (a *itemEntry) putBack(at snapshot.Place, typed string) {
	switch {
	case at != a.at && a.half[at] == "":
		a.half[at] = typed
	case at == a.at && a.entry.Text() == "":
		a.entry.Put(typed)
		a.read()
	}
}

// renaming is the entry that covers the row of an item while a person renames it.
type renaming struct {
	pane   *Pane
	entry  *widget.Entry
	object *fyne.Container
	item   snapshot.Item
	before string
}

func newRenaming(keys *widget.Keys, p *Pane) *renaming {
	r := &renaming{pane: p}
	r.entry = widget.NewEntry(keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			r.close()
			return true
		}
		return false
	}}), "")
	r.entry.OnSubmitted = func(string) { p.SubmitRename() }
	r.entry.OnLeft = func() {
		if r.object.Visible() {
			p.events.RenameLeft()
		}
	}
	r.object = container.NewWithoutLayout(r.entry)
	r.object.Hide()
	return r
}

// BeginRename shows an entry with the title of an item in its row.
func (p *Pane) BeginRename(it snapshot.Item, title string) {
	row := p.index(it)
	if row == widget.Nothing {
		return
	}
	r := p.rename
	r.item, r.before = it, title
	p.list.ScrollTo(row)
	r.object.Show()
	r.follow()
	r.entry.Put(title)
	widget.Focus(r.entry, p.list)
	r.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// RenameEntry returns the entry that covers a row.
func (p *Pane) RenameEntry() fyne.Focusable { return p.rename.entry }

// RenameLists applies new names of lists.
func (p *Pane) RenameLists(names map[string]string) {
	if name, there := names[p.rename.item.Set]; there {
		p.rename.item.Set = name
	}
}

// SubmitRename renames the item if the entry is shown, and reports whether it is.
func (p *Pane) SubmitRename() bool {
	if !p.rename.object.Visible() {
		return false
	}
	if it, title := p.EndRename(); title != "" {
		p.events.Rename(it, title)
	}
	return true
}

// EndRename closes the entry, and returns the item and its new title; "" if there is none.
func (p *Pane) EndRename() (snapshot.Item, string) {
	r := p.rename
	if !r.object.Visible() {
		return snapshot.Item{}, ""
	}
	title := r.entry.Text()
	r.close()
	if title == r.before {
		return snapshot.Item{}, ""
	}
	return r.item, title
}

// close hides the entry. A hidden entry would still receive the keys.
func (r *renaming) close() {
	r.object.Hide()
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.pane.list); c != nil && c.Focused() == fyne.Focusable(r.entry) {
		r.pane.FocusList()
	}
}

// follow moves the entry to the row of its item.
func (r *renaming) follow() {
	if !r.object.Visible() {
		return
	}
	row := r.pane.index(r.item)
	if row == widget.Nothing {
		return
	}
	top, height := r.pane.list.RowTop(row), r.entry.MinSize().Height
	r.entry.Move(fyne.NewPos(0, min(max(top, 0), max(r.pane.list.Size().Height-height, 0))))
	r.entry.Resize(fyne.NewSize(r.pane.list.Size().Width, height))
}

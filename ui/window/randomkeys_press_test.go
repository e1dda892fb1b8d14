package window

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/widget/textedit"
)

// step presses a key, clicks, types something, or lets something happen elsewhere, and
// compares the page with the model.
func (p *keyPresser) step() string {
	if r := p.random.IntN(100); r < 4 {
		p.hasty = 0
		p.arrives(p.pick("one", "one", "two"))
		return p.differs()
	} else if r == 4 && p.random.IntN(2) == 0 {
		p.hasty = 0
		p.rest()
		p.restarts()
		return p.differs()
	}
	if !p.win.resolving() {
		p.hasty = 0
		p.key(fyne.KeyF8)
		p.openedAgain()
		return p.differs()
	}
	if p.mouse.IntN(10) == 0 {
		if why := p.points(); why != "" {
			return why
		}
	}
	if p.kind != todoKeys && p.random.IntN(6) == 0 {
		p.addsNext()
		return p.differs()
	}
	if p.random.IntN(6) == 0 {
		p.hasty = 1 + p.random.IntN(2)
	}
	switch r := p.random.IntN(100); {
	case r < 6:
		p.key(fyne.KeyDown, fyne.KeyModifierAlt) // to the next difference
		p.moved()
		p.merge()
	case r < 32:
		p.key([]fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd}[p.random.IntN(9)])
		p.moved()
	case r < 38:
		p.key([]fyne.KeyName{fyne.KeyDown, fyne.KeyUp}[p.random.IntN(2)], fyne.KeyModifierAlt)
		p.moved()
	case r < 52:
		p.number(p.random.IntN(4))
	case r < 57:
		p.zero()
	case r < 65:
		p.enter(false)
	case r < 70:
		p.enter(true)
	case r < 74:
		p.backspace()
	case r < 77:
		p.space()
	case r < 82:
		p.clicks()
	case r < 87:
		p.key(fyne.KeyZ, fyne.KeyModifierControl)
		p.model().undo()
	case r < 91:
		p.key(fyne.KeyY, fyne.KeyModifierControl)
		p.model().redo()
	case r < 96:
		return p.typesInto()
	case r < 99:
		return p.save()
	default:
		p.rest()
		key := []fyne.KeyName{fyne.KeyEscape, fyne.KeyF8, fyne.KeyF8}[p.random.IntN(3)]
		if p.hasty = 0; key == fyne.KeyF8 {
			p.strike(key)
			p.inBetween(1)
		} else {
			p.key(key)
		}
		p.openedAgain()
	}
	return p.differs()
}

func (p *keyPresser) key(name fyne.KeyName, held ...fyne.KeyModifier) {
	p.strike(name, held...)
	p.pause()
	p.noteMark()
}

// strike presses a key without running jobs.
func (p *keyPresser) strike(name fyne.KeyName, held ...fyne.KeyModifier) {
	text := string(name)
	for _, h := range held {
		text += fmt.Sprintf("+%d", h)
	}
	p.log = append(p.log, text)
	p.press(name, held...)
}

// pause runs all jobs, or continues in haste.
func (p *keyPresser) pause() {
	if p.hasty == 0 {
		p.rest()
		return
	}
	p.hasty--
	p.waits(p.random.IntN(4))
}

// waits runs a number of waiting jobs.
func (p *keyPresser) waits(jobs int) {
	p.stepsOn(jobs)
	p.log = append(p.log, fmt.Sprintf("(%d jobs)", jobs))
}

// inBetween presses keys while the item on the page is saved or left and another one is read,
// which takes at least a number of jobs. The keys have no effect.
func (p *keyPresser) inBetween(jobs int) {
	at := p.win.pages.resolve.Item()
	for range p.random.IntN(4) {
		if n := p.random.IntN(2); n <= jobs {
			p.waits(n)
			jobs -= n
		}
		if !p.win.resolving() || p.win.pages.resolve.Item() != at {
			break
		}
		switch p.random.IntN(8) {
		case 0:
			p.strike(fyne.KeyReturn, fyne.KeyModifierControl)
		case 1:
			p.strike(fyne.KeyZ, fyne.KeyModifierControl)
		case 2:
			p.strike(fyne.KeyBackspace)
		case 3:
			p.strike(fyne.KeyReturn)
		default:
			p.strikeText(p.pick("0", "1", "2", "3", " ", "+", "e"))
		}
	}
	p.hasty = 0
	p.rest()
}

// noteMark logs the selection, for a test that fails.
func (p *keyPresser) noteMark() {
	if p.win.resolving() {
		field, hunk, marked := p.win.pages.resolve.Marked()
		p.log = append(p.log, fmt.Sprintf("<%s %d %v %v %T>", field, hunk, marked, p.win.pages.resolve.Grid().At(), p.fyne.Canvas().Focused()))
	}
}

func (p *keyPresser) letter(text string) {
	p.strikeText(text)
	p.pause()
}

func (p *keyPresser) strikeText(text string) {
	p.log = append(p.log, strconv.Quote(text))
	p.types(text)
}

// model returns the model of the item on the page, as the page has met it.
func (p *keyPresser) model() *keyModel {
	id := p.shownItem()
	if p.models[id] == nil {
		p.models[id] = newKeyModel(*p.items[id])
	}
	p.models[id].refreshItem(*p.items[id])
	return p.models[id]
}

// moved ends the typing.
func (p *keyPresser) moved() {
	if p.win.resolving() {
		p.model().typing = ""
	}
}

// openedAgain is called after the page may have been left or opened.
func (p *keyPresser) openedAgain() {
	if p.win.resolving() {
		p.model().opened()
	}
}

// arrives lets a sync receive a version of an item: an edit, a deletion, or one equal to
// another version. It may win.
func (p *keyPresser) arrives(id string) {
	it := p.items[id]
	if p.saved[id] || len(it.versions) > 4 {
		return
	}
	oldest := it.versions[len(it.versions)-1]
	base := &keyVersion{made: &item.Version{History: oldest.made.History[1:]}}
	values, deleted := p.edited(id, oldest.values), p.random.IntN(6) == 0
	if p.random.IntN(4) == 0 {
		values = it.versions[p.random.IntN(len(it.versions))].values
	}
	now := &keyItem{kind: it.kind, base: it.base, straight: it.straight}
	if p.random.IntN(3) == 0 {
		now.versions = append([]*keyVersion{p.version(id, p.made, "guest", deleted, values, base)}, it.versions...)
	} else {
		now.versions = append(slices.Clone(it.versions), p.version(id, -p.made, "guest", deleted, values, base))
	}
	if len(now.columns()) < 2 {
		return
	}
	p.log = append(p.log, fmt.Sprintf("(%s of %s arrives, deleted: %v, %q)", now.versions[0].by, id, deleted, values))
	p.items[id] = now
	must(p.t, p.store.Update(p.t.Context(), func(w store.Writer) error { return w.PutItem(p.list, p.stored(id), store.Seen{At: noon}) }))
	p.win.Reload()
	p.rest()
	if len(now.columns()) > len(it.columns()) { // a version equal to another one is no news
		p.tooEarly(id)
	}
	p.clock.now = p.clock.now.Add(time.Second)
}

// restarts ends the program and starts it again: the choices made so far are kept.
func (p *keyPresser) restarts() {
	p.log = append(p.log, "(restart)")
	for id, m := range p.models {
		if m.draft == nil {
			delete(p.models, id)
		} else {
			m.restart()
		}
	}
	p.start()
}

// head returns the version with a number, if there is one.
func (p *keyPresser) head(n int) *keyVersion {
	if heads := p.model().item.heads(); n < len(heads) {
		return heads[n]
	}
	return nil
}

// number presses the key of a version, or M if there is no version with that number.
func (p *keyPresser) number(n int) {
	field, hunk, marked := p.win.pages.resolve.Marked()
	v := p.head(n)
	if v == nil {
		p.merge()
		return
	}
	p.letter(strconv.Itoa(n + 1))
	p.choose(field, hunk, marked, v)
}

// merge presses M.
func (p *keyPresser) merge() {
	m := p.model()
	field, hunk, marked := p.win.pages.resolve.Marked()
	p.letter("m")
	if marked && slices.Contains(p.kind.fields, field) && m.merge(field, hunk) {
		p.merges++
	}
}

// zero presses the key of the original.
func (p *keyPresser) zero() {
	field, hunk, marked := p.win.pages.resolve.Marked()
	p.letter("0")
	p.choose(field, hunk, marked, original)
}

func (p *keyPresser) choose(field string, hunk int, marked bool, v *keyVersion) {
	switch {
	case !marked || v == nil || field != "" && !slices.Contains(p.kind.fields, field):
	case field == "":
		p.model().takeWhole(v)
	default:
		p.model().take(field, hunk, v)
	}
}

// column returns the version of the selected column, or nil for the result.
func (p *keyPresser) column() *keyVersion {
	switch n, there := p.win.pages.resolve.MarkedVersion(); {
	case !there:
		return nil
	case n < 0:
		return original
	default:
		return p.head(n)
	}
}

// enter presses Enter, with or without Shift. If that opens the editor, nothing is typed
// there.
func (p *keyPresser) enter(shift bool) {
	m := p.model()
	field, hunk, marked := p.win.pages.resolve.Marked()
	v := p.column()
	if shift {
		p.key(fyne.KeyReturn, fyne.KeyModifierShift)
	} else {
		p.key(fyne.KeyReturn)
	}
	switch {
	case v == nil:
		m.typing = ""
		p.toGrid()
	case shift && v != original:
		if marked && slices.Contains(p.kind.fields, field) {
			m.add(field, hunk, v)
		}
	default:
		p.choose(field, hunk, marked, v)
	}
}

// addsNext goes to one of the next differences, and adds a version there.
func (p *keyPresser) addsNext() {
	for range 1 + p.random.IntN(3) {
		p.key(fyne.KeyDown, fyne.KeyModifierAlt)
		p.moved()
	}
	for range p.random.IntN(3) {
		p.key([]fyne.KeyName{fyne.KeyLeft, fyne.KeyRight}[p.random.IntN(2)])
		p.moved()
	}
	m := p.model()
	before := m.text()
	field, hunk, marked := p.win.pages.resolve.Marked()
	if v := p.column(); v == nil || v == original || p.random.IntN(2) == 0 {
		p.enter(true)
	} else if p.letter("+"); marked && slices.Contains(p.kind.fields, field) {
		m.add(field, hunk, v)
	}
	if p.kind.set(field) && m.text() != before {
		p.added++
	}
}

// toGrid leaves the editor, as a click on the selected cell does.
func (p *keyPresser) toGrid() { p.win.focus(p.win.pages.resolve.Focus()) }

func (p *keyPresser) backspace() {
	m := p.model()
	field, hunk, marked := p.win.pages.resolve.Marked()
	v := p.column()
	p.key(fyne.KeyBackspace)
	if marked && v == nil {
		m.back(field, hunk)
	}
}

func (p *keyPresser) space() {
	m := p.model()
	v := p.column()
	p.letter(" ")
	if v != nil && v != original {
		m.include(v)
	}
}

// clicks clicks an offer in the column of the result, or a button of the page.
func (p *keyPresser) clicks() {
	p.rest()
	p.clock.now = p.clock.now.Add(time.Second)
	if at, text, there := p.choiceInSight(); there && p.random.IntN(4) > 0 {
		p.log = append(p.log, "(click on "+text+")")
		test.TapCanvas(p.fyne.Canvas(), at)
		p.rest()
		p.model().typing = ""
		p.noteMark()
		before := p.model().text()
		if p.chose(text); p.model().text() != before {
			p.hits++
		}
		return
	}
	buttons := map[string]func(){
		"Keep it":    p.model().stay,
		"Start over": p.model().startOver,
	}
	for i, v := range p.model().item.heads() {
		text := "Use " + string(rune('A'+i))
		if v.deleted {
			text = "Delete it"
		}
		buttons[text] = func() { p.model().takeWhole(v) }
	}
	var inSight []*widget.Button
	uitest.Walk(p.win.pages.resolve.Object(), func(o fyne.CanvasObject) {
		if b, is := o.(*widget.Button); is && buttons[b.Text] != nil {
			inSight = append(inSight, b)
		}
	})
	for _, b := range inSight {
		if p.random.IntN(3) == 0 {
			p.log = append(p.log, "(click on "+b.Text+")")
			b.Tapped(nil)
			p.rest()
			p.toGrid()
			buttons[b.Text]()
			return
		}
	}
}

// choiceInSight returns the position of a visible offer.
func (p *keyPresser) choiceInSight() (at fyne.Position, text string, there bool) {
	type choice struct {
		text string
		at   fyne.Position
	}
	var all []choice
	framed := false
	g := p.win.pages.resolve.Grid()
	top := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
	end := top.Add(g.Size())
	uitest.WalkAt(g, top.Subtract(g.Position()), func(o fyne.CanvasObject, at fyne.Position) {
		if t, is := o.(*canvas.Text); is && framed && choosable(t.Text) {
			at = at.AddXY(t.Size().Width/2, t.Size().Height/2)
			if at.X > top.X && at.X < end.X && at.Y > top.Y && at.Y < end.Y {
				all = append(all, choice{t.Text, at})
			}
		}
		b, is := o.(*canvas.Rectangle)
		framed = is && b.StrokeWidth == 1 && b.CornerRadius == 4
	})
	if len(all) == 0 {
		return at, "", false
	}
	c := all[p.random.IntN(len(all))]
	return c.at, c.text, true
}

// choosable reports whether the model knows what an offer does.
func choosable(text string) bool {
	return text == "Merge words" || text == "Edit" || text == "Both" || text == "All" || text == "Original" || len(text) == 1 || text[1] == ',' || strings.Contains(text, " then ")
}

// chose makes the choice of an offer with a text for the selected field or hunk.
func (p *keyPresser) chose(text string) {
	m := p.model()
	field, hunk, _ := p.win.pages.resolve.Marked()
	letter := func(r byte) *keyVersion { return p.head(int(r - 'A')) }
	switch {
	case text == "Edit":
		p.toGrid()
	case text == "Merge words" && hunk >= 0:
		m.mergeWords(field, hunk)
	case text == "Merge words":
		m.merge(field, hunk)
	case text == "Both" || text == "All":
		m.unite(field)
	case text == "Original":
		m.take(field, hunk, original)
	case strings.Contains(text, " then "), strings.HasSuffix(text, " in order"):
		var who []*keyVersion
		for _, name := range strings.Split(strings.NewReplacer(" then ", ", ", " in order", "").Replace(text), ", ") {
			who = append(who, letter(name[0]))
		}
		if namesOf(who) != namesOf(m.differing(hunk)) {
			p.t.Errorf("%q does not name the versions that differ", text)
		}
		m.both(field, hunk, who)
	default:
		m.take(field, hunk, letter(text[0]))
	}
}

// typesInto types into the result of the selected field, and reads the text of the entry.
func (p *keyPresser) typesInto() string {
	field, _, marked := p.win.pages.resolve.Marked()
	if !marked || !slices.Contains(p.kind.typed, field) {
		return ""
	}
	m := p.model()
	p.letter("e")
	m.typing = ""
	p.placeCursor(field)
	for range 1 + p.random.IntN(4) {
		switch p.random.IntN(6) {
		case 0, 1:
			p.letter(p.pick("x", "y"))
		case 2:
			p.key(fyne.KeyBackspace)
		case 3:
			p.key(fyne.KeyLeft)
		case 4:
			if field == p.kind.text {
				p.key(fyne.KeyReturn)
			}
		default:
			p.key(fyne.KeyZ, fyne.KeyModifierControl)
		}
		switch e := p.fyne.Canvas().Focused().(type) {
		case *widget.Entry:
			m.typed(field, e.Text())
		case *textedit.Editor:
			m.typed(field, e.Text())
		default:
			return fmt.Sprintf("E on %s leads to %T", field, e)
		}
		if why := p.differs(); why != "" {
			return why
		}
	}
	p.toGrid()
	return ""
}

// placeCursor moves the cursor in a text, and may select some of it.
func (p *keyPresser) placeCursor(field string) {
	if field != p.kind.text {
		return
	}
	for range p.cursor.IntN(6) {
		p.strike(fyne.KeyUp)
	}
	if p.cursor.IntN(2) == 0 {
		p.strike(fyne.KeyHome)
	}
	for p.cursor.IntN(3) == 0 {
		p.strike([]fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyRight}[p.cursor.IntN(3)], fyne.KeyModifierShift)
	}
}

// save presses Ctrl+Enter, or clicks the main button. The stored values have to be those of
// the model.
func (p *keyPresser) save() string {
	m, id := p.model(), p.shownItem()
	left, deletes, want := m.left(), m.deletes(), map[string]string{}
	for _, field := range p.kind.fields {
		want[field] = m.value(field)
	}
	before := p.desk.item(p.place(id))
	p.rest()
	shown := p.results()
	if p.mouse.IntN(3) > 0 {
		p.strike(fyne.KeyReturn, fyne.KeyModifierControl)
	} else {
		p.clock.now = p.clock.now.Add(time.Second)
		p.clickSave()
	}
	if !left {
		p.inBetween(20)
	}
	p.hasty = 0
	p.rest()
	now := p.desk.item(p.place(id))
	if now.Winner.Same(before.Winner) {
		if !left {
			return "nothing was saved"
		}
		m.typing = ""
		p.toGrid() // the focus may have gone to the button that keeps the item
		return p.differs()
	}
	if left {
		return "saved, though something is open"
	}
	if now.Winner.Updates != before.Winner.Updates+1 || now.Winner.Deleted != deletes {
		return fmt.Sprintf("saved update %d, deleted: %v", now.Winner.Updates, now.Winner.Deleted)
	}
	got := valuesOf(p.kind, now.Winner)
	for field, parts := range shown {
		if slices.Contains(p.kind.fields, field) && !deletes && !m.drawnOf(field, parts, got[field]) {
			return fmt.Sprintf("saved %s %q, but the page showed %q", field, got[field], parts)
		}
	}
	for field, value := range want {
		saved := got[field]
		if p.kind.set(field) {
			saved, value = members(saved), members(value)
		}
		if !deletes && saved != value {
			return fmt.Sprintf("saved %s %q, and not %q", field, saved, value)
		}
	}
	if got, want := topsOf(now.Conflicts), namesOf(m.leaves()); got != want {
		return fmt.Sprintf("these stay open: %s, and not %s", got, want)
	}
	it := &keyItem{kind: m.item.kind, base: m.item.base, straight: m.item.straight}
	for _, v := range now.Versions() {
		i := slices.IndexFunc(m.item.versions, func(k *keyVersion) bool { return k.made.Same(v) })
		if i < 0 {
			it.versions = append(it.versions, readKeyVersion(p.kind, v))
		} else {
			it.versions = append(it.versions, m.item.versions[i])
		}
	}
	p.items[id], p.saved[id] = it, true
	delete(p.models, id)
	if why := p.othersChanged(); why != "" {
		return why
	}
	p.openedAgain()
	p.tooEarly(p.shownItem())
	return p.differs()
}

// leaves returns the versions that stay open when the result is saved: those in excluded
// columns, except for the person's own.
func (m *keyModel) leaves() (all []*keyVersion) {
	for _, c := range m.item.columns() {
		for _, v := range c {
			if !m.included[c[0]] && v.by != "desk" {
				all = append(all, v)
			}
		}
	}
	return all
}

// differing returns the included versions whose hunks are offered one after the other.
func (m *keyModel) differing(hunk int) (all []*keyVersion) {
	if hunk < 0 {
		return nil
	}
	texts := m.now(m.item.kind.text)[hunk].texts
	for _, v := range m.item.heads() {
		twice := slices.ContainsFunc(all, func(o *keyVersion) bool { return texts[o] == texts[v] })
		if m.included[v] && !v.deleted && !twice && texts[v] != "" && texts[v] != texts[original] {
			all = append(all, v)
		}
	}
	return all
}

func namesOf(versions []*keyVersion) string {
	var all []*item.Version
	for _, v := range versions {
		all = append(all, v.made)
	}
	return topsOf(all)
}

func topsOf(versions []*item.Version) string {
	var all []string
	for _, v := range versions {
		all = append(all, v.Top().String())
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// othersChanged returns which item is no longer as it was created or saved.
func (p *keyPresser) othersChanged() string {
	for id, it := range p.items {
		now := p.desk.item(p.place(id)).Versions()
		if !slices.EqualFunc(now, it.versions, func(v *item.Version, k *keyVersion) bool { return v.Same(k.made) }) {
			return fmt.Sprintf("item %s changed: %s", id, topsOf(now))
		}
	}
	for _, v := range p.outlines {
		now := p.desk.item(p.place(v.ID))
		if !now.Winner.Same(v) || now.Winner.Place != v.Place || len(now.Conflicts) > 0 {
			return fmt.Sprintf("outline %s changed", v.ID)
		}
	}
	return ""
}

// differs returns how the page differs from the model.
func (p *keyPresser) differs() string {
	if !p.win.resolving() {
		return ""
	}
	m := p.model()
	shown := p.win.pages.resolve.Shown().Session
	for _, c := range shown.Cells() {
		if !slices.Contains(p.kind.fields, c.Field) {
			if c.Open {
				return c.Field + " is open"
			}
			continue
		}
		value, open, got := m.value(c.Field), m.open(c.Field), c.Result
		if p.kind.set(c.Field) {
			got, value = members(got), members(value)
		}
		if got != value || c.Open != open {
			return fmt.Sprintf("%s: the page shows %q (open: %v), and not %q (open: %v)", c.Field, got, c.Open, value, open)
		}
	}
	if left := len(shown.Open()) > 0; left != m.left() {
		return fmt.Sprintf("whether anything is left to choose: %v", left)
	}
	heads := m.item.heads()
	for i, c := range shown.Candidates() {
		if i >= len(heads) || !c.Version.Same(heads[i].made) || c.Taken != m.included[heads[i]] {
			return fmt.Sprintf("version %s, included: %v", c.Letter, c.Taken)
		}
	}
	if p.hasty > 0 {
		return ""
	}
	p.rest()
	return p.drawn(m)
}

// drawn returns which field the column of the result shows differently from the model.
func (p *keyPresser) drawn(m *keyModel) string {
	shown := p.results()
	for _, field := range p.kind.fields {
		parts, there := shown[field]
		if !there && !m.predict(field).alike {
			return field + " is not drawn"
		}
		value := m.value(field)
		if there && !m.drawnOf(field, parts, value) {
			return fmt.Sprintf("%s is drawn as %q, and not %q", field, parts, value)
		}
	}
	return ""
}

// results returns what the column of the result shows of each field, in visible parts: between
// them, lines are folded or open.
func (p *keyPresser) results() map[string][]string {
	all := map[string][]string{}
	for _, r := range p.win.pages.resolve.Grid().Rows() {
		field, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.Key, "field "), "fold "), " ")
		field, _, _ = strings.Cut(field, "/")
		if all[field] == nil {
			all[field] = []string{""}
		}
		last := len(all[field]) - 1
		if text, whole := resultIn(r); whole {
			all[field][last] += text
		} else {
			all[field] = append(all[field], "")
		}
	}
	return all
}

// resultIn returns the result in a row, each line with a line break, and whether there is one.
func resultIn(r grid.Row) (text string, whole bool) {
	if r.Cells == nil {
		return "", r.Sign == "▾"
	}
	for _, line := range r.Cells[len(r.Cells)-1].Lines {
		switch line.Style {
		case grid.Asking:
			return "", false
		case grid.Gone, grid.Struck, grid.Quiet:
			continue
		}
		for _, s := range line.Spans {
			if s.Mark != grid.MarkRemoved {
				text += s.Text
			}
		}
		text += "\n"
	}
	return text, true
}

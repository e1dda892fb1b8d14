package conflict

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/field"
	"crossfeed/ui/wording"
)

// editor edits the result of the selected field. It has one control at a time, created when
// its field is selected, so that the page opens quickly.
type editor struct {
	page    *Page
	object  *fyne.Container
	title   *widget.Line
	why     *widget.Line
	stack   *fyne.Container
	remark  *widget.Remark
	control field.Control
	field   string
	// back resets the field to the suggestion, for those who use a mouse.
	back  *widget.Press
	turns [2]*turn
}

func newEditor(p *Page) *editor {
	e := &editor{page: p, stack: container.NewStack(), remark: widget.NewRemark()}
	e.title = widget.NewWholeLine("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	e.why = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	e.turns[0] = newTurn(p.keys, func() { e.turned(-1) })
	e.turns[1] = newTurn(p.keys, func() { e.turned(1) })
	e.back = widget.NewPress(p.keys, widget.NewWholeLine(wording.L("back-to-suggestion", "‹ Back to suggestion"), widget.TextStyle{Color: fynetheme.ColorNamePrimary}), func() { p.clicked(func() { p.reset(p.spot().field) }) })
	top := widget.Border(nil, nil, e.title, e.back, e.why)
	e.object = widget.Border(container.NewVBox(top, e.turns[0]), container.NewVBox(e.turns[1], e.remark.Object()), nil, nil, e.stack)
	e.show(nil)
	return e
}

// show shows the result of a field, or a hint if there is none.
func (e *editor) show(c *conflicts.Cell) {
	switch {
	case c == nil:
		e.clear(wording.L("click-the-text-you-want", "Click the text you want."), wording.L("1-9-or-enter-choose-0", "1–9 or Enter: choose · 0: original · E: edit · Space: include · Alt+Down: next"))
	case untyped(c.Field):
		e.clear(wording.Field(c.Field), wording.L("choose-a-version-this-cannot-be", "Choose a version. This cannot be edited."))
	case e.field == c.Field && e.control != nil:
		e.follow()
	case e.page.tiny || e.page.low && tall(*c):
		e.clear(wording.Field(c.Field), wording.L("e-edit-why", "· E: edit · {{.Why}}", wording.Data{"Why": e.page.why(*c)}))
	default:
		e.make(*c)
	}
	e.showBack(c)
}

// showBack shows the link back to the suggestion if a person chose otherwise.
func (e *editor) showBack(c *conflicts.Cell) {
	if hidden := c == nil || !c.Chosen; hidden != e.back.Hidden {
		e.back.Hidden = hidden
		widget.LayOut(e.object)
	}
}

func (e *editor) clear(title, why string) {
	e.field, e.control = "", nil
	e.stack.Objects = nil
	e.turns[0].Hide()
	e.turns[1].Hide()
	e.title.SetText(title)
	e.why.SetText(why)
	e.remark.SetText("")
	e.object.Refresh()
}

// make creates the control of a field.
func (e *editor) make(c conflicts.Cell) {
	e.field, e.control = c.Field, e.page.controlOf(c)
	e.control.Put(c.Result)
	e.leaveOnEnter()
	e.stack.Objects = []fyne.CanvasObject{e.control.Object()}
	if !c.Lines {
		e.stack.Objects = []fyne.CanvasObject{scrolled(e.control.Object())}
	}
	e.turns[0].Show()
	e.turns[1].Show()
	e.follow()
	e.page.split.Refresh() // the control may need more space than the previous one
}

// leaveOnEnter makes Enter in a single-line control return to the grid.
func (e *editor) leaveOnEnter() {
	if entry, is := e.control.Focus().(*widget.Entry); is && entry.OnSubmitted == nil {
		entry.OnSubmitted = func(string) { widget.Focus(e.page.grid, e.page.object) }
	}
}

// follow updates the result. It leaves a control alone whose value is already that of the
// session, because a person may be typing in it.
func (e *editor) follow() {
	if e.control == nil {
		e.show(e.page.cell(e.page.spot().field))
		return
	}
	c := e.page.cell(e.field)
	if c == nil {
		return
	}
	if field.Resolved(e.control) != c.Result {
		e.control.Put(c.Result)
	}
	if e.remark.SetText(problemOf(*c)) {
		widget.LayOut(e.object)
	}
	e.note()
}

// note explains where the result comes from, and why.
func (e *editor) note() {
	c := e.page.cell(e.field)
	if c == nil || e.control == nil {
		return
	}
	e.title.SetText(wording.Field(c.Field))
	e.why.SetText("· " + e.page.why(*c))
	e.showBack(c)
}

// controlOf returns a control for a field of the shown session. A picture may arrive when
// another field or session is shown: it is applied only to the session for which it was
// chosen.
func (p *Page) controlOf(c conflicts.Cell) (control field.Control) {
	s := p.shown.Session
	control = field.New(field.Desk{
		Keys: p.keys, Speaker: p.speaker, Picture: p.events.Picture,
		Changed: func() {
			if s == p.shown.Session {
				p.typed(c.Field, field.Resolved(control))
			}
		},
		Resized: func() { p.editor.object.Refresh() },
		Narrow:  func() bool { return p.object.Size().Width < narrow },
	}, record.Field{Name: c.Field, Form: c.Form})
	return control
}

// scrolled returns a control that scrolls if it is taller than the space. Single-line controls
// are always shown completely.
func scrolled(control fyne.CanvasObject) fyne.CanvasObject {
	const most = 5                         // a date and its explanation
	inside := container.NewPadded(control) // a scroll container cuts off the focus ring of widgets at its edge
	scroll := widget.NewScroll(container.ScrollVerticalOnly, container.NewVBox(inside))
	scroll.SetMinSize(fyne.NewSize(0, min(inside.MinSize().Height, most*fynetheme.TextSize())))
	return scroll
}

// narrow is the width below which entries take two lines, in Fyne's units.
const narrow = 840

// edit moves the cursor to the end of the result of a field, or of its selected hunk. If there
// is no field with that name, it takes firstField.
func (p *Page) edit(name string) {
	c := p.cell(name)
	if c == nil {
		c = p.firstField()
	}
	switch {
	case c == nil || !p.decides():
		return
	case untyped(c.Field):
		p.events.ShowMessage(wording.L("choose-a-version-this-cannot-be", "Choose a version. This cannot be edited."))
		return
	}
	if p.spot().field != c.Field {
		p.markField(c.Field, p.resultColumn())
	}
	if p.editor.field != c.Field {
		p.editor.make(*c)
		p.share()
	}
	p.shown.Session.EndTyping()
	control := p.editor.control.Focus()
	widget.Focus(control, p.object)
	if text, is := control.(interface{ GoToEnd() }); is {
		text.GoToEnd()
	}
	if text, is := control.(*textedit.Editor); is {
		if end, marked := p.endOfMarked(text.Text()); marked {
			text.GoTo(end)
		}
	}
}

// editBy is edit for a key. While the key is held down, it does not type into the control that
// it opened.
func (p *Page) editBy(key rune, name string) {
	p.edit(name)
	if p.editor.control == nil {
		return
	}
	if text, is := p.editor.control.Focus().(interface{ OpenedBy(key rune) }); is {
		text.OpenedBy(key)
	}
}

// endOfMarked returns the end of the last line of the selected hunk in the text of the editor;
// false if no hunk is selected.
func (p *Page) endOfMarked(text string) (end int, marked bool) {
	at := p.spot()
	hunks := p.shown.Session.Hunks(at.field)
	if at.hunk < 0 || at.hunk >= len(hunks) {
		return 0, false
	}
	for _, h := range hunks[:at.hunk+1] {
		end += len(h.Result)
	}
	line := strings.TrimRight(text[:end], "\r\n")
	return max(len(line), end-len(hunks[at.hunk].Result)), true
}

// firstField returns the first field that is open, otherwise the first that differs, otherwise
// the first of all.
func (p *Page) firstField() *conflicts.Cell {
	cells := p.shown.Session.Cells()
	for _, wanted := range []func(conflicts.Cell) bool{
		func(c conflicts.Cell) bool { return c.Open },
		func(c conflicts.Cell) bool { return !c.Alike },
		func(conflicts.Cell) bool { return true },
	} {
		for _, c := range cells {
			if wanted(c) && !untyped(c.Field) {
				return &c
			}
		}
	}
	return nil
}

// turned moves from the control of a field to that of the next field that differs (1), or of
// the previous one (-1), after Tab has left the control. After the last one follows the save
// button, before the first one is the grid.
func (e *editor) turned(step int) {
	p := e.page
	if back := e.turns[0].backwards(); back != (step < 0) {
		widget.Focus(e.control.Focus(), p.object)
		return
	}
	cells := p.differing()
	at := 0
	for i, c := range cells {
		if c.Field == e.field {
			at = i + step
		}
	}
	switch {
	case at < 0:
		widget.Focus(p.grid, p.object)
	case at >= len(cells):
		widget.Focus(p.foot.save, p.object)
	default:
		p.edit(cells[at].Field)
	}
}

// differing returns the fields that differ and can be typed.
func (p *Page) differing() []conflicts.Cell {
	var all []conflicts.Cell
	for _, c := range p.shown.Session.Cells() {
		if !c.Alike && !untyped(c.Field) {
			all = append(all, c)
		}
	}
	return all
}

// turn is an invisible widget before and after the control in the editor. When Tab reaches it,
// it moves on to the next field.
type turn struct {
	fynewidget.BaseWidget
	keys   *widget.Keys
	turned func()
}

func newTurn(keys *widget.Keys, turned func()) *turn {
	t := &turn{keys: keys, turned: turned}
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer returns a renderer that draws nothing.
func (t *turn) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// FocusGained moves the focus on.
func (t *turn) FocusGained() { t.keys.Handle(t.turned) }

// FocusLost does nothing.
func (t *turn) FocusLost() {}

// TypedRune does nothing: the widget never keeps the focus.
func (t *turn) TypedRune(rune) {}

// TypedKey does nothing: the widget never keeps the focus.
func (t *turn) TypedKey(*fyne.KeyEvent) {}

// backwards reports whether Shift is held, so that Tab moves backwards.
func (t *turn) backwards() bool {
	return t.keys.Held != nil && t.keys.Held()&fyne.KeyModifierShift != 0
}

package exchange

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/transfer"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// Show shows a preview.
func (p *Page) Show(shown Preview) {
	p.shown, p.busy = shown, false
	// What would not happen is folded away where there is much of it.
	p.folded = map[transfer.State]bool{transfer.Same: true}
	p.lines = linesOf(shown.Plan, p.folded)
	if len(shown.Paths)+len(shown.Failed) != 1 {
		p.Name("")
	}
	p.target.show(shown)
	p.problem.Say(failuresText(shown))
	p.summary.SetText(summaryText(shown))
	p.hint.Say(hintText(shown))
	p.list.SetRows(len(p.lines), widget.Nothing)
	if len(p.lines) > 0 {
		p.list.Mark(0)
	}
	p.about(p.list.Marked())
	p.showNumber()
	p.object.Refresh()
}

// Clear shows no file.
func (p *Page) Clear() { p.Show(Preview{}) }

// Reading says that files are being read. Where they are for another list only,
// what is shown stays until then.
func (p *Page) Reading(a Asked) {
	if a.Into != "" {
		p.Busy(true)
		return
	}
	p.Show(Preview{Asked: a})
	if len(a.Paths) == 1 {
		p.Name(a.Paths[0])
	}
	p.hint.Say(lang.L("Reading {{.File}}…", say.Data{"File": names(a.Paths)}))
}

// Shown is the preview.
func (p *Page) Shown() Preview { return p.shown }

// Busy keeps the plan as it is while it is being imported.
func (p *Page) Busy(busy bool) {
	p.busy = busy
	p.showNumber()
}

// read asks for a file that was typed or chosen.
func (p *Page) read(path string) {
	if path = strings.TrimSpace(path); path == "" {
		p.problem.Say(lang.L("Say which file is to be imported."))
		return
	}
	p.Name(path)
	p.events.Read(Asked{Paths: []string{path}})
}

// retarget plans for another list.
func (p *Page) retarget(into string, isNew bool) {
	if p.busy || into == p.shown.Into && isNew == p.shown.New {
		return
	}
	a := p.shown.Asked
	a.Into, a.New = into, isNew
	a.Paths = slices.Concat(a.Paths, p.shown.Later, p.shown.failed())
	p.events.Read(a)
}

// about says more of a row: of a group what becomes of it, of an entry all that
// changes or is wrong.
func (p *Page) about(i int) {
	p.detail.Set(p.aboutText(i), widget.Look{})
	p.detail.Hidden = p.detail.Text() == ""
	p.object.Refresh()
}

// showNumber says on the button how many are imported.
func (p *Page) showNumber() {
	n := 0
	if p.shown.Plan != nil {
		n = taken(p.shown.Plan)
	}
	p.do.SetText(lang.N("Import {{.N}} items  Ctrl+Enter", n, say.Data{"N": say.Number(n)}))
	if n == 0 {
		p.do.SetText(lang.L("Import"))
	}
	if n == 0 || p.busy {
		p.do.Disable()
	} else {
		p.do.Enable()
	}
}

// Problem is what the page says of files that could not be read, or "".
func (p *Page) Problem() string { return p.problem.Text() }

// Choose chooses the list that the files go into, as a person does: one of
// those shown, or a new one behind them.
func (p *Page) Choose(i int) { p.target.choice.SetSelectedIndex(i) }

// Name shows a path where a file is named, and reads nothing.
func (p *Page) Name(path string) {
	p.named = path
	p.path.Put(path)
}

// Typed has a path in the entry that was not read yet, as a person types it.
func (p *Page) Typed(path string) { p.path.Put(path) }

package items

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// head names the place, with the menus of how it is shown and of what can be
// done with what is chosen.
type head struct {
	object  *fyne.Container
	title   *widget.Line
	arrange *widget.MenuButton
	act     *widget.MenuButton
	remark  *widget.Line
}

func newHead(keys *widget.Keys, p *Pane) *head {
	h := &head{title: newTitle()}
	h.arrange = widget.NewMenuButton(keys, lang.L("Sort"), p.arrangements)
	h.act = widget.NewMenuButton(keys, lang.L("Actions"), p.actions)
	h.remark = widget.NewLine("", widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
	h.object = widget.Border(nil, nil, nil, container.NewHBox(h.arrange, h.act), widget.Middle(h.title))
	return h
}

func (h *head) show(now *snapshot.Snapshot) {
	h.title.SetText(titleOf(now))
	show(h.arrange, canArrange(now))
	h.object.Refresh()
}

// Menu is the lines of one of the pane's menus, by the text of its button.
func (p *Pane) Menu(text string) []*fyne.MenuItem {
	for _, b := range []*widget.MenuButton{p.head.arrange, p.head.act} {
		if b.Text == text {
			return b.Items()
		}
	}
	return nil
}

// tell says something about the rows, where there is something to be said.
func (p *Pane) tell() {
	text := p.Remark()
	p.head.remark.SetText(text)
	if shown := text != ""; shown != p.head.remark.Visible() {
		show(p.head.remark, shown)
		p.layOut()
	}
}

// Remark says how many rows are chosen, or that there are more than are shown.
func (p *Pane) Remark() string {
	if n := len(p.list.Chosen()); n > 1 {
		return lang.N("{{.N}} chosen", n, say.Data{"N": n})
	}
	if p.now.Search == "" {
		return ""
	}
	return foundText(p.now.Found)
}

// foundText says of how many rows those that are shown are the first; "" where
// they are all.
func foundText(found int) string {
	data := say.Data{"N": snapshot.SearchLimit, "M": say.Number(min(found, snapshot.SearchEnough))}
	switch {
	case found >= snapshot.SearchEnough:
		return lang.L("{{.N}} of at least {{.M}}: type on to find fewer", data)
	case found > snapshot.SearchLimit:
		return lang.L("{{.N}} of {{.M}}: type on to find fewer", data)
	}
	return ""
}

func show(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

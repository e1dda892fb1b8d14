// Package history implements two pages: the history of an item, as a graph and a list of its
// versions, which can be compared and restored; and the resolution log, which lists the
// conflicts that were resolved here.
package history

import (
	"crypto/sha256"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/store"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Events are the person's actions on the page.
type Events struct {
	// Restore restores a version of the item.
	Restore func(it snapshot.Item, version [sha256.Size]byte)
	// Read requests up to most versions of the item.
	Read func(it snapshot.Item, most int)
	// Leave closes the page.
	Leave func()
}

// Page shows the history of an item.
type Page struct {
	speaker wording.Speaker
	seam    work.Seam
	events  Events

	object  *fyne.Container
	title   *widget.Line
	lanes   *lanes
	list    *widget.List
	about   *widget.Words
	sides   [2]*widget.Line
	diff    *diffList
	hint    *widget.Hint
	restore *widget.Button
	older   *widget.Button

	item  snapshot.Item
	graph ancestry.Graph
	// most is the maximum number of versions to show. partial is set if there are older ones.
	most    int
	partial bool
	// picture is the layout of the graph.
	picture ancestry.Picture
	// deeds caches what the updates did, for rows that have been in sight.
	deeds map[int]summary
	// marked are the rows that a person marked for comparison, at most two.
	marked []int
	// comparing is the last comparison.
	comparing work.Last
}

// FirstVersions is the number of versions shown at first. Each request for more doubles it.
const FirstVersions = 200

// aboutRows is the maximum number of lines for the sentence about an update.
const aboutRows = 2

// New returns a page without an item.
func New(keys *widget.Keys, speaker wording.Speaker, seam work.Seam, events Events) *Page {
	p := &Page{speaker: speaker, seam: seam, events: events, hint: widget.NewHint(), lanes: newLanes(speaker)}
	p.title = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.makeList(keys)
	p.about = widget.NewWords(aboutRows)
	p.diff = newDiffList(keys)
	for i := range p.sides {
		p.sides[i] = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	}
	p.restore = widget.NewMainButton(keys, wording.L("restore-this-version-r", "Restore this version  R"), p.restoreMarked)
	mark := widget.NewButton(keys, wording.L("compare-with-another-space", "Compare with another  Space"), func() { p.markRow(p.list.Marked()) })
	p.older = widget.NewButton(keys, wording.L("show-older-versions-o", "Show older versions  O"), p.showOlder)
	p.older.Hide()
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave)
	compared := widget.Border(container.NewVBox(p.about, container.NewGridWithColumns(2, p.sides[0], p.sides[1])), nil, nil, nil,
		container.NewStack(p.diff, p.hint.Object()))
	below := container.New(layout.NewCustomPaddedLayout(fynetheme.Padding(), 0, 0, 0), compared)
	parts := container.NewVSplit(widget.Border(p.lanes.object, nil, nil, nil, p.list), below)
	const listShare = 0.55
	parts.SetOffset(listShare)
	p.object = container.NewPadded(widget.Border(p.title, widget.Flow(p.restore, mark, p.older, back), nil, nil, parts))
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return newRow(p) }, func(i int, into fyne.CanvasObject) {
		into.(*row).set(i)
	})
	p.list.OnMarked = func(int) { p.compare() }
	p.list.OnSpace = p.markRow
	p.list.OnEntered = func(int) { widget.Focus(p.diff, p.diff) }
}

// Most returns the maximum number of versions to show.
func (p *Page) Most() int { return p.most }

// showOlder requests twice as many versions.
func (p *Page) showOlder() {
	if p.partial {
		p.events.Read(p.item, 2*p.most)
	}
}

// Item returns the shown item.
func (p *Page) Item() snapshot.Item { return p.item }

// restoreMarked restores the version of the selected row.
func (p *Page) restoreMarked() {
	if n, there := p.node(p.list.Marked()); there && restorable(n) {
		p.events.Restore(p.item, store.Identity(n.Version))
	}
}

// restorable reports whether a version was received and is not the current one.
func restorable(n ancestry.Node) bool { return n.Version != nil && n.Role != ancestry.Winner }

func (p *Page) node(row int) (ancestry.Node, bool) {
	if row < 0 || row >= len(p.graph.Nodes) {
		return ancestry.Node{}, false
	}
	return p.graph.Nodes[row], true
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

func (p *Page) Focus() fyne.Focusable { return p.list }

func (p *Page) Leave() { p.events.Leave() }

// Rune handles R, which restores the selected version, and O, which shows older ones.
func (p *Page) Rune(r rune) bool {
	switch r {
	case 'r', 'R':
		p.restoreMarked()
	case 'o', 'O':
		p.showOlder()
	default:
		return false
	}
	return true
}

// Show shows the history of an item. If it is the same item as before, the selection and the
// marks stay on their updates.
func (p *Page) Show(it snapshot.Item, l conflicts.History) {
	here, marked := 0, []int(nil)
	if it == p.item {
		here = max(p.placeIn(l.Graph, p.list.Marked()), 0)
		marked = p.marksIn(l.Graph)
	}
	p.item, p.graph, p.picture = it, l.Graph, ancestry.Lay(l.Graph)
	p.most, p.partial = l.Most, l.Partial()
	p.deeds, p.marked = map[int]summary{}, marked
	p.title.SetText(title(l))
	p.older.Hidden = !p.partial
	p.lanes.show(l.Graph.Lanes, p.picture.Columns)
	p.list.SetRows(len(l.Graph.Nodes), here)
	p.compare()
	widget.LayOut(p.object) // the height of the buttons is known once they have a width
}

// title names the item, and says how much of its history is shown.
func title(l conflicts.History) string {
	data := wording.Data{"Title": display.Line(wording.Title(l.Item.Winner.Title())), "N": wording.Number(len(l.Archived)), "All": wording.Number(l.Versions)}
	if l.Partial() {
		return wording.L("history-of-title-the-newest-n", "History of “{{.Title}}”: the newest {{.N}} of {{.All}} versions", data)
	}
	return wording.L("history-of-title", "History of “{{.Title}}”", data)
}

// placeIn returns the row in another graph of the update in a row, or -1.
func (p *Page) placeIn(g ancestry.Graph, row int) int {
	n, there := p.node(row)
	if !there {
		return -1
	}
	return slices.IndexFunc(g.Nodes, func(o ancestry.Node) bool { return o.Update.Same(n.Update) })
}

// marksIn returns the rows in another graph of the marked updates.
func (p *Page) marksIn(g ancestry.Graph) []int {
	var rows []int
	for _, row := range p.marked {
		if at := p.placeIn(g, row); at >= 0 {
			rows = append(rows, at)
		}
	}
	return rows
}

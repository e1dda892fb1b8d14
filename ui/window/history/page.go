// Package history has two pages of the past: the history of an item, as a graph of its
// versions and as sentences, from which each can be compared and restored; and the
// resolution log, with the conflicts that were resolved here and how.
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
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/diff"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Events are what a person does on the page.
type Events struct {
	// Restore is called when the item shall be what a version says.
	Restore func(it place.Item, version [sha256.Size]byte)
	// Read is called when so many versions of the item shall be shown.
	Read func(it place.Item, most int)
	// Leave is called when the page shall close.
	Leave func()
}

// Page shows how one item came about.
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
	diff    *diff.List
	hint    *widget.Hint
	restore *widget.Button
	older   *widget.Button

	item  place.Item
	graph ancestry.Graph
	// most is how many versions are shown at most, and partial tells that there are older ones.
	most    int
	partial bool
	// picture is where the lines of the graph run.
	picture ancestry.Picture
	// deeds are what the updates did, of those that were in sight.
	deeds map[int]deed
	// marked are the rows that a person marked to be compared, at most two.
	marked []int
	// comparing is the comparison that was asked for last.
	comparing work.Last
}

// FirstVersions is how many versions of an item are shown at first. More are shown when a
// person asks for them, twice as many each time.
const FirstVersions = 200

// aboutRows are as many as the sentence about an update may have.
const aboutRows = 2

// New is a page without an item.
func New(keys *widget.Keys, speaker wording.Speaker, seam work.Seam, events Events) *Page {
	p := &Page{speaker: speaker, seam: seam, events: events, hint: widget.NewHint(), lanes: newLanes(speaker)}
	p.title = widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.makeList(keys)
	p.about = widget.NewWords(aboutRows)
	p.diff = diff.NewList(keys)
	for i := range p.sides {
		p.sides[i] = widget.NewLine("", widget.Look{Color: theme.Quiet})
	}
	p.restore = widget.NewMainButton(keys, wording.L("Restore this version  R"), p.restoreMarked)
	mark := widget.NewButton(keys, wording.L("Compare with another  Space"), func() { p.markRow(p.list.Marked()) })
	p.older = widget.NewButton(keys, wording.L("Show older versions  O"), p.showOlder)
	p.older.Hide()
	back := widget.NewButton(keys, wording.L("Back  Esc"), p.Leave)
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
	p.list.OnEntered = func(int) { focus(p.diff) }
}

func focus(f fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f.(fyne.CanvasObject)); c != nil {
		c.Focus(f)
	}
}

// Most is how many versions are shown at most.
func (p *Page) Most() int { return p.most }

// showOlder asks for twice as many versions.
func (p *Page) showOlder() {
	if p.partial {
		p.events.Read(p.item, 2*p.most)
	}
}

// Item is the item that is shown.
func (p *Page) Item() place.Item { return p.item }

// restoreMarked asks for the version of the marked row.
func (p *Page) restoreMarked() {
	if n, there := p.node(p.list.Marked()); there && restorable(n) {
		p.events.Restore(p.item, store.Identity(n.Version))
	}
}

// restorable tells whether a version came here and is not what is there now.
func restorable(n ancestry.Node) bool { return n.Version != nil && n.Role != ancestry.Winner }

func (p *Page) node(row int) (ancestry.Node, bool) {
	if row < 0 || row >= len(p.graph.Nodes) {
		return ancestry.Node{}, false
	}
	return p.graph.Nodes[row], true
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the list.
func (p *Page) Focus() fyne.Focusable { return p.list }

// Save has nothing to save.
func (p *Page) Save() {}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune restores the marked version by R, and shows older ones by O.
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

// Show shows how an item came about. Of the item that is there already, the marks
// stay on their updates.
func (p *Page) Show(it place.Item, l conflicts.History) {
	here, marked := 0, []int(nil)
	if it == p.item {
		here = max(p.placeIn(l.Graph, p.list.Marked()), 0)
		marked = p.marksIn(l.Graph)
	}
	p.item, p.graph, p.picture = it, l.Graph, ancestry.Lay(l.Graph)
	p.most, p.partial = l.Most, l.Partial()
	p.deeds, p.marked = map[int]deed{}, marked
	p.title.SetText(title(l))
	p.older.Hidden = !p.partial
	p.lanes.show(l.Graph.Lanes, p.picture.Columns)
	p.list.SetRows(len(l.Graph.Nodes), here)
	p.compare()
	widget.LayOut(p.object) // the buttons know their height once they have a width
}

// title says of what item the history is, and how much of it is shown.
func title(l conflicts.History) string {
	data := wording.Data{"Title": wording.Title(l.Item.Winner.Title()), "N": wording.Number(len(l.Archived)), "All": wording.Number(l.Versions)}
	if l.Partial() {
		return wording.L("History of “{{.Title}}”: the newest {{.N}} of {{.All}} versions", data)
	}
	return wording.L("History of “{{.Title}}”", data)
}

// placeIn is where the update of a row stands in another graph, or -1.
func (p *Page) placeIn(g ancestry.Graph, row int) int {
	n, there := p.node(row)
	if !there {
		return -1
	}
	return slices.IndexFunc(g.Nodes, func(o ancestry.Node) bool { return o.Update.Same(n.Update) })
}

// marksIn are the rows of the marked updates in another graph.
func (p *Page) marksIn(g ancestry.Graph) []int {
	var rows []int
	for _, row := range p.marked {
		if at := p.placeIn(g, row); at >= 0 {
			rows = append(rows, at)
		}
	}
	return rows
}

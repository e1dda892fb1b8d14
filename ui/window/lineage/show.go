package lineage

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/lineage"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
)

// Show shows how an item came about. Of the item that is there already, the marks
// stay on their updates.
func (p *Page) Show(it place.Item, l engine.Lineage) {
	here, marked := 0, []int(nil)
	if it == p.item {
		here = max(p.placeIn(l.Graph, p.list.Marked()), 0)
		marked = p.marksIn(l.Graph)
	}
	p.item, p.graph, p.picture = it, l.Graph, lineage.Lay(l.Graph)
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
func title(l engine.Lineage) string {
	data := say.Data{"Title": say.Title(l.Item.Winner.Title()), "N": say.Number(len(l.Archived)), "All": say.Number(l.Versions)}
	if l.Partial() {
		return lang.L("How “{{.Title}}” came about: the newest {{.N}} of {{.All}} versions", data)
	}
	return lang.L("How “{{.Title}}” came about", data)
}

// placeIn is where the update of a row stands in another graph, or -1.
func (p *Page) placeIn(g lineage.Graph, row int) int {
	n, there := p.node(row)
	if !there {
		return -1
	}
	return slices.IndexFunc(g.Nodes, func(o lineage.Node) bool { return o.Update.Same(n.Update) })
}

// marksIn are the rows of the marked updates in another graph.
func (p *Page) marksIn(g lineage.Graph) []int {
	var rows []int
	for _, row := range p.marked {
		if at := p.placeIn(g, row); at >= 0 {
			rows = append(rows, at)
		}
	}
	return rows
}

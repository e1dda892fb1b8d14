package lineage

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/lineage"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/diff"
	"crossfeed/ui/window/work"
)

// markRow marks a row to be compared, or takes its mark away. A third mark takes
// the place of the one before the last.
func (p *Page) markRow(row int) {
	if _, there := p.node(row); !there {
		return
	}
	if i := slices.Index(p.marked, row); i >= 0 {
		p.marked = slices.Delete(p.marked, i, i+1)
	} else {
		p.marked = append(p.marked[max(len(p.marked)-1, 0):], row)
	}
	p.list.Refresh()
	p.compare()
}

// pair are the rows that are compared, the later one last: the two that are
// marked, the one that is marked and the one where the person is, or else this
// and what it was made from; -1 where that is nothing.
func (p *Page) pair() (before, after int) {
	here := p.list.Marked()
	switch {
	case len(p.marked) == 2:
		return max(p.marked[0], p.marked[1]), min(p.marked[0], p.marked[1])
	case len(p.marked) == 1 && p.marked[0] != here:
		return max(p.marked[0], here), min(p.marked[0], here)
	}
	return updatedFrom(p.graph, here), here
}

// updatedFrom is the version that an update changed: of several that it settled,
// the one with the most updates, which won.
func updatedFrom(g lineage.Graph, row int) int {
	best := -1
	for _, parent := range g.Nodes[row].Parents {
		if best < 0 || updates(g.Nodes[parent]) > updates(g.Nodes[best]) {
			best = parent
		}
	}
	return best
}

func updates(n lineage.Node) int {
	if n.Version == nil {
		return 0
	}
	return n.Version.Updates
}

// compare shows what two versions say differently. It is found beside the UI
// goroutine: texts can be long.
func (p *Page) compare() {
	n, there := p.node(p.list.Marked())
	if !there {
		return
	}
	p.tell(n)
	before, after := p.pair()
	p.sides[0].SetText(p.sideText(before))
	p.sides[1].SetText(p.sideText(after))
	if why := p.silent(before, after); why != "" {
		p.comparing.Cancel()
		p.showFields(nil, why)
		return
	}
	from, to := p.versionAt(before), p.versionAt(after)
	work.AskBeside(&p.comparing, p.seam, func(ctx context.Context) ([]diff.Field, error) {
		return differences(ctx, p.speaker, from, to)
	}, func(fields []diff.Field, err error) {
		switch {
		case err != nil:
			p.showFields(nil, say.Failure(err.Error()))
		case len(fields) == 0:
			p.showFields(nil, lang.L("The two versions say the same."))
		default:
			p.showFields(fields, "")
		}
	})
}

func (p *Page) showFields(fields []diff.Field, why string) {
	p.hint.Say(why)
	p.diff.SetFields(fields)
	p.diff.Mark(widget.Nothing)
}

// tell says all about the update of the marked row.
func (p *Page) tell(n lineage.Node) {
	p.about.Set(p.sentence(p.list.Marked()), widget.Look{})
	if restorable(n) {
		p.restore.Enable()
	} else {
		p.restore.Disable()
	}
}

// silent says why two versions cannot be compared, or "".
func (p *Page) silent(before, after int) string {
	for _, row := range []int{before, after} {
		if n, there := p.node(row); there && n.Earlier {
			return lang.L("The version by {{.Who}} is older than those that are shown. Press O to show older versions.", say.Data{"Who": p.speaker.By(n.Update.By)})
		} else if there && n.Version == nil {
			return lang.L("The version by {{.Who}} never came here: there is nothing to compare.", say.Data{"Who": p.speaker.By(n.Update.By)})
		}
	}
	return ""
}

// sideText names a version above its side of the differences.
func (p *Page) sideText(row int) string {
	n, there := p.node(row)
	if !there {
		return lang.L("nothing before")
	}
	return p.speaker.Made(n.Update.By, n.Update.When.Time())
}

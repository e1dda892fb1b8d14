package history

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// markRow marks a row for comparison, or unmarks it. A third mark replaces the older of the
// two.
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

// pair returns the rows to compare, the later one last: the two marked ones, or the marked and
// the selected one, or the selected one and the version that it was made from; -1 if there is
// none.
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

// updatedFrom returns the version that an update changed. If the update resolved several, it
// returns the one with the most updates, which was the winner.
func updatedFrom(g ancestry.Graph, row int) int {
	best := -1
	for _, parent := range g.Nodes[row].Parents {
		if best < 0 || updates(g.Nodes[parent]) > updates(g.Nodes[best]) {
			best = parent
		}
	}
	return best
}

func updates(n ancestry.Node) int {
	if n.Version == nil {
		return 0
	}
	return n.Version.Updates
}

// compare shows the differences between two versions. They are computed outside the UI
// goroutine, because texts can be long.
func (p *Page) compare() {
	n, there := p.node(p.list.Marked())
	if !there {
		return
	}
	p.showDetails(n)
	before, after := p.pair()
	p.sides[0].SetText(p.sideText(before))
	p.sides[1].SetText(p.sideText(after))
	if why := p.silent(before, after); why != "" {
		p.comparing.Cancel()
		p.showFields(nil, why)
		return
	}
	from, to := p.versionAt(before), p.versionAt(after)
	work.AskBeside(&p.comparing, p.seam, func(ctx context.Context) ([]diffField, error) {
		return differences(ctx, p.speaker, from, to)
	}, func(fields []diffField, err error) {
		switch {
		case err != nil:
			p.showFields(nil, wording.Error(err))
		case len(fields) == 0:
			p.showFields(nil, wording.L("the-two-versions-have-the-same", "The two versions have the same content."))
		default:
			p.showFields(fields, "")
		}
	})
}

func (p *Page) showFields(fields []diffField, why string) {
	p.hint.SetText(why)
	p.diff.SetFields(fields)
	p.diff.Mark(widget.Nothing)
}

// showDetails shows details of the selected update.
func (p *Page) showDetails(n ancestry.Node) {
	p.about.Set(p.sentence(p.list.Marked()), widget.TextStyle{})
	widget.Enable(restorable(n), p.restore)
}

// silent explains why two versions cannot be compared, or returns "".
func (p *Page) silent(before, after int) string {
	for _, row := range []int{before, after} {
		if n, there := p.node(row); there && n.Earlier {
			return wording.L("the-version-by-who-is-older", "The version by {{.Who}} is older than those that are shown. Press O to show older versions.", wording.Data{"Who": p.speaker.By(n.Update.By)})
		} else if there && n.Version == nil {
			return wording.L("the-version-by-who-was-never", "The version by {{.Who}} was never received, so it cannot be compared.", wording.Data{"Who": p.speaker.By(n.Update.By)})
		}
	}
	return ""
}

// sideText names a version above its side of the differences.
func (p *Page) sideText(row int) string {
	n, there := p.node(row)
	if !there {
		return wording.L("no-earlier-version", "no earlier version")
	}
	return p.speaker.Made(n.Update.By, n.Update.When.Time())
}

// versionAt returns the version of a row, or nil.
func (p *Page) versionAt(row int) *item.Version {
	n, _ := p.node(row)
	return n.Version
}

// differences returns the fields that differ between two versions; nil counts as empty.
func differences(ctx context.Context, speaker wording.Speaker, before, after *item.Version) ([]diffField, error) {
	var all []diffField
	if deleted(after) != deleted(before) {
		text := wording.L("deleted", "Deleted")
		if deleted(before) {
			text = wording.L("restored", "Restored")
		}
		all = append(all, diffField{Heading: text})
	}
	if moved(before, after) {
		all = append(all, diffField{Name: conflicts.Place, Heading: wording.L("moved-to-another-position", "Moved to another position")})
	}
	left, right := read(before), read(after)
	for _, f := range record.FieldsOf(left.Kind, right.Kind) {
		x, y := left.Get(f.Name), right.Get(f.Name)
		if f.Equal(x, y) {
			continue
		}
		words := speaker.Apart(f.Form, x, y)
		rows, counts, err := rowsOf(ctx, f.Form, words[0], words[1])
		if err != nil {
			return nil, err
		}
		all = append(all, diffField{Name: f.Name, Heading: wording.Field(f.Name) + counts, Rows: rows})
	}
	if x, y := left.Rest(), right.Rest(); x != y {
		rows, err := merge.TextContext(ctx, x, y)
		return append(all, diffField{Name: conflicts.Other, Heading: wording.L("other-data", "Other data"), Rows: rows}), err
	}
	return all, ctx.Err()
}

// A set of more than mostElements elements is compared without those that both sides have, and
// only the first mostApart of each side are listed: nobody reads more.
const (
	mostElements = 1_000
	mostApart    = 200
)

// rowsOf compares sets by their elements, and other values as texts. counts says how many
// elements of a large set differ, and how many of them are in the rows.
func rowsOf(ctx context.Context, form record.Form, left, right string) (rows []merge.Row, counts string, err error) {
	if !form.Rows() {
		rows, err = merge.TextContext(ctx, left, right)
		return rows, "", err
	}
	x, y := elements(left), elements(right)
	if max(len(x), len(y)) <= mostElements {
		return merge.Set(x, y), "", nil
	}
	rows, removed, added := merge.Differences(x, y, mostApart)
	data := wording.Data{"Removed": wording.Number(removed), "Added": wording.Number(added), "Shown": wording.Number(mostApart)}
	counts = " · " + wording.L("removed-added", "{{.Removed}} removed, {{.Added}} added", data)
	if max(removed, added) > mostApart {
		counts += " · " + wording.L("the-first-shown-are-shown", "the first {{.Shown}} are shown", data)
	}
	return rows, counts, nil
}

func elements(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// read returns the record of a version, which is empty if the version is deleted or nil.
func read(v *item.Version) record.Record {
	if v == nil || v.Deleted {
		return record.Record{}
	}
	return record.Read(v.Content)
}

func deleted(v *item.Version) bool { return v != nil && v.Deleted }

package batch

import (
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/ui/wording"
)

// known is the state of a row when it was last shown.
type known struct {
	asked    Asked
	versions []*item.Version
	result   string
}

// same reports whether a row is still about the same versions, and whether the same rule still
// has the same result for them.
func (k known) same(o known) bool {
	return slices.EqualFunc(k.versions, o.versions, (*item.Version).Same) && (k.asked != o.asked || k.result == o.result)
}

// arrival is how a row differs from the rows that the person began with.
type arrival int

const (
	asBefore arrival = iota
	isNew
	isChanged
)

// compareRows compares rows with those shown since the page was opened. A row that is new or
// changed is excluded until the person includes it.
func (p *Page) compareRows(rows []Row) {
	first := p.known == nil
	if first {
		p.known = map[edit.Ref]known{}
	}
	gone := map[edit.Ref]bool{}
	for _, r := range p.rows {
		if !first {
			gone[r.Ref] = true
		}
	}
	differ := 0
	for _, r := range rows {
		delete(gone, r.Ref)
		before, there := p.known[r.Ref]
		now := known{p.asked(), r.Versions, r.Result}
		p.known[r.Ref] = now
		switch {
		case first || there && before.same(now):
			continue
		case there:
			p.arrived[r.Ref] = isChanged
		default:
			p.arrived[r.Ref] = isNew
		}
		delete(p.chosen, r.Ref)
		differ++
	}
	p.announce(differ, gone)
}

// announce reports rows that are new or changed, and those that were resolved elsewhere.
func (p *Page) announce(differ int, gone map[edit.Ref]bool) {
	elsewhere := 0
	for ref := range gone {
		if !p.saved[ref] {
			elsewhere++
		}
		delete(p.saved, ref)
	}
	if differ+len(gone) > 0 {
		p.haste.Shows(p.speaker.Now())
	}
	if differ > 0 {
		p.events.Also(wording.N("n-conflicts-are-new-or-changed", "{{.N}} conflicts are new or changed, and not included.", differ, wording.Data{"N": wording.Number(differ)}))
	}
	if elsewhere > 0 {
		p.events.Also(wording.N("n-conflicts-are-no-longer-open", "{{.N}} conflicts are no longer open.", elsewhere, wording.Data{"N": wording.Number(elsewhere)}))
	}
}

// Saved records which items were resolved here, so that the page does not report them as
// resolved elsewhere.
func (p *Page) Saved(done []edit.Ref) {
	for _, ref := range done {
		p.saved[ref] = true
	}
}

package incorporate

import (
	"fmt"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/sse091/place"
	"crossfeed/engine/store"
)

// locate finds the places of the items of a document that was read to its end
// (SSE 0.91 §3.2). One version that is held elsewhere than it stands in the document
// is news as well: of its two places the lesser counts.
func (r *reading) locate(now store.Reader) error {
	for _, l := range place.Locate(r.outline.inOrder(), r.outline.known) {
		if err := r.put(now, l); err != nil {
			return err
		}
	}
	return nil
}

// put gives an item its place, unless an older version of it stands in the document.
func (r *reading) put(now store.Reader, l place.Located) error {
	h, a := r.outline.held[l.ID], r.news.byID[l.ID]
	if a == nil && !h.Same {
		return nil
	}
	to := h.keep(l)
	if a == nil && to != h.Place && place.Lesser(l.ID, h.Place, to) != h.Place {
		local, err := lookUp(now, r.source.Set.Key, l.ID)
		if err != nil {
			return err
		}
		a = &arrival{Twin: Twin{Item: &item.Item{Winner: local.Versions()[h.version]}, Rules: r.rules}, number: r.number}
		r.news.add(a)
	}
	if a != nil && a.number == r.number {
		a.at = &to
	}
	return r.lookForParent(now, to, l.ID, h.line)
}

// keep is the place that an item gets: a key that was only derived does not replace
// the one that the same version has here under the same parent.
func (h held) keep(l place.Located) item.Place {
	if h.Same && l.Derived && h.Place.Key != "" && h.Place.Parent == l.Parent {
		return h.Place
	}
	return l.Place
}

// lookForParent tells of an item whose parent neither the document nor the set has.
func (r *reading) lookForParent(now store.Reader, at item.Place, id string, line int) error {
	if at.Parent == "" || r.seen[at.Parent] != 0 {
		return nil
	}
	parent, err := lookUp(now, r.source.Set.Key, at.Parent)
	if err != nil || parent != nil {
		return err
	}
	r.result.Problems.addFound(r.at, feed.Problem{
		Severity: feed.Warning, Line: line, Item: id, Rule: "missing-parent", Section: "SSE 0.91 §3.2",
		Text: fmt.Sprintf("the item %q that it stands in is not there: it is shown at the end of the top level until that comes", at.Parent),
	})
	return nil
}

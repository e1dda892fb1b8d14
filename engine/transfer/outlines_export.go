package transfer

import (
	"io"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/opml"
	"crossfeed/engine/sse091/place"
)

// WriteOutlines writes the outlines of a list into an OPML file of that title: all
// that live, in the order and in each other as they are shown; or those of some
// identifiers with all that is in them. items are all of the list, tombstones too, as
// what is in them stands where they stood. It returns how many are written.
func WriteOutlines(w io.Writer, title string, items []*item.Item, ids []string) (int, error) {
	var all []exchange.Out
	nodes := make([]place.Node, len(items))
	for i, it := range items {
		nodes[i] = place.Node{ID: it.ID(), Place: it.Winner.Place, Deleted: it.Winner.Deleted}
	}
	for _, r := range chosenRows(place.Shown(nodes, nil), nodes, ids) {
		out, err := Outlines.out(items[r.Index])
		if err != nil {
			return 0, err
		}
		out.Level = r.Depth
		all = append(all, out)
	}
	return len(all), opml.Write(w, title, all)
}

// chosenRows are those of some items with all that is in them, from the depth of
// these; all where there are no identifiers.
func chosenRows(rows []place.Row, nodes []place.Node, ids []string) []place.Row {
	if len(ids) == 0 {
		return rows
	}
	var chosen []place.Row
	within := -1 // the depth of the item whose branch it is
	for _, r := range rows {
		if within >= 0 && r.Depth <= within {
			within = -1
		}
		if within < 0 && slices.Contains(ids, nodes[r.Index].ID) {
			within = r.Depth
		}
		if within >= 0 {
			r.Depth -= within
			chosen = append(chosen, r)
		}
	}
	return chosen
}

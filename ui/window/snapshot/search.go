package snapshot

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
)

// Hits are what a search through all lists has found in a list, or in the trash.
type Hits struct {
	Place Place
	// Rows are the first ones, Found is the number of all.
	Rows  []Row
	Found int
}

// hitsShown is the maximum number of rows of a list that a search through all lists shows.
const hitsShown = 20

// Search searches all lists and, if asked to, the trash. At most SearchLimit rows of the lists,
// and as many of the trash, are returned.
func Search(ctx context.Context, v engine.View, text string, trash bool) ([]Hits, error) {
	if text == "" {
		return nil, nil
	}
	q := store.Query{Search: text, Limit: hitsShown}
	found, err := v.Search(ctx, q, SearchLimit)
	if err != nil {
		return nil, fmt.Errorf("searching all lists: %w", err)
	}
	var all []Hits
	for _, h := range found {
		slices.SortStableFunc(h.Rows, completedLast)
		all = append(all, Hits{Place: Place{Kind: KindList, Set: h.List}}.with(h))
	}
	if !trash {
		return all, nil
	}
	q.Trash = true
	if found, err = v.Search(ctx, q, SearchLimit); err != nil {
		return nil, fmt.Errorf("searching the trash: %w", err)
	}
	gone := Hits{Place: Place{Kind: KindDeleted}}
	for _, h := range found {
		gone = gone.with(h)
	}
	if gone.Found > 0 {
		all = append(all, gone)
	}
	return all, nil
}

// completedLast compares rows by whether they are completed.
func completedLast(a, b store.Row) int {
	switch {
	case a.Open() == b.Open():
		return 0
	case a.Open():
		return -1
	}
	return 1
}

// with returns the hits with those of another list.
func (h Hits) with(more lists.Hits) Hits {
	for _, r := range more.Rows {
		h.Rows = append(h.Rows, Row{Set: more.List, Row: r})
	}
	h.Found += more.Found
	return h
}

package store

import "crossfeed/engine/item"

// RowOf is what a list shows of an item.
func RowOf(it *item.Item) Row {
	top := it.Winner.Top()
	return Row{
		ID:        it.ID(),
		Title:     it.Winner.Title(),
		Deleted:   it.Winner.Deleted,
		Conflicts: len(it.Conflicts),
		Updates:   it.Winner.Updates,
		When:      top.When.Time(),
		By:        top.By,
	}
}

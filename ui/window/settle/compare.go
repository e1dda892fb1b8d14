package settle

import (
	"crossfeed/engine/item"
	"crossfeed/engine/reconcile"
	"crossfeed/engine/record"
)

// Comparison holds, for each conflict of an item, how each field differs from
// the winner's. It is computed outside the UI goroutine: texts can be long.
type Comparison []map[string][]reconcile.Row

// Compare compares the winner with every conflict, field by field.
func Compare(it *item.Item) Comparison {
	all := make(Comparison, len(it.Conflicts))
	for i, v := range it.Conflicts {
		all[i] = map[string][]reconcile.Row{}
		for _, f := range record.Fields() {
			all[i][f.Name] = reconcile.Text(value(f, it.Winner), value(f, v))
		}
	}
	return all
}

// value is what a version says in a field: nothing, where it is deleted.
func value(f record.Field, v *item.Version) string {
	if v.Deleted {
		return ""
	}
	return f.Get(v.Content)
}

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
	winner := read(it.Winner)
	for i, v := range it.Conflicts {
		all[i] = map[string][]reconcile.Row{}
		other := read(v)
		for _, f := range record.FieldsOf(winner.Kind, other.Kind) {
			all[i][f.Name] = reconcile.Text(winner.Get(f.Name), other.Get(f.Name))
		}
	}
	return all
}

// read is what a version says: nothing, where it is deleted.
func read(v *item.Version) record.Record {
	if v.Deleted {
		return record.Record{}
	}
	return record.Read(v.Content)
}

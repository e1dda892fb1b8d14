package settle

import (
	"strings"

	"crossfeed/engine/item"
	"crossfeed/engine/reconcile"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// Comparison holds, for each conflict of an item, how each field differs from
// the winner's. It is computed outside the UI goroutine: texts can be long.
type Comparison []map[string][]reconcile.Row

// Compare compares the winner with every conflict, field by field.
func Compare(it *item.Item, speaker say.Speaker) Comparison {
	all := make(Comparison, len(it.Conflicts))
	winner := read(it.Winner)
	for i, v := range it.Conflicts {
		all[i] = map[string][]reconcile.Row{}
		other := read(v)
		for _, f := range record.FieldsOf(winner.Kind, other.Kind) {
			all[i][f.Name] = compare(f.Form, speaker, winner.Get(f.Name), other.Get(f.Name))
		}
	}
	return all
}

// compare compares two values of a form in words: sets by their elements,
// whatever their order, and everything else as texts.
func compare(form record.Form, speaker say.Speaker, left, right string) []reconcile.Row {
	left, right = speaker.Value(form, left), speaker.Value(form, right)
	if form.Rows() {
		return reconcile.Set(elements(left), elements(right))
	}
	return reconcile.Text(left, right)
}

func elements(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// read is what a version says: nothing, where it is deleted.
func read(v *item.Version) record.Record {
	if v.Deleted {
		return record.Record{}
	}
	return record.Read(v.Content)
}

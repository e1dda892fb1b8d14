package record

import "crossfeed/engine/item"

// noteFields are title and text of the entry itself.
var noteFields = []Field{titleOfEntry, textOfEntry, attachments}

var (
	titleOfEntry = Field{
		Name: "title", Form: Line,
		get: func(t tree) string { return item.TitleIn(t.entry) },
		set: func(t tree, v string) { item.SetTitle(t.entry, v) },
	}
	textOfEntry = Field{
		Name: "text", Form: Text, Merge: MergeText,
		get: func(t tree) string { return item.TextIn(t.entry) },
		set: func(t tree, v string) { item.SetText(t.entry, v) },
	}
)

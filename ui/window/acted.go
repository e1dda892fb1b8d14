package window

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
)

// actedText says what was done: with one item by its title, with several by
// their number.
func actedText(a items.Action, n int, rows []snapshot.Row) string {
	what := lang.N("{{.N}} items", n, say.Data{"N": n})
	if len(rows) == 1 {
		what = lang.L("“{{.Title}}”", say.Data{"Title": say.Title(rows[0].Title)})
	}
	data := say.Data{"What": what, "List": a.Value}
	switch a.Verb {
	case items.Complete:
		return lang.L("Done: {{.What}}. Ctrl+Z undoes it.", data)
	case items.Reopen:
		return lang.L("Not done any more: {{.What}}.", data)
	case items.Delete:
		return lang.L("Deleted: {{.What}}. Ctrl+Z undoes it.", data)
	case items.Restore:
		return lang.L("Restored: {{.What}}.", data)
	case items.MoveTo:
		return lang.L("Moved to {{.List}}: {{.What}}.", data)
	case items.CopyTo:
		return lang.L("Copied to {{.List}}: {{.What}}.", data)
	case items.Make:
		return madeText(record.Kind(a.Value), what)
	case items.SetPartOf:
		return partText(a, data)
	}
	return lang.L("Changed: {{.What}}. Ctrl+Z undoes it.", data)
}

// partText says that todos were moved into another one, or out.
func partText(a items.Action, data say.Data) string {
	if a.Value == "" {
		return lang.L("No subtask any more: {{.What}}. Ctrl+Z undoes it.", data)
	}
	return lang.L("A subtask of the one above now: {{.What}}. Ctrl+Z undoes it.", data)
}

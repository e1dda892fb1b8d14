package wording

import (
	"strings"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

// Place describes the position of an item in an outline: "Work › News, after Heise".
func Place(w lists.Position) string {
	text := where(w)
	switch {
	case w.Deleted.ID != "":
		return text
	case w.Before.ID != "":
		text = L("where-after-title", "{{.Where}}, after {{.Title}}", Data{"Where": text, "Title": Title(w.Before.Title)})
	case w.After.ID != "":
		text = L("where-before-title", "{{.Where}}, before {{.Title}}", Data{"Where": text, "Title": Title(w.After.Title)})
	}
	if w.Absent {
		return L("where-its-parent-is-missing", "{{.Where}} (its parent is missing)", Data{"Where": text})
	}
	return text
}

// where returns the path of the item's parents.
func where(w lists.Position) string {
	if out(w) {
		return L("top-level", "top level")
	}
	titles := make([]string, len(w.Path))
	for i, p := range w.Path {
		titles[i] = p.Title
	}
	if w.Deleted.ID != "" {
		titles = append(titles, DeletedTitle(w.Deleted.Title))
	}
	return Path(titles)
}

// out reports whether an item is at the top level.
func out(w lists.Position) bool { return len(w.Path) == 0 && w.Deleted.ID == "" }

// DeletedTitle returns the title of a deleted item that contains another one.
func DeletedTitle(title string) string {
	return L("title-deleted", "{{.Title}} (deleted)", Data{"Title": Title(title)})
}

// Orphan says that an item is inside a deleted one, and what can be done. Both arguments are
// titles.
func Orphan(folder, title string) string {
	return L("title-is-in-folder-which-was", "“{{.Title}}” is in “{{.Folder}}”, which was deleted. Restore “{{.Folder}}”, or move “{{.Title}}” out of it.",
		Data{"Folder": Title(folder), "Title": Title(title)})
}

// RestoreFolder is the choice that keeps an item in a deleted one.
func RestoreFolder(title string) string {
	return L("restore-title", "Restore “{{.Title}}”", Data{"Title": Title(title)})
}

// MoveTo is the choice that moves an item out of a deleted one.
func MoveTo(w lists.Position) string {
	if out(w) {
		return L("move-to-the-top-level", "Move to the top level")
	}
	return L("move-to-where", "Move to {{.Where}}", Data{"Where": where(w)})
}

// Move is a version's change of an item's position.
type Move struct {
	Where lists.Position
	By    string
}

// Moves says who moved an item where: "moved to Work by laptop, to Home by phone".
func (s Speaker) Moves(all []Move) string {
	var parts []string
	for i, m := range all {
		data := Data{"Where": where(m.Where), "Who": s.By(m.By)}
		parts = append(parts, move(data, i == 0, out(m.Where)))
	}
	return strings.Join(parts, ", ")
}

// move describes the target of one move, the first one with its verb.
func move(data Data, first, out bool) string {
	switch {
	case first && out:
		return L("moved-to-the-top-level-by", "moved to the top level by {{.Who}}", data)
	case first:
		return L("moved-to-where-by-who", "moved to {{.Where}} by {{.Who}}", data)
	case out:
		return L("to-the-top-level-by-who", "to the top level by {{.Who}}", data)
	}
	return L("to-where-by-who", "to {{.Where}} by {{.Who}}", data)
}

// Circle explains why an item was moved out of another one (SSE 0.91 §4.4.2). Both arguments
// are titles.
func Circle(other, title string) string {
	return L("other-and-title-were-each-moved", "“{{.Other}}” and “{{.Title}}” were each moved under the other on different devices. So that neither is lost, “{{.Title}}” is now at the top level.",
		Data{"Other": Title(other), "Title": Title(title)})
}

// Path returns the path of an outline: the titles of its parents, the outermost first.
func Path(titles []string) string {
	words := make([]string, len(titles))
	for i, t := range titles {
		words[i] = Title(t)
	}
	return strings.Join(words, " › ")
}

// In says which outline contains an item.
func In(titles []string) string {
	if len(titles) == 0 {
		return L("at-the-top-level", "at the top level")
	}
	return L("in-path", "in {{.Path}}", Data{"Path": Path(titles)})
}

// Make returns the command that turns a note into a record.
func Make(k record.Kind) string {
	if k == record.Contact {
		return L("convert-to-contact", "Convert to contact")
	}
	return L("convert-to-todo", "Convert to todo")
}

// Converts asks whether items become records of the kind that a list is for, and says what
// happens to their fields.
func Converts(items int, k record.Kind, list string) (question, explanation string) {
	data := Data{"N": Number(items), "List": list}
	if k == record.Contact {
		return N("list-of-contacts-convert-n-items", "“{{.List}}” is a list of contacts. Convert {{.N}} items to contacts?", items, data),
			L("the-title-becomes-the-name-notes", "The title becomes the name. Notes, tags and files are kept. All other fields, such as due dates, stay only in the history.")
	}
	return N("list-of-todos-convert-n-items", "“{{.List}}” is a list of todos. Convert {{.N}} items to todos?", items, data),
		L("the-name-becomes-the-title-notes", "The name or title becomes the title. Notes, tags and files are kept. All other fields, such as phone numbers, stay only in the history.")
}

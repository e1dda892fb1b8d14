package say

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
)

// Field is the name of a field of a record in the window's words.
func Field(name string) string {
	if word, known := fieldWords()[name]; known {
		return word
	}
	return name
}

func fieldWords() map[string]string {
	return map[string]string{
		"title": lang.L("Title"), "text": lang.L("Text"), "done": lang.L("Done"), "due": lang.L("Due"), "start": lang.L("Start"),
		"priority": lang.L("Priority"), "tags": lang.L("Tags"), "location": lang.L("Location"), "url": lang.L("Web address"),
		"repeat": lang.L("Repeats"), "alarms": lang.L("Alarms"), "parent": lang.L("Part of"), "order": lang.L("Order"),

		"name": lang.L("Name"), "prefix": lang.L("Prefix"), "given": lang.L("First name"), "middle": lang.L("Middle name"),
		"family": lang.L("Last name"), "suffix": lang.L("Suffix"), "nickname": lang.L("Nickname"), "phones": lang.L("Phones"),
		"emails": lang.L("E-mails"), "addresses": lang.L("Addresses"), "urls": lang.L("Web pages"), "messengers": lang.L("Messengers"),
		"organisation": lang.L("Organisation"), "role": lang.L("Role"), "jobtitle": lang.L("Job title"), "birthday": lang.L("Birthday"),
		"picture": lang.L("Picture"), "files": lang.L("Files"), "custom": lang.L("Other fields"),

		"note": lang.L("Note"), "xmlUrl": lang.L("Feed address"), "htmlUrl": lang.L("Web page"), "type": lang.L("Type"),
		conflicts.Place: lang.L("Place"),
	}
}

// Title is the title of an item, or a remark where it has none.
func Title(title string) string {
	if strings.TrimSpace(title) == "" {
		return lang.L("(no title)")
	}
	return title
}

package say

import (
	"strings"

	"fyne.io/fyne/v2/lang"
)

// Field is the name of a field of a record in the window's words.
func Field(name string) string {
	switch name {
	case "title":
		return lang.L("Title")
	case "text":
		return lang.L("Text")
	}
	return name
}

// Title is the title of an item, or a remark where it has none.
func Title(title string) string {
	if strings.TrimSpace(title) == "" {
		return lang.L("(no title)")
	}
	return title
}

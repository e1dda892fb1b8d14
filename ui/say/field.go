package say

import "fyne.io/fyne/v2/lang"

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

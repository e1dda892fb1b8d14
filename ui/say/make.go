package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

// Make names what makes a record of a note.
func Make(k record.Kind) string {
	if k == record.Contact {
		return lang.L("Make it a contact")
	}
	return lang.L("Make it a todo")
}

package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
)

// Situation is what kind of case a settling is, in one sentence; "" for the
// ordinary one, which needs none.
func Situation(s conflicts.Situation) string {
	switch s {
	case conflicts.EditAgainstDeletion:
		return lang.L("Deleted in one place and changed in another: nothing is deleted before you say so.")
	case conflicts.OnlyVolatile:
		return lang.L("There is no real difference: only moments, and what programs write on their own.")
	case conflicts.OnlyOther:
		return lang.L("They differ only in data that no field shows.")
	case conflicts.SettledApart:
		return lang.L("This conflict was resolved differently by several people. Choose where their resolutions differ.")
	case conflicts.Circle:
		return lang.L("It and what it stood in were each put into the other. So that neither is lost, it now stands at the top level.")
	case conflicts.Orphaned:
		return lang.L("It is in a deleted item. Restore that, or move it out.")
	case conflicts.Marked:
		return lang.L("Another program marked it as one to look at, and kept no other version of it: saving confirms it.")
	}
	return ""
}

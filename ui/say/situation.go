package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
)

// Situation is what kind of case a settling is, in one sentence; "" for the
// ordinary one, which needs none.
func Situation(s session.Situation) string {
	switch s {
	case session.EditAgainstDeletion:
		return lang.L("Deleted in one place and changed in another: nothing is deleted before you say so.")
	case session.OnlyVolatile:
		return lang.L("There is no real difference: only moments, and what programs write on their own.")
	case session.OnlyOther:
		return lang.L("They differ only in data that no field shows.")
	case session.SettledApart:
		return lang.L("This conflict was resolved differently by several people. Choose where their resolutions differ.")
	case session.Circle:
		return lang.L("It and what it stood in were each put into the other. So that neither is lost, it now stands at the top level.")
	case session.Orphaned:
		return lang.L("It is in a deleted item. Restore that, or move it out.")
	case session.Marked:
		return lang.L("Another program marked it as one to look at, and kept no other version of it: saving confirms it.")
	}
	return ""
}

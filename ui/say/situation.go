package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/lineage"
)

// Situation is what kind of case a settling is, in one sentence; "" for the
// ordinary one, which needs none.
func Situation(s session.Situation) string {
	switch s {
	case session.DeletedByAll:
		return lang.L("Deleted in every place: saving confirms it.")
	case session.EditAgainstDeletion:
		return lang.L("Deleted in one place and changed in another: nothing is deleted before you say so.")
	case session.SameEverywhere:
		return lang.L("There is no difference between these versions: saving confirms them together.")
	case session.OnlyVolatile:
		return lang.L("There is no real difference: only moments, and what programs write on their own.")
	case session.OnlyOther:
		return lang.L("They differ only in data that no field shows.")
	case session.SettledApart:
		return lang.L("It was settled in several places, and differently: settle it once more, as any change.")
	case session.Circle:
		return lang.L("It and what it stood in were each put into the other. So that neither is lost, it now stands at the top level.")
	case session.Marked:
		return lang.L("Another program marked it as one to look at, and kept no other version of it: saving confirms it.")
	}
	return ""
}

// Start says what versions started from: the time and who made it, or why that is
// not known.
func (s Speaker) Start(b lineage.Base) string {
	if !b.Known() {
		return lang.L("Starting point not known: {{.Why}}", Data{"Why": unknown(b.Unknown)})
	}
	top := b.Version.Top()
	data := Data{"When": s.Local(top.When.Time()), "Who": s.Person(top.By)}
	switch {
	case b.Version.Deleted:
		return lang.L("They started from a deletion: {{.When}}, {{.Who}}.", data)
	case top.When.Time().IsZero():
		return lang.L("They started from: {{.Who}}, time not known.", data)
	}
	return lang.L("They started from: {{.When}}, {{.Who}}.", data)
}

// unknown says why a starting point is not known.
func unknown(u lineage.Unknown) string {
	switch u {
	case lineage.Apart:
		return lang.L("these versions have no change in common.")
	case lineage.Cut:
		return lang.L("a history was cut.")
	case lineage.NeverSeen:
		return lang.L("that version never came here.")
	case lineage.Twice:
		return lang.L("two endpoints use one identifier.")
	}
	return lang.L("nobody looked for it.")
}

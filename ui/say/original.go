package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
)

// Original says what the original of several versions is: its time and who made
// it, that it is merged, or why it is not known.
func (s Speaker) Original(b lineage.Base) string {
	switch {
	case b.Merged() && len(b.Missing) > 0:
		return MergedFrom(b) + ". " + lang.L("Missing: {{.Which}}.", Data{"Which": s.updates(b.Missing)})
	case b.Merged():
		return MergedFrom(b) + "."
	case !b.Known():
		return lang.L("Original not known: {{.Why}}", Data{"Why": s.unknown(b)})
	}
	top := b.Version.Top()
	data := Data{"When": s.Local(top.When.Time()), "Who": s.Person(top.By)}
	switch {
	case b.Version.Deleted:
		return lang.L("Original: deleted, {{.When}}, {{.Who}}.", data)
	case top.When.Time().IsZero():
		return lang.L("Original: {{.Who}}, time not known.", data)
	}
	return lang.L("Original: {{.When}}, {{.Who}}.", data)
}

// MergedFrom says from how many originals one is merged: the head of its column,
// which has no author and no date.
func MergedFrom(b lineage.Base) string {
	if len(b.Of) == 2 {
		return lang.L("Merged from two originals")
	}
	return lang.L("Merged from {{.N}} originals", Data{"N": len(b.Of)})
}

// unknown says why an original is not known, and which versions are missing.
func (s Speaker) unknown(b lineage.Base) string {
	which := Data{"Which": s.updates(b.Missing)}
	switch {
	case b.Unknown == lineage.Apart:
		return lang.L("these versions have no change in common.")
	case b.Unknown == lineage.Cut:
		return lang.L("another program shortened the history of {{.Which}}.", which)
	case b.Unknown == lineage.NeverSeen && len(b.Missing) == 1:
		return lang.L("{{.Which}} was never received.", which)
	case b.Unknown == lineage.NeverSeen:
		return lang.L("{{.Which}} were never received.", which)
	}
	return lang.L("it was not searched for.")
}

// updates names updates: "update 3 by laptop and update 4 by you".
func (s Speaker) updates(all []item.History) string {
	names := make([]string, len(all))
	for i, h := range all {
		names[i] = lang.L("update {{.N}} by {{.Who}}", Data{"N": h.Sequence, "Who": s.Person(h.By)})
	}
	return And(names)
}

package wording

import (
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// Situation describes the kind of conflict in one sentence; "" for the ordinary kind, which
// needs no explanation.
func Situation(s conflicts.Situation) string {
	switch s {
	case conflicts.EditAgainstDeletion:
		return L("deleted-on-one-device-and-changed", "Deleted on one device and changed on another. Nothing is deleted until you choose.")
	case conflicts.OnlyVolatile:
		return L("only-timestamps-and-program-data-differ", "Only timestamps and program data differ.")
	case conflicts.OnlyOther:
		return L("the-versions-differ-only-in-hidden", "The versions differ only in hidden data.")
	case conflicts.ResolvedApart:
		return L("this-conflict-was-resolved-differently", "This conflict was resolved differently by several people. Choose where their resolutions differ.")
	case conflicts.Circle:
		return L("this-item-and-its-parent-were", "This item and its parent were each moved under the other. So that neither is lost, the item is now at the top level.")
	case conflicts.Orphaned:
		return L("this-item-is-in-a-deleted", "This item is in a deleted item. Restore that item, or move this one out of it.")
	case conflicts.Marked:
		return L("another-program-marked-this-item-as", "Another program marked this item as a conflict, but sent no other version. Saving confirms the item.")
	}
	return ""
}

// Explain describes what became of a field and why, and if a person chose the result, who.
func Explain(c conflicts.Cell, versions []conflicts.Candidate) string {
	who := letters(c.Changed, versions)
	data := Data{"Why": Reason(c.Reason, who), "Who": And(who)}
	switch {
	case c.Alike && !c.Chosen:
		return Reason(merge.Alike, nil)
	case c.State() == conflicts.StateSuggested && len(who) > 0:
		return L("suggested-changes-of-who-merged-choose", "suggested: merged changes by {{.Who}}: choose", data)
	case c.Open:
		return L("open-why", "open: {{.Why}}", data)
	case c.Typed && c.Form == record.Text:
		return L("typed-by-you-the-whole-text", "typed by you: the whole text")
	case c.Typed, c.TypedIn && len(c.Parts) == 0:
		return L("typed-by-you", "typed by you")
	case c.TypedIn:
		return L("typed-by-you-with-parts-from", "typed by you, with parts from {{.Letter}}", Data{"Letter": And(c.Parts)})
	case c.Chosen:
		return L("letter-chosen-by-you", "{{.Letter}}, chosen by you", Data{"Letter": Origin(c, versions)})
	}
	return L("merged-why", "merged: {{.Why}}", data)
}

// Origin describes where the result of a field comes from, by the letters of versions.
func Origin(c conflicts.Cell, versions []conflicts.Candidate) string {
	switch {
	case c.From != "":
		return c.From
	case len(c.Parts) > 0 && c.TypedIn:
		return L("letter-edited", "{{.Letter}}, edited", Data{"Letter": strings.Join(c.Parts, "")})
	case len(c.Parts) > 0:
		return strings.Join(c.Parts, "")
	case c.Accepted == conflicts.OfferOriginal:
		return L("original-2", "original")
	case c.Chosen:
		return L("edited", "edited")
	}
	return strings.Join(letters(c.Changed, versions), "")
}

func letters(numbers []int, versions []conflicts.Candidate) []string {
	var all []string
	for _, n := range numbers {
		if n >= 0 && n < len(versions) {
			all = append(all, versions[n].Letter)
		}
	}
	return all
}

// Outcome describes what saving will do.
func Outcome(o conflicts.Outcome) string {
	data := Data{"N": o.Update}
	text := L("saves-the-result-as-update-n", "Saves the result as update {{.N}}.", data)
	switch {
	case o.Deletes && o.Confirms:
		text = L("confirms-the-deletion-as-update-n", "Confirms the deletion as update {{.N}}.", data)
	case o.Deletes:
		text = L("deletes-the-item-as-update-n", "Deletes the item, as update {{.N}}.", data)
	}
	if o.Restores && o.ToChoose == 0 {
		text += " " + L("also-restores-the-deleted-item-that", "Also restores the deleted item that contains it.")
	}
	if n := o.Resolved + o.Answered; n > 0 {
		text += " " + N("the-other-n-versions-stay-in", "The other {{.N}} versions stay in the history.", n, Data{"N": n})
	}
	if n := o.Open + o.Offered; n > 0 {
		text += " " + N("n-versions-are-not-included-and", "{{.N}} versions are not included and stay open.", n, Data{"N": n})
	}
	return text
}

// Alike says which versions look the same to a person, by their letters.
func Alike(who []string) string {
	return L("who-no-real-difference", "{{.Who}}: no real difference.", Data{"Who": And(who)})
}

// Reason explains why a value is merged, or why not; who are the letters of the versions that
// changed it.
func Reason(r merge.Reason, who []string) string {
	data := Data{"Who": And(who)}
	switch r {
	case merge.OneSided:
		return L("only-who-changed-it", "only {{.Who}} changed it", data)
	case merge.SameChange:
		return L("who-made-the-same-change", "{{.Who}} made the same change", data)
	case merge.United:
		return L("additions-and-removals-of-who", "additions and removals by {{.Who}}", data)
	case merge.Merged:
		return L("who-changed-different-parts", "{{.Who}} changed different parts", data)
	case merge.Collision:
		return L("who-changed-it-differently-choose", "{{.Who}} changed it differently: choose", data)
	case merge.NoBase:
		return L("no-original-choose", "no original: choose")
	case merge.Follows:
		return L("as-in-the-current-version", "as in the current version")
	}
	return L("the-same-in-all", "the same in all")
}

// And joins words: "A", "A and B", "A, B and C".
func And(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return L("first-and-last", "{{.First}} and {{.Last}}", Data{"First": strings.Join(words[:last], ", "), "Last": words[last]})
}

// Remark describes what is wrong with the time of an update, or returns "".
func Remark(r ancestry.Remark) string {
	switch r {
	case ancestry.Ahead:
		return L("in-the-future-that-devices-clock", "in the future: that device’s clock must be wrong")
	case ancestry.Behind:
		return L("earlier-than-the-version-it-is", "earlier than the version it is based on: that device’s clock was behind")
	case ancestry.Timeless:
		return L("time-not-known", "time not known")
	}
	return ""
}

// Original describes the common ancestor of several versions: its time and who made it, that
// it is merged, or why it is unknown.
func (s Speaker) Original(b ancestry.Base) string {
	if !b.Known() {
		return Unwritten(b, s.Person)
	}
	top := b.Version.Top()
	data := Data{"When": s.Local(top.When.Time()), "Who": s.Person(top.By)}
	switch {
	case b.Version.Deleted:
		return L("original-deleted-when-who", "Original: deleted, {{.When}}, {{.Who}}.", data)
	case top.When.Time().IsZero():
		return L("original-who-time-not-known", "Original: {{.Who}}, time not known.", data)
	}
	return L("original-when-who", "Original: {{.When}}, {{.Who}}.", data)
}

// Unwritten describes a common ancestor that nobody wrote: from how many ancestors it is
// merged, or why it is unknown.
func Unwritten(b ancestry.Base, person func(by string) string) string {
	switch {
	case b.Merged() && len(b.Missing) > 0:
		return MergedFrom(b) + ". " + L("missing-which", "Missing: {{.Which}}.", Data{"Which": updates(b.Missing, person)})
	case b.Merged():
		return MergedFrom(b) + "."
	}
	return L("original-not-known-why", "Original not known: {{.Why}}", Data{"Why": unknown(b, person)})
}

// MergedFrom says from how many ancestors one is merged: the heading of its column, which has
// no author and no date.
func MergedFrom(b ancestry.Base) string {
	if len(b.Of) == 2 {
		return L("merged-from-two-originals", "Merged from two originals")
	}
	return L("merged-from-n-originals", "Merged from {{.N}} originals", Data{"N": len(b.Of)})
}

// unknown explains why a common ancestor is unknown, and which versions are missing.
func unknown(b ancestry.Base, person func(by string) string) string {
	which := Data{"Which": updates(b.Missing, person)}
	switch {
	case b.Unknown == ancestry.Apart:
		return L("these-versions-have-no-common-history", "these versions have no common history.")
	case b.Unknown == ancestry.Cut:
		return L("another-program-shortened-the-history-of", "another program shortened the history of {{.Which}}.", which)
	case b.Unknown == ancestry.NeverSeen && len(b.Missing) == 1:
		return L("which-was-never-received", "{{.Which}} was never received.", which)
	case b.Unknown == ancestry.NeverSeen:
		return L("which-were-never-received", "{{.Which}} were never received.", which)
	}
	return L("it-was-not-determined", "it was not determined.")
}

// updates lists updates: "update 3 by laptop and update 4 by you".
func updates(all []item.History, person func(by string) string) string {
	names := make([]string, len(all))
	for i, h := range all {
		names[i] = L("update-n-by-who", "update {{.N}} by {{.Who}}", Data{"N": h.Sequence, "Who": person(h.By)})
	}
	return And(names)
}

package wording

import "crossfeed/engine/trust"

// Oddity describes what is unusual about a received item.
func Oddity(a trust.Alarm) string {
	data := Data{"N": Number(a.Number), "Limit": Number(a.Limit), "Sequence": a.Sequence}
	switch a.Kind {
	case trust.Forged:
		return L("it-contains-a-change-in-your", "It contains a change in your name that was not made on this computer. Someone else may be writing in your name, or a copy of your data is in use. If it is a copy, choose “New identifier for this device…” in the View menu.")
	case trust.Altered:
		return L("your-own-change-came-back-with", "Your own change came back with different content. Another program altered it on the way, or two devices use the same identifier. Apply it to keep your content and publish it again.")
	case trust.Jump:
		return L("it-claims-n-changes-at-once", "It claims {{.N}} changes at once, more than anyone can make. If merged, it would override every genuine change.", data)
	case trust.Histories:
		return L("its-history-has-n-entries-more", "Its history has {{.N}} entries, more than anyone makes.", data)
	case trust.Conflicts:
		return L("it-has-n-versions-at-once", "It has {{.N}} versions at once, more than anyone makes.", data)
	case trust.Flood:
		text := flood(a.Part, data)
		if a.Shown > 0 {
			text += " " + L("the-n-items-in-the-preview", "The {{.N}} items in the preview that you accepted are not counted.", Data{"N": Number(a.Shown)})
		}
		return text
	}
	return L("the-reason-is-unknown", "The reason is unknown.")
}

// flood describes what feeds would do to most of a list within a day.
func flood(p trust.Part, data Data) string {
	switch p {
	case trust.Deleted:
		return L("feeds-would-delete-n-items-of", "Feeds would delete {{.N}} items of this list within a day. Up to {{.Limit}} are merged without review.", data)
	case trust.Missing:
		return L("the-feed-no-longer-contains-these", "The feed no longer contains these items. {{.N}} items would be removed from this list within a day. Up to {{.Limit}} are removed without review.", data)
	case trust.Overwritten:
		return L("feeds-would-overwrite-n-items-of", "Feeds would overwrite {{.N}} items of this list within a day. Up to {{.Limit}} are merged without review.", data)
	case trust.Added:
		return L("feeds-would-add-n-items-to", "Feeds would add {{.N}} items to this list within a day. Up to {{.Limit}} are merged without review.", data)
	}
	return L("feeds-would-put-n-items-of", "Feeds would put {{.N}} items of this list into conflict within a day. Up to {{.Limit}} are merged without review.", data)
}

// Flooded describes items that are held for review together.
func Flooded(p trust.Part, n int) string {
	data := Data{"N": Number(n)}
	switch p {
	case trust.Deleted:
		return N("n-items-would-be-deleted", "{{.N}} items would be deleted", n, data)
	case trust.Missing:
		return N("n-items-would-be-removed-from", "{{.N}} items would be removed from the list", n, data)
	case trust.Overwritten:
		return N("n-items-would-be-overwritten", "{{.N}} items would be overwritten", n, data)
	case trust.Added:
		return N("n-new-items", "{{.N}} new items", n, data)
	}
	return N("n-items-would-be-in-conflict", "{{.N}} items would be in conflict", n, data)
}

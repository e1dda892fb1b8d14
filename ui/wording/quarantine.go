package wording

import "crossfeed/engine/trust"

// Oddity describes what is unusual about a received item.
func Oddity(a trust.Alarm) string {
	data := Data{"N": Number(a.Number), "Limit": Number(a.Limit), "Sequence": a.Sequence}
	switch a.Kind {
	case trust.Forged:
		return L("It has a change in your name that you never made on this computer. Somebody else may write in your name, or a copy of your data is in use: give this device a new identifier (View).")
	case trust.Altered:
		return L("Your own change came back with another content. Another program altered it on the way, or two devices use one identifier. Apply it to keep your content and publish it again.")
	case trust.Jump:
		return L("It says that it was changed {{.N}} times at once, more than anybody can have. Taken in, it would win over every honest change.", data)
	case trust.Histories:
		return L("Its history has {{.N}} entries, more than anybody makes.", data)
	case trust.Conflicts:
		return L("It comes with {{.N}} versions at once, more than anybody makes.", data)
	case trust.Flood:
		text := flood(a.Part, data)
		if a.Shown > 0 {
			text += " " + L("The {{.N}} that you were shown when you subscribed do not count.", Data{"N": Number(a.Shown)})
		}
		return text
	}
	return L("Something is odd about it that has no words here.")
}

// flood describes what feeds would do to most of a list within a day.
func flood(p trust.Part, data Data) string {
	switch p {
	case trust.Deleted:
		return L("Feeds would delete {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
	case trust.Missing:
		return L("The feed no longer has these items. {{.N}} items would leave this list within a day. Up to {{.Limit}} do without a review.", data)
	case trust.Overwritten:
		return L("Feeds would overwrite {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
	case trust.Added:
		return L("Feeds would add {{.N}} items to this list within a day. Up to {{.Limit}} are merged without a review.", data)
	}
	return L("Feeds would conflict with {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
}

// Flooded describes items that are held for review together.
func Flooded(p trust.Part, n int) string {
	data := Data{"N": Number(n)}
	switch p {
	case trust.Deleted:
		return N("{{.N}} items would be deleted", n, data)
	case trust.Missing:
		return N("{{.N}} items would leave the list", n, data)
	case trust.Overwritten:
		return N("{{.N}} items would be overwritten", n, data)
	case trust.Added:
		return N("{{.N}} new items", n, data)
	}
	return N("{{.N}} items would be in conflict", n, data)
}

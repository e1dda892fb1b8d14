package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/trust"
)

// Oddity says what is odd about an item that came in.
func Oddity(a trust.Alarm) string {
	data := Data{"N": Number(a.Number), "Limit": Number(a.Limit), "Sequence": a.Sequence}
	switch a.Kind {
	case trust.Forged:
		return lang.L("It has a change in your name that you never made on this computer. Somebody else may write in your name, or a copy of your data is in use: give this device a new identifier (View).")
	case trust.Altered:
		return lang.L("Your own change came back with another content. Another program altered it on the way, or two devices use one identifier. Apply it to keep your content and publish it again.")
	case trust.Jump:
		return lang.L("It says that it was changed {{.N}} times at once, more than anybody can have. Taken in, it would win over every honest change.", data)
	case trust.Histories:
		return lang.L("Its history has {{.N}} entries, more than anybody makes.", data)
	case trust.Conflicts:
		return lang.L("It comes with {{.N}} versions at once, more than anybody makes.", data)
	case trust.Flood:
		return flood(a.Part, data)
	}
	return lang.L("Something is odd about it that has no words here.")
}

// flood says what feeds would do to most of a list within a day.
func flood(p trust.Part, data Data) string {
	switch p {
	case trust.Deleted:
		return lang.L("Feeds would delete {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
	case trust.Missing:
		return lang.L("The feed no longer has these items. {{.N}} items would leave this list within a day. Up to {{.Limit}} do without a review.", data)
	case trust.Overwritten:
		return lang.L("Feeds would overwrite {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
	case trust.Added:
		return lang.L("Feeds would add {{.N}} items to this list within a day. Up to {{.Limit}} are merged without a review.", data)
	}
	return lang.L("Feeds would conflict with {{.N}} items of this list within a day. Up to {{.Limit}} are merged without a review.", data)
}

// Flooded names items that are held for review together.
func Flooded(p trust.Part, n int) string {
	data := Data{"N": Number(n)}
	switch p {
	case trust.Deleted:
		return lang.N("{{.N}} items would be deleted", n, data)
	case trust.Missing:
		return lang.N("{{.N}} items would leave the list", n, data)
	case trust.Overwritten:
		return lang.N("{{.N}} items would be overwritten", n, data)
	case trust.Added:
		return lang.N("{{.N}} new items", n, data)
	}
	return lang.N("{{.N}} items would be in conflict", n, data)
}

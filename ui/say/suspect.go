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
		return lang.L("Your own change came back with another content. Another program altered it on the way, or two devices use one identifier. Take it in to keep your content and publish it again.")
	case trust.Jump:
		return lang.L("It says that it was changed {{.N}} times at once, more than anybody can have. Taken in, it would win over every honest change.", data)
	case trust.Histories:
		return lang.L("Its history has {{.N}} entries, more than anybody makes.", data)
	case trust.Conflicts:
		return lang.L("It comes with {{.N}} versions at once, more than anybody makes.", data)
	case trust.Flood:
		data["N"] = Number(a.Number - 1) // it is one of them
		return lang.L("It came with {{.N}} others that would delete or dispute most of the list at once.", data)
	}
	return lang.L("Something is odd about it that has no words here.")
}

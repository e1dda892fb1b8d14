package say

import "fyne.io/fyne/v2/lang"

// Failure tells that something could not be done, with the reason as the engine
// or the system gave it.
func Failure(reason string) string {
	return lang.L("It could not be done: {{.Reason}}", Data{"Reason": reason})
}

package wording

// CheckFirst is the message when somebody presses a button before its effect can have been
// seen.
func CheckFirst() string {
	return L("check-it-first-then-press-again", "Check it first, then press again.")
}

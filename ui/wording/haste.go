package wording

// CheckFirst is said to who acts on what nobody can have seen yet.
func CheckFirst() string { return L("Check it first, then press again.") }

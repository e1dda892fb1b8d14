package invite

// Problem is what is wrong with an invitation.
type Problem int

// The problems.
const (
	// None: there is no invitation in the text.
	None Problem = iota
	// CutOff: its end is missing. Damaged: it cannot be read.
	CutOff
	Damaged
	// TooLarge: the text, or a part of the invitation, is larger than any invitation.
	TooLarge
	// Missing: a part is missing. Unknown: a part has a value that means nothing here.
	Missing
	Unknown
	// Control: a part has characters that cannot be shown.
	Control
	// Address: it is none that feeds can lie at, or holds a password.
	Address
)

// Error tells what is wrong with an invitation.
type Error struct {
	Problem Problem
	// Part names the part that it is about, in English, or "".
	Part string
	// Err is the reason beneath, or nil.
	Err error
}

// Error says what is wrong and what can be done.
func (e *Error) Error() string {
	text := e.Problem.text(e.Part)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap gives the reason beneath.
func (e *Error) Unwrap() error { return e.Err }

func (p Problem) text(part string) string {
	switch p {
	case CutOff:
		return "the invitation is cut off: ask for it again, as a file perhaps"
	case Damaged:
		return "the invitation is damaged: ask for it again, as a file perhaps"
	case TooLarge:
		return "that is too large to be an invitation"
	case Missing:
		return "the invitation does not say the " + part + ": ask for it again, whole"
	case Unknown:
		return "the invitation has a " + part + " that is not known here: a newer Crossfeed may know it"
	case Control:
		return "the invitation has characters in its " + part + " that cannot be shown: it was damaged or made to deceive"
	case Address:
		return "the invitation has an address that cannot be used"
	}
	return "there is no invitation in it: it begins with " + opening + ", or is a file whose name ends in " + Ending
}

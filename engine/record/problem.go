package record

import "fmt"

// Problem says what is wrong with a value, as a code that the window has its own
// words for.
type Problem string

// Problems of values.
const (
	NotADay           Problem = "not a day"
	NoSuchDay         Problem = "no such day"
	NotATime          Problem = "not a time"
	NoSuchZone        Problem = "no such zone"
	NotACompletion    Problem = "not true or false"
	NotAPriority      Problem = "not a priority from 1 to 9"
	NotAnInteger      Problem = "not a whole number"
	NotAnAddress      Problem = "not an address such as https://example.org"
	NotAMail          Problem = "not an e-mail address"
	NotATrigger       Problem = "not a time before the due date"
	NotARule          Problem = "not a rule of repetition"
	NotAPicture       Problem = "not a picture"
	PictureTooLarge   Problem = "the picture is too large"
	NotAnEntry        Problem = "not a value with its types"
	NotAPostalAddress Problem = "not the parts of an address, at most seven"
	NotAProperty      Problem = "not a name such as X-SHOE-SIZE and a value"
	NotAnAttachment   Problem = "not the link of a file, its size and its name"
	NotOneLine        Problem = "more than one line"
	Unprintable       Problem = "characters that cannot be kept"
	NoTitle           Problem = "a title is missing"
	NoName            Problem = "a name is missing"
	DueBeforeStart    Problem = "it is due before it starts"
	DatesDiffer       Problem = "start and due have to be both days or both times"
	RepeatWithoutDate Problem = "what repeats needs a date"
)

// ValueError tells why a field cannot have a value.
type ValueError struct {
	Field   string
	Value   string
	Problem Problem
}

// Error names the field, the value, what is wrong with it, and what would be
// right.
func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %q: %s: %s", e.Field, shortened(e.Value), e.Problem, e.Problem.Remedy())
}

// shortened keeps messages readable whatever was given.
func shortened(value string) string {
	const enough = 60
	if r := []rune(value); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return value
}

// wrong is a ValueError whose field is not known yet.
func wrong(value string, p Problem) error { return &ValueError{Value: value, Problem: p} }

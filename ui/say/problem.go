package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

// Problem says what is wrong with a value that was typed, and what would be
// right.
func Problem(p record.Problem) string {
	switch p {
	case record.NotADay, record.NotATime:
		return lang.L("Not a date. Write for example 27.11., 2026-11-27, tomorrow or fri 18:00.")
	case record.NoSuchDay:
		return lang.L("There is no such day.")
	case record.NoSuchZone:
		return lang.L("There is no such time zone.")
	case record.NotAPriority:
		return lang.L("A priority is a number from 1 to 9.")
	case record.NotAnAddress:
		return lang.L("Not a web address. Write for example https://example.org.")
	case record.NotAMail:
		return lang.L("Not an e-mail address. Write for example name@example.org.")
	case record.NotAProperty:
		return lang.L("Name it for example X-SHOE-SIZE: X-, letters, digits and hyphens.")
	}
	return problemOfMore(p)
}

// problemOfMore says what is wrong where no example helps.
func problemOfMore(p record.Problem) string {
	switch p {
	case record.NoTitle:
		return lang.L("A title is missing.")
	case record.NoName:
		return lang.L("A name is missing.")
	case record.DueBeforeStart:
		return lang.L("It is due before it starts.")
	case record.DatesDiffer:
		return lang.L("Start and due both need a time, or neither.")
	case record.RepeatWithoutDate:
		return lang.L("What repeats needs a date.")
	case record.NotAPicture:
		return lang.L("Not a picture that can be shown: PNG, JPEG or GIF.")
	case record.PictureTooLarge:
		return lang.L("The picture is too large.")
	case record.NotOneLine:
		return lang.L("This has to be one line.")
	case record.Unprintable:
		return lang.L("It has characters that cannot be kept.")
	}
	return lang.L("This cannot be kept: {{.Why}}", Data{"Why": string(p)})
}

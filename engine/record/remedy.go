package record

// Remedy says what to write instead, for a person who types text forms: in
// commands, where no editor helps.
func (p Problem) Remedy() string { return remedies[p] }

var remedies = map[Problem]string{
	NotADay:           "write it as 2026-11-27, 2026-11-27T18:00 or tomorrow",
	NoSuchDay:         "look at the month and the day",
	NotATime:          "write day and time as 2026-11-27T18:00:00Z",
	NoSuchZone:        "write it by its region and city, as in 2026-11-27T18:00 Europe/Berlin",
	NotACompletion:    "write true, false, false 40%, false in-process or false cancelled",
	NotAPriority:      "write 1 for the highest to 9 for the lowest, or high, medium, low or none",
	NotAnInteger:      "write it in digits, as in 12",
	NotAnAddress:      "write it without spaces, with its host",
	NotAMail:          "write it as name@example.org",
	NotATrigger:       "write -PT15M for 15 minutes before, -P1D for a day before, or a time such as 2026-11-27T09:00:00Z",
	NotARule:          "write it as FREQ=DAILY or FREQ=WEEKLY;BYDAY=FR (RFC 5545)",
	NotAPicture:       "give the address of a picture on the web, or @FILE in a command, where the file is PNG, JPEG or GIF",
	PictureTooLarge:   "give a smaller one, or @FILE in a command, which makes it smaller",
	NotAnEntry:        "write the value alone, or its types in brackets before it, as in [home,pref] +49 30 23125001",
	NotAPostalAddress: "write post box, extension, street, city, region, code and country, as in ;;1 High Street;London;;N1;UK",
	NotAProperty:      "begin the name with X-, go on in letters, digits and hyphens, and put the value after a colon, as in X-SHOE-SIZE: 42",
	NotAnAttachment:   "write the link without spaces, the size in bytes and the name, as in files/9f86d0.pdf 12345 Invoice.pdf",
	NotOneLine:        "leave the line breaks out",
	Unprintable:       "leave the control characters out",
	NoTitle:           "give it one",
	NoName:            "give a name, an organisation, an e-mail address or a phone number",
	DueBeforeStart:    "set due to a later date, or start to an earlier one",
	DatesDiffer:       "write both as in 2026-11-27, or both as in 2026-11-27T18:00",
	RepeatWithoutDate: "set due or start",
}

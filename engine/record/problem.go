package record

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// Problem is a code for what is wrong with a value. The window translates it.
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
	NotAMail          Problem = "not an email address"
	NotATrigger       Problem = "not a time before the due date"
	NotARule          Problem = "not a repetition rule"
	NotAPicture       Problem = "not a picture"
	PictureTooLarge   Problem = "the picture is too large"
	NotAnEntry        Problem = "not a value with its types"
	NotAPostalAddress Problem = "not the parts of an address, at most seven"
	NotAProperty      Problem = "not a name such as X-SHOE-SIZE and a value"
	NotAnAttachment   Problem = "not the link of a file, its size and its name"
	NotOneLine        Problem = "more than one line"
	Unprintable       Problem = "characters that cannot be stored"
	NoTitle           Problem = "a title is missing"
	NoName            Problem = "a name is missing"
	DueBeforeStart    Problem = "it is due before it starts"
	DatesDiffer       Problem = "start and due have to be both days or both times"
	RepeatWithoutDate Problem = "a repeating todo needs a date"
)

// ValueError is the reason why a value is invalid for a field.
type ValueError struct {
	Field   string
	Value   string
	Problem Problem
}

// Shortened returns the value, truncated if it is long.
func (e *ValueError) Shortened() string { return exchange.Shortened(e.Value) }

// Error returns the field, the value, the problem, and how to fix it.
func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %q: %s: %s", e.Field, e.Shortened(), e.Problem, e.Problem.Remedy())
}

// wrong returns a ValueError whose field is set later.
func wrong(value string, p Problem) error { return &ValueError{Value: value, Problem: p} }

// Remedy returns what to write instead, for people who type text forms in commands, without
// the help of an editor.
func (p Problem) Remedy() string { return remedies[p] }

var remedies = map[Problem]string{
	NotADay:           "write it as 2026-11-27, 2026-11-27T18:00 or tomorrow",
	NoSuchDay:         "check the month and the day",
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
	NotAProperty:      "begin the name with X-, continue with letters, digits and hyphens, and write the value after a colon, as in X-SHOE-SIZE: 42",
	NotAnAttachment:   "write the link without spaces, the size in bytes and the name, as in files/9f86d0.pdf 12345 Invoice.pdf",
	NotOneLine:        "remove the line breaks",
	Unprintable:       "remove the control characters",
	NoTitle:           "give it one",
	NoName:            "give a name, an organization, an email address or a phone number",
	DueBeforeStart:    "set due to a later date, or start to an earlier one",
	DatesDiffer:       "write both as in 2026-11-27, or both as in 2026-11-27T18:00",
	RepeatWithoutDate: "set due or start",
}

// Check returns the problems of an editor's values, which include all fields of the kind:
// first the problems of single values, in the order of the fields, then those between fields.
// The values are text as typed; they are not modified.
func Check(k Kind, v Values) []*ValueError { return (&Checker{Kind: k}).Check(v) }

// Checker is Check for editors that check after every keystroke: it does not parse unchanged
// values again.
type Checker struct {
	Kind Kind
	// read caches the last result for each field by name.
	read map[string]checked
}

// checked is a value, its canonical text, and its problem or nil.
type checked struct {
	text, canonical string
	wrong           *ValueError
}

// Check returns what the function Check returns.
func (c *Checker) Check(v Values) []*ValueError {
	if c.read == nil {
		c.read = map[string]checked{}
	}
	var found []*ValueError
	canonical := make(Values, len(v))
	for _, f := range fieldsOf(c.Kind) {
		last, before := c.read[f.Name]
		if !before || last.text != v[f.Name] {
			last = checked{text: v[f.Name]}
			var err error
			last.canonical, err = f.Canonical(last.text)
			errors.As(err, &last.wrong)
			c.read[f.Name] = last
		}
		if last.wrong != nil {
			found = append(found, last.wrong)
		} else {
			canonical[f.Name] = last.canonical
		}
	}
	switch c.Kind {
	case Todo:
		found = append(found, checkTodo(v, canonical)...)
	case Contact:
		found = append(found, checkContact(v)...)
	}
	return found
}

// checkTodo checks the todo as a whole. Values with problems of their own are not in canonical
// and are not reported again.
func checkTodo(v, canonical Values) []*ValueError {
	var found []*ValueError
	if strings.TrimSpace(v["title"]) == "" {
		found = append(found, &ValueError{Field: "title", Problem: NoTitle})
	}
	if p := checkDates(canonical["start"], canonical["due"]); p != "" {
		found = append(found, &ValueError{Field: "due", Value: canonical["due"], Problem: p})
	}
	if canonical["repeat"] != "" && strings.TrimSpace(v["due"]+v["start"]) == "" {
		found = append(found, &ValueError{Field: "repeat", Value: canonical["repeat"], Problem: RepeatWithoutDate})
	}
	return found
}

// checkDates compares start and due if both are set (RFC 5545 §3.8.2.3). Floating times cannot
// be compared with times in a zone.
func checkDates(start, due string) Problem {
	if start == "" || due == "" {
		return ""
	}
	from, _ := ParseDate(start) // canonical
	to, _ := ParseDate(due)
	switch {
	case from.HasTime() != to.HasTime():
		return DatesDiffer
	case (from.Zone == "") != (to.Zone == ""):
		return ""
	case to.At(time.UTC).Before(from.At(time.UTC)):
		return DueBeforeStart
	}
	return ""
}

// called lists the fields from which lists can take a contact's name.
var called = []string{"given", "family", "nickname", "organisation", "emails", "phones"}

func checkContact(v Values) []*ValueError {
	if strings.TrimSpace(v["name"]+v["title"]) != "" {
		return nil
	}
	for _, name := range called {
		if strings.TrimSpace(v[name]) != "" {
			return nil
		}
	}
	return []*ValueError{{Field: "name", Problem: NoName}}
}

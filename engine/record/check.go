package record

import (
	"errors"
	"strings"
	"time"
)

// Check lists what is wrong with the values of an editor, which gives all fields
// of the kind: each value by itself, in the order of the fields, and then what
// does not go together. Values are typed text; none is changed.
func Check(k Kind, v Values) []*ValueError {
	var found []*ValueError
	canonical := make(Values, len(v))
	for _, f := range fieldsOf(k) {
		value, err := f.Canonical(v[f.Name])
		var wrong *ValueError
		if errors.As(err, &wrong) {
			found = append(found, wrong)
		} else {
			canonical[f.Name] = value
		}
	}
	switch k {
	case Todo:
		found = append(found, checkTodo(v, canonical)...)
	case Contact:
		found = append(found, checkContact(v)...)
	}
	return found
}

// checkTodo looks at what a todo says as a whole. A value that is wrong by itself
// is not in canonical, and nothing more is said of it.
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

// checkDates compares start and due, where both are there (RFC 5545 §3.8.2.3). A
// floating time cannot be compared with one in a zone.
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

// called are the fields by any of which a contact can be shown in a list.
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

package say

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
)

// Type is a type of a telephone number, an e-mail address and so on; "" is one
// without.
func Type(name string) string {
	switch name {
	case "":
		return lang.X("another type", "other")
	case "home":
		return lang.L("home")
	case "work":
		return lang.L("work")
	case "cell":
		return lang.L("cell")
	case "fax":
		return lang.L("fax")
	}
	return name
}

// Types are the types of an entry: a person's own label stands before all.
func Types(e record.Entry) string {
	if e.Label != "" {
		return e.Label
	}
	words := make([]string, len(e.Types))
	for i, t := range e.Types {
		words[i] = Type(t)
	}
	if len(words) == 0 {
		return Type("")
	}
	return strings.Join(words, ", ")
}

// Priority is a priority from 1 to 9; "" is none.
func Priority(value string) string {
	switch value {
	case "":
		return lang.L("none")
	case "1":
		return lang.L("high")
	case "5":
		return lang.L("medium")
	case "9":
		return lang.L("low")
	}
	return lang.L("priority {{.N}}", Data{"N": value})
}

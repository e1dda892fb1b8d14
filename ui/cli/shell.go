package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// commandFor is a command that a person may copy into a shell: what stands in feeds
// must command nothing there. The first argument is the name of a list.
func commandFor(command, set, id string) string {
	return fmt.Sprintf("crossfeed %s %s %s", command, quotedName(set), quoted(id))
}

// quotedName is the name of a list between quotes.
func quotedName(name string) string {
	if strings.ContainsAny(name, "$`\"\\!") {
		return quoted(name)
	}
	return `"` + name + `"`
}

// quoted is an argument as it is where no shell sees more in it, and else between
// single quotes, in which shells see nothing.
func quoted(argument string) string {
	harms := func(c rune) bool {
		return c < utf8.RuneSelf && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-.,:/@%+=", c)
	}
	if argument != "" && !strings.ContainsFunc(argument, harms) {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}

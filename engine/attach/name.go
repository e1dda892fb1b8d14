package attach

import (
	"regexp"
	"strings"
	"unicode"
)

// MaxName is the greatest length of a file's name in bytes, with room for a number.
const MaxName = 200

// device is a name that Windows gives to a device, whatever ending follows it.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)

// SafeName makes of what a file is called by somebody else a name that every system takes
// and that leads nowhere: no separators, no characters that a system forbids or that turn
// the direction of text, no dot at either end, no device, and no more than MaxName bytes.
func SafeName(name string) string {
	name = strings.Map(safe, name)
	name = strings.Trim(name, ". ")
	if device.MatchString(name) {
		name = "_" + name
	}
	if name = shortened(name); name == "" {
		return "file"
	}
	return name
}

func safe(r rune) rune {
	switch {
	case strings.ContainsRune(`/\:*?"<>|`, r), r == unicode.ReplacementChar:
		return '_'
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// shortened keeps the ending of a long name, which says what it is.
func shortened(name string) string {
	if len(name) <= MaxName {
		return name
	}
	ending := ""
	if at := strings.LastIndexByte(name, '.'); at > 0 && len(name)-at <= 10 {
		name, ending = name[:at], name[at:]
	}
	for len(name) > MaxName-len(ending) {
		r := []rune(name)
		name = string(r[:len(r)-1])
	}
	return strings.TrimRight(name, ". ") + ending
}

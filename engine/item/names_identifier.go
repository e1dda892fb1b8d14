package item

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// generated is what an identifier looks like that a program made: Crossfeed's own, a
// UUID, or another long number.
var generated = regexp.MustCompile(`^(?i:urn:uuid:|\{)?([a-z2-7]{16,}|(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(?i:[0-9a-f]{16,}))\}?$`)

// IsGeneratedID reports whether a program made an identifier: it means nothing to a person.
// Identifiers that people chose, such as "laptop" or "ray@example.com", do.
func IsGeneratedID(id string) bool {
	return generated.MatchString(id) || utf8.RuneCountInString(id) > MaxName
}

// shortLength is how many characters of an identifier tell devices apart.
const shortLength = 5

// ShortID is an identifier by which a person tells devices apart: of one that a program
// made it is the beginning.
func ShortID(id string) string {
	if !IsGeneratedID(id) {
		return CleanName(id)
	}
	if m := generated.FindStringSubmatch(id); m != nil {
		id = m[1]
	}
	all := []rune(CleanName(id))
	return strings.ToLower(string(all[:min(len(all), shortLength)]))
}

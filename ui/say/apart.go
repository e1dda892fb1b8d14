package say

import (
	"strings"

	"crossfeed/engine/record"
)

// Apart gives values of a field in words: exact ones where two that differ would otherwise
// read the same.
func (s Speaker) Apart(form record.Form, values ...string) []string {
	short, exact := make([]string, len(values)), make([]string, len(values))
	meant := map[string]string{}
	blurred := false
	for i, v := range values {
		short[i], exact[i] = s.Value(form, v), s.Exact(form, v)
		for _, part := range parts(form, v) {
			words := s.Value(form, part)
			if other, there := meant[words]; there && other != part {
				blurred = true
			}
			meant[words] = part
		}
	}
	if blurred {
		return exact
	}
	return short
}

// parts are what is told apart: of files each.
func parts(form record.Form, value string) []string {
	if form == record.Files {
		return strings.Split(value, "\n")
	}
	return []string{value}
}

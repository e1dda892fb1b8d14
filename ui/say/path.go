package say

import (
	"strings"

	"fyne.io/fyne/v2/lang"
)

// Path is the way to an outline: the titles of what it is in, the outermost first.
func Path(titles []string) string {
	words := make([]string, len(titles))
	for i, t := range titles {
		words[i] = Title(t)
	}
	return strings.Join(words, " › ")
}

// In says what an outline is in.
func In(titles []string) string {
	if len(titles) == 0 {
		return lang.L("at the top level")
	}
	return lang.L("in {{.Path}}", Data{"Path": Path(titles)})
}

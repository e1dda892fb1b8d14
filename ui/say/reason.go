package say

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/merge"
)

// Reason says why a value is proposed, or why none is; who are the letters of the
// versions that changed it.
func Reason(r merge.Reason, who []string) string {
	data := Data{"Who": And(who)}
	switch r {
	case merge.OneSided:
		return lang.L("only {{.Who}} changed it", data)
	case merge.SameChange:
		return lang.L("{{.Who}} made the same change", data)
	case merge.United:
		return lang.L("united: what {{.Who}} added and removed", data)
	case merge.Merged:
		return lang.L("joined: {{.Who}} changed different places", data)
	case merge.Collision:
		return lang.L("{{.Who}} changed it differently: choose", data)
	case merge.NoBase:
		return lang.L("no original: choose")
	case merge.Follows:
		return lang.L("follows the winner")
	}
	return lang.L("the same in all")
}

// And joins words: "A", "A and B", "A, B and C".
func And(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return lang.L("{{.First}} and {{.Last}}", Data{"First": strings.Join(words[:last], ", "), "Last": words[last]})
}

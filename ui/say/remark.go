package say

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/lineage"
)

// Remark says what is wrong with the time of an update, or "".
func (s Speaker) Remark(r lineage.Remark) string {
	switch r {
	case lineage.Ahead:
		return lang.L("in the future: that clock cannot be right")
	case lineage.Behind:
		return lang.L("before the version it was made from: that clock was behind")
	case lineage.Timeless:
		return lang.L("time not known")
	}
	return ""
}

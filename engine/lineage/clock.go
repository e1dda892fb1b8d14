package lineage

import (
	"time"

	"crossfeed/engine/item"
)

// Remark is what is wrong with the time of an update.
type Remark int

// Remarks about clocks.
const (
	// Plausible: nothing is known to be wrong.
	Plausible Remark = iota
	// Ahead: the update was made in the future.
	Ahead
	// Behind: the update says that it was made before one that it was made
	// from.
	Behind
	// Timeless: the update has no time.
	Timeless
)

// tolerance is what clocks usually differ by: no remark is worth that.
const tolerance = 5 * time.Minute

// Clock says what is wrong with the time of a version's newest update. now is
// this endpoint's time. What lies in the future itself shows nobody's clock to
// be behind.
func Clock(v *item.Version, now time.Time) Remark {
	latest := now.Add(tolerance)
	top := v.Top().When
	switch {
	case !top.Present():
		return Timeless
	case top.Time().After(latest):
		return Ahead
	}
	for _, h := range v.History[1:] {
		if before := h.When.Time(); before.After(top.Time().Add(tolerance)) && !before.After(latest) {
			return Behind
		}
	}
	return Plausible
}

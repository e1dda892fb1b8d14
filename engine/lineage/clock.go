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

// Clock says what is wrong with the time of a version's newest update. now is
// this endpoint's time.
func Clock(v *item.Version, now time.Time) Remark { return Plausible }

package store

import "time"

// farthest is the second at which clocks are not believed any more: in the year 2242.
// Nanoseconds since 1970 fit into 63 bits until 2262.
const farthest = 1 << 33

// NextStamp is the stamp of what is seen at a time, where given is the last that the
// store gave (Stamped). A time before 1970 or after 2242 counts as none.
func NextStamp(given int64, at time.Time) int64 {
	if s := at.Unix(); s < 0 || s >= farthest {
		return given + 1
	}
	return max(at.UnixNano(), given+1)
}

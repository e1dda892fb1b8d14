//go:build !unix

package pace

import "time"

var begun = time.Now()

// processor is the time of the clock, where there is no other.
func processor() time.Duration { return time.Since(begun) }

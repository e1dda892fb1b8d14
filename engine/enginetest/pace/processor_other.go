//go:build !unix

package pace

import "time"

var begun = time.Now()

// processor returns the elapsed time, because the processor time is not available.
func processor() time.Duration { return time.Since(begun) }

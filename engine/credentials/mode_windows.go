package credentials

import "io/fs"

// othersRead is unknown on Windows: the mode says nothing there, and what holds is the
// folder's list of who may read.
func othersRead(fs.FileMode) bool { return false }

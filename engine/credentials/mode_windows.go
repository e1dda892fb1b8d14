package credentials

import "io/fs"

// othersRead returns false: on Windows, the mode does not show it, and the folder's access
// control list decides.
func othersRead(fs.FileMode) bool { return false }

package library

import "path/filepath"

// IsProgram tells whether the system might run a file, instead of showing it, where it is
// opened.
func IsProgram(path string) bool { return runs(filepath.Base(path)) }

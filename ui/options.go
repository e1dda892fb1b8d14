// Package ui opens the window. A build without it, with the tag headless, contains nothing of
// it.
package ui

// Options are what a window needs besides the engine.
type Options struct {
	// DataDir is the folder of the store. Drafts and the sample are stored there, and only one
	// window can use it at a time.
	DataDir string
	// Invitation is a text with the invitation to open first, or "".
	Invitation string
	// Crashed is the path of the crash log if the last run crashed, or "".
	Crashed string
	// Rebuilt is the path of the damaged database if it was just rebuilt, or "".
	Rebuilt string
	// Missing is the number of saved changes that are missing from the data.
	Missing int64
}

// Package ui opens the window. A build without one, with the tag headless, has
// nothing of it.
package ui

// Options say what a window works on besides the engine.
type Options struct {
	// DataDir is the folder of the store. Drafts and the sample are kept
	// there, and one window at a time has it.
	DataDir string
	// Invitation is a text with the invitation that the window begins with, or "".
	Invitation string
	// Crashed is the log with the details where the last run crashed, or "".
	Crashed string
	// Rebuilt is where the damaged database is that was rebuilt just now, or "".
	Rebuilt string
	// Missing is how many saved changes are missing from the data.
	Missing int64
}

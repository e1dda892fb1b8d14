// Package unhurried makes Fyne keep the renderers of widgets for as long as a test runs,
// however slow the machine is. Otherwise a screenshot that is taken more than a minute after
// the previous one shows widgets that were never laid out: unlike the windows of a real
// display, those of the test driver do not count as in use.
//
// Fyne reads the setting while it is initialized. Packages without dependencies are
// initialized in the order of their import paths, so this one comes first; it must
// import nothing but os.
package unhurried

import "os"

var _ = os.Setenv("FYNE_CACHE", "1000h")

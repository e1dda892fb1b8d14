package widget_test

import (
	"testing"

	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// themed is a test's application with the colours of Crossfeed.
func themed(t *testing.T) {
	t.Helper()
	uitest.App(t, theme.New(1))
}

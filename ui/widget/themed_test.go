package widget_test

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"crossfeed/ui/theme"
)

// themed is a test's application with the colours of Crossfeed.
func themed(t *testing.T) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(1))
}

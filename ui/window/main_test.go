package window

import (
	"os"
	"runtime/debug"
	"testing"

	"crossfeed/ui/say/saytest"
)

// The tests read the window in English, whatever the machine speaks.
func TestMain(m *testing.M) {
	if err := saytest.SpeakEnglish(); err != nil {
		panic(err)
	}
	debug.SetGCPercent(400) // a third of the time would go by collecting
	os.Exit(m.Run())
}

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
	debug.SetGCPercent(400)       // a third of the time would go by collecting
	debug.SetMemoryLimit(8 << 30) // Fyne keeps what windows showed, five GB in all: less room means to collect all the time
	os.Exit(m.Run())
}

package conflict_test

import (
	"os"
	"testing"

	"crossfeed/ui/say/saytest"
)

// The tests read the page in English, whatever the machine speaks.
func TestMain(m *testing.M) {
	if err := saytest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

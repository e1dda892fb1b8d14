package window

import (
	"os"
	"testing"

	"fyne.io/fyne/v2/lang"

	"crossfeed/assets"
)

// The tests read the window in English, whatever the machine speaks.
func TestMain(m *testing.M) {
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		_ = os.Setenv(name, "en_GB.UTF-8")
	}
	if err := lang.AddTranslationsFS(assets.Translations, "translations"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

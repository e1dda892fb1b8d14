// Package saytest has the tests of the window read it in English, whatever the
// machine speaks.
package saytest

import (
	"fmt"
	"os"

	"fyne.io/fyne/v2/lang"

	"crossfeed/assets"
)

// SpeakEnglish chooses the language and loads its texts.
func SpeakEnglish() error { return speak("en_GB.UTF-8") }

// SpeakGerman is SpeakEnglish for German.
func SpeakGerman() error { return speak("de_DE.UTF-8") }

func speak(locale string) error {
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if err := os.Setenv(name, locale); err != nil {
			return fmt.Errorf("choosing the language: %w", err)
		}
	}
	if err := lang.AddTranslationsFS(assets.Translations, "translations"); err != nil {
		return fmt.Errorf("reading the translations: %w", err)
	}
	return nil
}

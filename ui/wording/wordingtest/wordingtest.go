// Package wordingtest has the tests of the window read it in English, whatever the
// machine speaks.
package wordingtest

import (
	"embed"
	"fmt"
	"os"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/wording"
)

// SpeakEnglish chooses the language.
func SpeakEnglish() error { return speak("en_GB.UTF-8") }

// SpeakGerman is SpeakEnglish for German.
func SpeakGerman() error { return speak("de_DE.UTF-8") }

func speak(locale string) error {
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if err := os.Setenv(name, locale); err != nil {
			return fmt.Errorf("choosing the language: %w", err)
		}
	}
	wording.ChooseLanguage()
	// Fyne chose the language of its own words before; adding none has it choose again.
	if err := lang.AddTranslationsFS(embed.FS{}, "."); err != nil {
		return fmt.Errorf("choosing the language of Fyne: %w", err)
	}
	return nil
}

// Package wordingtest makes tests independent of the language of the machine.
package wordingtest

import (
	"fmt"
	"os"

	"crossfeed/ui/wording"
)

// SpeakEnglish selects English.
func SpeakEnglish() error { return speak("en_GB.UTF-8") }

// SpeakGerman selects German.
func SpeakGerman() error { return speak("de_DE.UTF-8") }

func speak(locale string) error {
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if err := os.Setenv(name, locale); err != nil {
			return fmt.Errorf("choosing the language: %w", err)
		}
	}
	wording.ChooseLanguage()
	return nil
}

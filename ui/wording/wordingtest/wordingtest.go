// Package wordingtest has the tests read sentences in English, whatever the machine speaks.
package wordingtest

import (
	"fmt"
	"os"

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
	return nil
}

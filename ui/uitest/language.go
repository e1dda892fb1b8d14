package uitest

import (
	"embed"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/wording/wordingtest"
)

// SpeakEnglish makes the window use English, including Fyne's own words.
func SpeakEnglish() error { return speak(wordingtest.SpeakEnglish) }

// SpeakGerman is SpeakEnglish for German.
func SpeakGerman() error { return speak(wordingtest.SpeakGerman) }

func speak(choose func() error) error {
	if err := choose(); err != nil {
		return err
	}
	// Fyne has already chosen its language; adding no translations makes it choose again.
	return lang.AddTranslationsFS(embed.FS{}, ".")
}

package uitest

import (
	"embed"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/wording/wordingtest"
)

// SpeakEnglish has the window speak English, Fyne's own words included.
func SpeakEnglish() error { return speak(wordingtest.SpeakEnglish) }

// SpeakGerman is SpeakEnglish for German.
func SpeakGerman() error { return speak(wordingtest.SpeakGerman) }

func speak(choose func() error) error {
	if err := choose(); err != nil {
		return err
	}
	// Fyne chose the language of its words before; adding none has it choose again.
	return lang.AddTranslationsFS(embed.FS{}, ".")
}

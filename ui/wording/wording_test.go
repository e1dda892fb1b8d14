package wording_test

import (
	"testing"

	"crossfeed/ui/wording"
)

// speaks selects the language from the system's settings.
func speaks(t *testing.T, all, language string) {
	t.Helper()
	t.Cleanup(wording.ChooseLanguage)
	for name, value := range map[string]string{"LC_ALL": all, "LC_MESSAGES": "", "LANG": "", "LANGUAGE": language} {
		t.Setenv(name, value)
	}
	wording.ChooseLanguage()
}

// LANGUAGE lists several languages, and is ignored if the locale is C.
func TestTheSystemNamesTheLanguage(t *testing.T) {
	const cancel, cancelled = "Canceled. Nothing was left half done.", "Abgebrochen. Es ist nichts unvollständig zurückgeblieben."
	for _, c := range []struct{ all, language, want string }{
		{"de_DE.UTF-8", "", cancelled}, {"de_AT", "", cancelled}, {"en_GB.UTF-8", "", cancel}, {"en_GB.UTF-8", "de", cancelled},
		{"fr_FR.UTF-8", "", cancel}, {"fr_FR.UTF-8", "fr:de", cancelled}, {"", "", cancel}, {"C", "de", cancel}, {"not a locale", "", cancel},
	} {
		speaks(t, c.all, c.language)
		if got := wording.L("canceled-nothing-was-left-half-done", cancel); got != c.want {
			t.Errorf("LC_ALL=%s LANGUAGE=%s: %q, want %q", c.all, c.language, got, c.want)
		}
	}
}

func TestSentencesAreCountedAndTold(t *testing.T) {
	speaks(t, "de_DE.UTF-8", "")
	for want, got := range map[string]string{
		"1 Tag":          wording.N("n-days", "{{.N}} days", 1, map[string]any{"N": 1}),
		"2 Tage":         wording.N("n-days", "{{.N}} days", 2, map[string]any{"N": 2}),
		"dir":            wording.L("by-you", "you"),
		"in Work":        wording.L("in-path", "in {{.Path}}", map[string]any{"Path": "Work"}),
		"no translation": wording.L("unknown-id", "no {{.What}}", map[string]any{"What": "translation"}),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

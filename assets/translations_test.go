package assets_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/assets"
)

// Every text of the window is in both languages, and no language has a text
// that the window does not use.
func TestTranslationsAreComplete(t *testing.T) {
	used := usedTexts(t)
	for _, language := range []string{"en", "de"} {
		known := translation(t, language)
		for _, text := range slices.Sorted(maps.Keys(used)) {
			if _, there := known[text]; !there {
				t.Errorf("%s lacks %q", language, text)
			}
		}
		for _, text := range slices.Sorted(maps.Keys(known)) {
			if _, there := used[text]; !there {
				t.Errorf("%s has %q, which the window does not use", language, text)
			}
		}
	}
}

// Texts with a count have singular and plural forms; everything else has a single form.
func TestCountedTextsHavePlurals(t *testing.T) {
	used := usedTexts(t)
	for _, language := range []string{"en", "de"} {
		for text, forms := range translation(t, language) {
			want := []string{"other"}
			if used[text].counted {
				want = []string{"one", "other"}
			}
			if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, want) {
				t.Errorf("%s: %q has the forms %v, want %v", language, text, got, want)
			}
		}
	}
}

// A translation uses the same values as the text.
func TestTranslationsNameTheSameValues(t *testing.T) {
	used := usedTexts(t)
	value := regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	names := func(s string) string {
		found := value.FindAllString(s, -1)
		slices.Sort(found)
		return strings.Join(found, " ")
	}
	for _, language := range []string{"en", "de"} {
		for id, forms := range translation(t, language) {
			if got, want := names(forms["other"]), names(used[id].english); got != want {
				t.Errorf("%s: %s names %s, want %s", language, id, got, want)
			}
		}
	}
}

// The English translation equals the text in the code.
func TestEnglishIsWhatTheCodeSays(t *testing.T) {
	used := usedTexts(t)
	for text, forms := range translation(t, "en") {
		if forms["other"] != used[text].english {
			t.Errorf("%q is translated as %q", text, forms["other"])
		}
	}
}

// Every text is in its own language, and none is an id.
func TestNoTextMixesLanguages(t *testing.T) {
	foreign := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)\b(der|das|und|mit|nicht|ein|eine|einen|von|wird|werden|für|auf|dein|deine)\b|[äöüß]`),
		"de": regexp.MustCompile(`(?i)\b(the|and|with|your|this|from|that|are|not|which|has|of|is|to|you|it)\b`),
	}
	// What is typed or quoted is the same in both languages, and so are the commands.
	quoted := regexp.MustCompile(`“[^”]*”|„[^“]*“|\{\{[^}]*\}\}`)
	for language, wrong := range foreign {
		for id, forms := range translation(t, language) {
			for _, text := range forms {
				if word := wrong.FindString(quoted.ReplaceAllString(text, "")); word != "" {
					t.Errorf("%s: %s has %q in %q", language, id, word, text)
				}
				if text == "" || regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`).MatchString(text) && !strings.ContainsAny(text, "0123456789") {
					t.Errorf("%s: %s has the text %q", language, id, text)
				}
			}
		}
	}
}

// A German text equals the English one only where the word is the same in both languages.
func TestNothingIsLeftInEnglish(t *testing.T) {
	english := translation(t, "en")
	words := regexp.MustCompile(`\pL{2,}`)
	quoted := regexp.MustCompile(`\{\{[^}]*\}\}`)
	for id, forms := range translation(t, "de") {
		text := forms["other"]
		if n := len(words.FindAllString(quoted.ReplaceAllString(text, ""), -1)); text == english[id]["other"] && n > 3 {
			t.Errorf("%s is %q in both languages", id, text)
		}
	}
}

// translation returns the texts of a language and their forms.
func translation(t *testing.T, language string) map[string]map[string]string {
	t.Helper()
	file, err := assets.Translations.ReadFile("translations/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(file, &raw); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for text, forms := range raw {
		all[text] = map[string]string{}
		switch forms := forms.(type) {
		case string:
			all[text]["other"] = forms
		case map[string]any:
			for form, s := range forms {
				all[text][form] = s.(string)
			}
		}
	}
	return all
}

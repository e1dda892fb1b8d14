// Package wording provides the sentences for people in their language: times, names, fields,
// reasons, resolutions and errors.
package wording

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/jeandeaual/go-locale"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"crossfeed/assets"
	"crossfeed/ui/display"
)

// L translates a sentence into the current language, and inserts the values of data. The id
// names the sentence in assets/translations and stays when its words are improved.
func L(id, english string, data ...any) string { return translate(id, english, nil, data) }

// N is L for a sentence with singular and plural forms.
func N(id, english string, count int, data ...any) string {
	return translate(id, english, count, data)
}

func translate(id, english string, count any, data []any) string {
	spoken := spoken()
	plain := count == nil && len(data) == 0
	if plain {
		if text, known := spoken.plain.Load(id); known {
			return text.(string)
		}
	}
	text := spoken.localize(id, english, count, data)
	if plain {
		spoken.plain.Store(id, text)
	}
	return text
}

// speech is a language with a cache of its sentences without values, by id: a page needs the
// same ones again whenever it is drawn.
type speech struct {
	*i18n.Localizer
	plain sync.Map
}

func (s *speech) localize(id, english string, count any, data []any) string {
	config := i18n.LocalizeConfig{DefaultMessage: &i18n.Message{ID: id, Other: english}, PluralCount: count}
	if len(data) > 0 {
		config.TemplateData = isolated(data[0])
	}
	text, err := s.Localize(&config)
	if text == "" && err != nil {
		return english
	}
	return text
}

// isolated isolates the values in a sentence, so that right-to-left names do not change the
// order of the sentence.
func isolated(data any) any {
	values, are := data.(Data)
	if !are {
		return data
	}
	all := make(Data, len(values))
	for name, value := range values {
		if text, is := value.(string); is {
			value = display.Isolated(text)
		}
		all[name] = value
	}
	return all
}

// bundle contains the translations. They are only loaded when they are needed.
var bundle = sync.OnceValue(func() *i18n.Bundle {
	all := i18n.NewBundle(language.English)
	all.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, name := range []string{"en", "de"} {
		if _, err := all.LoadMessageFileFS(assets.Translations, "translations/"+name+".json"); err != nil {
			panic(fmt.Sprintf("the translations of this program: %v", err))
		}
	}
	return all
})

// chosen is the current language; nil means English.
var chosen atomic.Pointer[speech]

func spoken() *speech {
	if l := chosen.Load(); l != nil {
		return l
	}
	chosen.CompareAndSwap(nil, &speech{Localizer: i18n.NewLocalizer(bundle())})
	return chosen.Load()
}

// Languages are the languages with a translation, by their codes, each with its own name.
var Languages = []struct{ Code, Name string }{{"en", "English"}, {"de", "Deutsch"}}

// Speak selects a language by its code, or as ChooseLanguage for "".
func Speak(code string) {
	if code == "" {
		ChooseLanguage()
		return
	}
	chosen.Store(&speech{Localizer: i18n.NewLocalizer(bundle(), code)})
}

// ChooseLanguage selects the first of the system's languages for which there is a translation,
// or English if there is none. Unless it is called, everything is in English, as in the
// commands.
func ChooseLanguage() {
	locales, err := locale.GetLocales()
	if err != nil {
		locales = nil
	}
	chosen.Store(&speech{Localizer: i18n.NewLocalizer(bundle(), locales...)})
}

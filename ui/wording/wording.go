// Package wording has the sentences for people in their language: times, names, fields,
// reasons, decisions and errors.
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

// L is a sentence in the language that was chosen, with the values of data that it names.
func L(english string, data ...any) string { return X(english, english, data...) }

// X is L of a sentence that has a key, because its English has several translations.
func X(key, english string, data ...any) string { return translate(key, english, nil, data) }

// N is L of a sentence that has a form for one and a form for others.
func N(english string, count int, data ...any) string {
	return translate(english, english, count, data)
}

func translate(key, english string, count any, data []any) string {
	spoken := spoken()
	plain := count == nil && len(data) == 0
	if plain {
		if text, known := spoken.plain.Load(key); known {
			return text.(string)
		}
	}
	text := spoken.say(key, english, count, data)
	if plain {
		spoken.plain.Store(key, text)
	}
	return text
}

// speech is a language with the sentences in it that name no values, by their keys: a page
// says the same ones again whenever it shows something.
type speech struct {
	*i18n.Localizer
	plain sync.Map
}

func (s *speech) say(key, english string, count any, data []any) string {
	config := i18n.LocalizeConfig{DefaultMessage: &i18n.Message{ID: key, Other: english}, PluralCount: count}
	if len(data) > 0 {
		config.TemplateData = isolated(data[0])
	}
	text, err := s.Localize(&config)
	if text == "" && err != nil {
		return english
	}
	return text
}

// isolated are the values that a sentence names, so that names from right to left leave the
// sentence in its order.
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

// bundle has the translations. A command that says none of them does not read them.
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

// chosen is the language, English where nil.
var chosen atomic.Pointer[speech]

func spoken() *speech {
	if l := chosen.Load(); l != nil {
		return l
	}
	chosen.CompareAndSwap(nil, &speech{Localizer: i18n.NewLocalizer(bundle())})
	return chosen.Load()
}

// ChooseLanguage chooses the first language that the system names and that there is a
// translation into, English where it names none. Without it everything is English, as the
// commands are.
func ChooseLanguage() {
	locales, err := locale.GetLocales()
	if err != nil {
		locales = nil
	}
	chosen.Store(&speech{Localizer: i18n.NewLocalizer(bundle(), locales...)})
}

// Package wording has the sentences for people, in the language of the system.
package wording

import (
	"encoding/json"
	"fmt"
	"sync/atomic"

	"github.com/jeandeaual/go-locale"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"crossfeed/assets"
)

// L is an English sentence in the language of the person, with the values of data that
// it names.
func L(english string, data ...any) string { return X(english, english, data...) }

// X is L of a sentence that has a key, because its English has several translations.
func X(key, english string, data ...any) string { return translate(key, english, nil, data) }

// N is L of a sentence that has a form for one and a form for others.
func N(english string, count int, data ...any) string {
	return translate(english, english, count, data)
}

func translate(key, english string, count any, data []any) string {
	config := i18n.LocalizeConfig{DefaultMessage: &i18n.Message{ID: key, Other: english}, PluralCount: count}
	if len(data) > 0 {
		config.TemplateData = data[0]
	}
	text, err := spoken().Localize(&config)
	if text == "" && err != nil {
		return english
	}
	return text
}

// chosen is read by all goroutines; tests choose another language while it is.
var chosen atomic.Pointer[i18n.Localizer]

// spoken is the language that was chosen, or that of the system: a command that says
// nothing reads no translations.
func spoken() *i18n.Localizer {
	if l := chosen.Load(); l != nil {
		return l
	}
	Choose()
	return chosen.Load()
}

// Choose reads the translations again and chooses the language that the system names first
// of those that there are, and English else.
func Choose() {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	for _, name := range []string{"en", "de"} {
		if _, err := bundle.LoadMessageFileFS(assets.Translations, "translations/"+name+".json"); err != nil {
			panic(fmt.Sprintf("the translations of this program: %v", err))
		}
	}
	locales, err := locale.GetLocales()
	if err != nil { // the system does not say
		locales = nil
	}
	chosen.Store(i18n.NewLocalizer(bundle, locales...))
}

package quickadd

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// word is text between white space, or a quoted tag.
type word struct {
	start, end int
	// text is as typed, but without the backslash that makes it a plain word.
	text string
	// key is the form to look up; it is "" for plain words.
	key string
	// comma reports whether the word ends with a comma.
	comma bool
}

// spelling unifies the spellings of umlauts.
var spelling = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss",
	"a\u0308", "ae", "o\u0308", "oe", "u\u0308", "ue")

// wordsOf splits a text into words.
func wordsOf(text string) []word {
	var all []word
	for at := 0; at < len(text); {
		if r, size := utf8.DecodeRuneInString(text[at:]); unicode.IsSpace(r) {
			at += size
			continue
		}
		end := at + lengthOfWord(text[at:])
		all = append(all, wordAt(text, at, end))
		at = end
	}
	return all
}

// lengthOfWord returns the length in bytes of the first word of a text.
func lengthOfWord(text string) int {
	if n := lengthOfQuotedTag(text); n > 0 {
		return n
	}
	if n := strings.IndexFunc(text, unicode.IsSpace); n >= 0 {
		return n
	}
	return len(text)
}

func wordAt(text string, start, end int) word {
	w := word{start: start, end: end, text: text[start:end]}
	if escaped(w.text) {
		w.text = w.text[1:]
		return w
	}
	bare := strings.TrimRight(w.text, ",")
	w.comma = bare != w.text
	w.key = spelling.Replace(strings.ToLower(bare))
	return w
}

// escaped reports whether a backslash makes a word plain. Two backslashes do not, because they
// start names of Windows shares.
func escaped(text string) bool {
	return len(text) > 1 && text[0] == '\\' && text[1] != '\\'
}

// markPlain marks the occurrences of these texts as plain words.
func markPlain(words []word, texts []string) {
	keys := keysOf(words)
	for _, text := range texts {
		plain := keysOf(wordsOf(text))
		for i := 0; len(plain) > 0 && i+len(plain) <= len(keys); i++ {
			if !equal(keys[i:], plain) {
				continue
			}
			for j := range plain {
				words[i+j].key = ""
			}
		}
	}
}

func keysOf(words []word) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = w.key
	}
	return keys
}

// equal reports whether keys begins with with.
func equal(keys, with []string) bool {
	for i, key := range with {
		if keys[i] != key {
			return false
		}
	}
	return true
}

// keyAt returns the key of word i, or "" if there is no such word.
func keyAt(words []word, i int) string {
	if i < len(words) {
		return words[i].key
	}
	return ""
}

// The words of both languages. Umlauts are spelled as in "naechste"; other spellings are
// converted.

var weekdayNames = map[string]time.Weekday{
	"monday": time.Monday, "mon": time.Monday, "montag": time.Monday, "mo": time.Monday,
	"tuesday": time.Tuesday, "tues": time.Tuesday, "tue": time.Tuesday, "dienstag": time.Tuesday, "di": time.Tuesday,
	"wednesday": time.Wednesday, "wed": time.Wednesday, "mittwoch": time.Wednesday, "mi": time.Wednesday,
	"thursday": time.Thursday, "thurs": time.Thursday, "thur": time.Thursday, "thu": time.Thursday,
	"donnerstag": time.Thursday, "do": time.Thursday,
	"friday": time.Friday, "fri": time.Friday, "freitag": time.Friday, "fr": time.Friday,
	"saturday": time.Saturday, "sat": time.Saturday, "samstag": time.Saturday, "sonnabend": time.Saturday, "sa": time.Saturday,
	"sunday": time.Sunday, "sun": time.Sunday, "sonntag": time.Sunday, "so": time.Sunday,
	"weekend": time.Saturday, "wochenende": time.Saturday,
}

// doubtful lists, for each language, names of days that are also other words: "do the
// washing", "call Mo", "ich tue es", "mach es so".
var doubtful = map[Language]map[string]bool{
	English: {"do": true, "so": true, "mo": true, "di": true},
	German:  {"so": true, "tue": true},
}

var monthNames = map[string]time.Month{
	"january": time.January, "jan": time.January, "januar": time.January, "jaenner": time.January, "jaen": time.January,
	"february": time.February, "feb": time.February, "februar": time.February,
	"march": time.March, "mar": time.March, "maerz": time.March, "maer": time.March, "mrz": time.March,
	"april": time.April, "apr": time.April,
	"may": time.May, "mai": time.May,
	"june": time.June, "jun": time.June, "juni": time.June,
	"july": time.July, "jul": time.July, "juli": time.July,
	"august": time.August, "aug": time.August,
	"september": time.September, "sept": time.September, "sep": time.September,
	"october": time.October, "oct": time.October, "oktober": time.October, "okt": time.October,
	"november": time.November, "nov": time.November,
	"december": time.December, "dec": time.December, "dezember": time.December, "dez": time.December,
}

// unit is a unit of time, as in "in 3 days" and "every 2 weeks".
type unit int

const (
	minutes unit = iota + 1
	hours
	days
	weeks
	months
	years
)

var units = map[string]unit{
	"minute": minutes, "minutes": minutes, "min": minutes, "minuten": minutes,
	"hour": hours, "hours": hours, "stunde": hours, "stunden": hours,
	"day": days, "days": days, "tag": days, "tage": days, "tagen": days,
	"week": weeks, "weeks": weeks, "woche": weeks, "wochen": weeks,
	"month": months, "months": months, "monat": months, "monate": months, "monaten": months, "monats": months,
	"year": years, "years": years, "jahr": years, "jahre": years, "jahren": years, "jahres": years,
}

var numbers = map[string]int{
	"a": 1, "an": 1, "one": 1, "ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1,
	"two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4, "five": 5, "fuenf": 5, "six": 6, "sechs": 6,
	"seven": 7, "sieben": 7, "eight": 8, "acht": 8, "nine": 9, "neun": 9, "ten": 10, "zehn": 10,
}

// ordinals are numbers in "every other day" and "jede dritte Woche".
var ordinals = map[string]int{
	"other": 2, "second": 2, "zweite": 2, "zweiten": 2, "zweites": 2,
	"third": 3, "dritte": 3, "dritten": 3, "drittes": 3, "fourth": 4, "vierte": 4, "vierten": 4, "viertes": 4,
}

// nths say which weekday of a month is meant.
var nths = map[string]int{
	"first": 1, "1st": 1, "erste": 1, "ersten": 1, "erster": 1, "second": 2, "2nd": 2, "zweite": 2, "zweiten": 2, "zweiter": 2,
	"third": 3, "3rd": 3, "dritte": 3, "dritten": 3, "dritter": 3, "fourth": 4, "4th": 4, "vierte": 4, "vierten": 4, "vierter": 4,
	"last": -1, "letzte": -1, "letzten": -1, "letzter": -1,
}

// prepositions before a day or a time are part of the phrase.
var prepositions = setOf("on", "at", "by", "due", "the", "am", "um", "bis", "zum", "den")

// ats are the prepositions before a time, ons those before "weekend" as a day.
var (
	ats = setOf("at", "um")
	ons = setOf("on", "at", "by", "due", "am", "bis", "zum")
)

// weekends mean their Saturday, but may also be words of the title: "plan the weekend".
var weekends = setOf("weekend", "wochenende")

// compounds are words after the short name of a day that make another word of both.
var compounds = map[string]map[string]bool{
	"sat": setOf("nav", "navs"),
	"sun": setOf("cream", "creme", "screen", "lotion", "block", "hat", "hats", "glasses", "tan"),
}

// adverbs are rules that follow a date, or end a text: "Dec 10 yearly", "pay the rent monthly".
var adverbs = map[string]string{
	"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY", "annually": "YEARLY",
	"taeglich": "DAILY", "woechentlich": "WEEKLY", "monatlich": "MONTHLY", "jaehrlich": "YEARLY",
}

var (
	following = setOf("next", "naechste", "naechsten", "naechster", "naechstes", "naechstem")
	coming    = setOf("coming", "kommende", "kommenden", "kommender", "kommendes", "kommendem")
	present   = setOf("this", "diesen", "diesem", "dieser")
	every     = setOf("every", "each", "jeden", "jede", "jedes", "jeder", "alle")
	joining   = setOf("and", "und", "&", "+")
	untils    = setOf("until", "till", "bis")
	times     = setOf("times", "mal")
	once      = setOf("once", "einmal")
	ofs       = setOf("of", "in", "im", "des")
	workdays  = setOf("weekday", "workday", "wochentag", "arbeitstag")
)

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

package quick

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is what stands between white space, or a tag in quotes.
type word struct {
	start, end int
	// text is as it was typed, without the backslash that keeps it plain.
	text string
	// key is what is compared with the lexicon; "" where the word stays plain.
	key string
	// comma tells whether a comma ends the word.
	comma bool
}

// spelling makes the ways in which people write umlauts one.
var spelling = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss",
	"a\u0308", "ae", "o\u0308", "oe", "u\u0308", "ue")

// wordsOf are the words of a text, in order.
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

// lengthOfWord is the length in bytes of the word with which a text begins.
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

// escaped tells whether a backslash keeps a word plain. Two of them are none,
// because shares of Windows begin so.
func escaped(text string) bool {
	return len(text) > 1 && text[0] == '\\' && text[1] != '\\'
}

// keep makes words plain wherever they are one of the texts.
func keep(words []word, texts []string) {
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

// equal tells whether keys begin with those keys.
func equal(keys, with []string) bool {
	for i, key := range with {
		if keys[i] != key {
			return false
		}
	}
	return true
}

// keyAt is the key of a word, "" behind the last one.
func keyAt(words []word, i int) string {
	if i < len(words) {
		return words[i].key
	}
	return ""
}

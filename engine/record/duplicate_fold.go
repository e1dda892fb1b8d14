package record

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters are those that differ from others in more than an accent that can be
// taken off.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ı", "i")

// folded is a name in lower case, without accents and with single spaces, so
// that it is equal however somebody typed it.
func folded(name string) string {
	name = strings.ToLower(name)
	if isASCII(name) {
		return strings.Join(strings.Fields(name), " ")
	}
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	return strings.Join(strings.Fields(letters.Replace(plain)), " ")
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// sameBirthday tells whether two birthdays can be one: those of which one says
// less can.
func sameBirthday(a, b string) bool { return fuller(a, b) != "" || a == "" && b == "" }

// fuller is the one of two birthdays that says more, or "" where they are of two
// days.
func fuller(a, b string) string {
	if len(a) < len(b) {
		a, b = b, a
	}
	year, withoutYear := strings.CutPrefix(b, "--")
	if strings.HasPrefix(a, b) || withoutYear && strings.HasSuffix(a, "-"+year) {
		return a
	}
	return ""
}

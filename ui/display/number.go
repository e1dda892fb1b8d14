package display

import (
	"slices"
	"strings"
)

// Version says which version of a changed line a piece belongs to.
type Version int

const (
	// Both versions have the piece; only one has a piece of Before or of After.
	Both Version = iota
	Before
	After
)

// part is a part of a line, up to an offset, that belongs to one version or to both.
type part struct {
	end int
	of  Version
}

// Numbers knows where the numbers of a line are.
type Numbers struct {
	line string
	// inside says of each offset whether it is inside a number; nil if there are none.
	inside []bool
}

// NumbersIn finds the numbers of a line.
func NumbersIn(line string) Numbers { return Numbers{line, insideNumbers(line, nil)} }

// Inside reports whether an offset is inside a number.
func (n Numbers) Inside(at int) bool { return n.inside != nil && n.inside[at] }

// atSpace is the harm of a break inside a number at a space.
const atSpace = 1

// Harm returns how much worse it is to break a word at an offset than elsewhere, if it is wider
// than a row: 0 means none. Inside a number, spaces are better than hyphens and slashes, and
// these are better than points and commas.
func (n Numbers) Harm(at int) int {
	before, after := n.line[at-1], n.line[at]
	switch {
	case !n.Inside(at) && breakable(n.line, at):
		return 0
	case n.Inside(at) && spaceAtEnd(n.line[:at]):
		return atSpace
	case inDate(n.line, at) && breakable(n.line, at):
		return 2
	case digit(after) && numeric(before) && !digit(before):
		return 3
	case digit(before) && digit(after):
		return 4
	}
	return 5
}

// insideNumbers reports, for each offset of a line, whether it is inside a number of one of
// the two versions of the line; nil if there are no numbers. A phone number with spaces, an
// amount with its currency sign, and a date in digits are numbers.
func insideNumbers(line string, parts []part) []bool {
	if !strings.ContainsAny(line, "0123456789") {
		return nil
	}
	inside := make([]bool, len(line)+1)
	if !mixed(parts) {
		markNumbers(inside, line, nil)
		return inside
	}
	for _, v := range []Version{Before, After} {
		text, at := textOf(line, parts, v)
		markNumbers(inside, text, at)
	}
	return inside
}

// mixed reports whether the versions of a line differ.
func mixed(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.of != Both })
}

// textOf returns the text of one version of a line, and the offset in the line of each byte.
func textOf(line string, parts []part, v Version) (string, []int) {
	var text []byte
	var at []int
	from := 0
	for _, p := range parts {
		for ; from < p.end; from++ {
			if p.of == Both || p.of == v {
				text, at = append(text, line[from]), append(at, from)
			}
		}
	}
	return string(text), at
}

// markNumbers marks the offsets inside the numbers of a text. at holds the offset of each byte;
// nil if it is the same.
func markNumbers(inside []bool, text string, at []int) {
	offset := func(i int) int {
		if at == nil {
			return i
		}
		return at[i]
	}
	for i := 0; i < len(text); {
		if !digit(text[i]) {
			i++
			continue
		}
		from, to := numberFrom(text, i), numberTo(text, i)
		for o := offset(from) + 1; o <= offset(to-1); o++ {
			inside[o] = true
		}
		i = to
	}
}

// numberFrom returns where the number begins whose first digit is at i: at its sign, its
// bracket or its currency.
func numberFrom(text string, i int) int {
	for i > 0 {
		before, n := text[:i], 1
		switch {
		case strings.HasSuffix(before, "+"), strings.HasSuffix(before, "("), strings.HasSuffix(before, "$"):
		case strings.HasSuffix(before, "-") && (i == 1 || spaceAtEnd(text[:i-1])): // a hyphen between words is none
		case strings.HasSuffix(before, "£"), strings.HasSuffix(before, "¥"):
			n = len("£")
		case strings.HasSuffix(before, "€"), strings.HasSuffix(before, "−"):
			n = len("€")
		default:
			return i
		}
		i -= n
	}
	return i
}

// numberTo returns the end of the number whose first digit is at from.
func numberTo(text string, from int) int {
	bracket := from > 0 && text[from-1] == '('
	phone := bracket || from > 0 && text[from-1] == '+' || text[from] == '0' && digits(text, from) > 1
	group := from
	for i := from; ; {
		i += digits(text, i)
		rest := text[i:]
		switch {
		case rest == "":
			return i
		case bracket && rest[0] == ')':
			bracket = false
			i += 1 + separator(text, i+1, " -")
		case separator(text, i, ".,:/'-") > 0:
			i++
		case rest[0] == 'T' && i-from >= len("20260101") && digits(text, i+1) == 2: // the time of day
			i++
		case phone && strings.HasPrefix(rest, " (") && digits(text, i+2) > 0:
			bracket = true
			i += 2
		case space(rest) > 0 && digits(text, i+space(rest)) > 0 && (phone || grouped(text[group:i], text[i+space(rest):])):
			i += space(rest)
		default:
			return i + unit(rest)
		}
		group = i
	}
}

// separator returns 1 if a separator is at i, and a digit after it.
func separator(text string, i int, all string) int {
	if i+1 < len(text) && strings.IndexByte(all, text[i]) >= 0 && digit(text[i+1]) {
		return 1
	}
	return 0
}

// grouped reports whether two groups of digits with a space between them are one number: an
// amount by thousands, or a phone number.
func grouped(before, after string) bool {
	n := digits(after, 0)
	if rest := after[n:]; rest != "" && rest[0] == ':' { // a time of day
		return false
	}
	return len(before) <= 3 && n == 3 || digits(before, 0) == len(before) && len(before) > 1 && n > 1
}

// digits returns the number of digits from i on.
func digits(text string, i int) int {
	n := 0
	for i+n < len(text) && digit(text[i+n]) {
		n++
	}
	return n
}

// unit returns the length of the percent or currency sign at the beginning of a text, with the
// space before it; 0 if there is none.
func unit(text string) int {
	n := space(text)
	for _, sign := range []string{"%", "€", "$", "£", "¥"} {
		if strings.HasPrefix(text[n:], sign) {
			return n + len(sign)
		}
	}
	return 0
}

// spaces are the spaces that numbers are grouped with.
var spaces = []string{" ", "\u00a0", "\u2009", "\u202f"}

// spaceAtEnd reports whether a text ends with such a space.
func spaceAtEnd(text string) bool {
	return slices.ContainsFunc(spaces, func(s string) bool { return strings.HasSuffix(text, s) })
}

// space returns the length of the space at the beginning of a text, or 0.
func space(text string) int {
	for _, s := range spaces {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

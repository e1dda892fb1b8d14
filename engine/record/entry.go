package record

import (
	"iter"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Entry is one value of a multi-value field, such as a telephone number or an e-mail address.
type Entry struct {
	// Types are lower case: home, work, cell.
	Types []string
	// Preferred marks the entry to use first.
	Preferred bool
	// Label is a custom type.
	Label string
	Value string
}

const (
	preferred   = "pref"
	labelPrefix = "label="
)

// ParseEntries parses the text form, one entry per line. The error is a *ValueError.
func ParseEntries(text string) ([]Entry, error) {
	all := make([]Entry, 0, linesIn(text))
	for e, err := range eachEntry(text) {
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// eachEntry iterates over ParseEntries, up to the first error.
func eachEntry(text string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for line := range strings.Lines(exchange.Plain(text)) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if e, err := parseEntry(line); !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// linesIn returns an upper bound of the number of lines.
func linesIn(text string) int { return strings.Count(text, "\n") + 1 }

func parseEntry(line string) (Entry, error) {
	if !strings.HasPrefix(line, "[") {
		return Entry{Value: line}, nil
	}
	types, rest, closed := cutUnescaped(line[1:], ']')
	value := strings.TrimSpace(rest)
	if !closed || value == "" {
		return Entry{}, wrong(line, NotAnEntry)
	}
	e := Entry{Value: value}
	for _, word := range splitUnescaped(types, ',') {
		e.mark(oneLine(word))
	}
	e.tidy()
	return e, nil
}

// tidy sorts the types, whose order is irrelevant, and removes duplicates.
func (e *Entry) tidy() {
	slices.Sort(e.Types)
	e.Types = slices.Compact(e.Types)
}

// mark adds one of the words between the brackets.
func (e *Entry) mark(word string) {
	label, labels := strings.CutPrefix(word, labelPrefix)
	label = oneLine(label)
	switch {
	case word == "":
	case word == preferred:
		e.Preferred = true
	case labels && typeIn(label) != "":
		e.Types = append(e.Types, typeIn(label))
	case labels:
		e.Label = label
	default:
		e.Types = append(e.Types, strings.ToLower(word))
	}
}

// FormatEntries returns the text form.
func FormatEntries(all []Entry) string { return formatEntries(slices.Values(all), 0) }

// formatEntries returns the text form of entries. room is the expected number of bytes.
func formatEntries(all iter.Seq[Entry], room int) string {
	var text strings.Builder
	text.Grow(room)
	first := true
	for e := range all {
		addLine(&text, e.String(), first)
		first = false
	}
	return text.String()
}

// addLine appends a line to a text, which may have thousands: it doubles the space, which the
// Builder on its own would extend in small steps, and copy each time.
func addLine(text *strings.Builder, line string, first bool) {
	if need := len(line) + 1; text.Cap()-text.Len() < need {
		text.Grow(need)
	}
	if !first {
		text.WriteByte('\n')
	}
	text.WriteString(line)
}

// String returns the entry as a line of the text form.
func (e Entry) String() string {
	var marks []string
	if e.Preferred {
		marks = append(marks, preferred)
	}
	for _, t := range e.Types {
		marks = append(marks, escape(t, ",]"))
	}
	if e.Label != "" {
		marks = append(marks, escape(labelPrefix+e.Label, ",]"))
	}
	if len(marks) == 0 && !strings.HasPrefix(e.Value, "[") {
		return e.Value
	}
	return "[" + strings.Join(marks, ",") + "] " + e.Value
}

func canonicalEntries(text string) (string, error) {
	return canonicalEach(text, func(value string) (string, error) { return value, nil })
}

// escape puts a backslash before each of the given characters and before backslashes, and
// replaces line breaks with "\n", because each entry of a list is a single line.
func escape(s, characters string) string {
	if !strings.ContainsAny(s, characters+"\\\n\r") {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		switch {
		case r == '\n' || r == '\r':
			b.WriteString(`\n`)
			continue
		case r == '\\' || strings.ContainsRune(characters, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unescape reverses escape. A backslash before a letter or digit that is no valid escape is
// preserved, because people type such backslashes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == 'n':
			b.WriteByte('\n')
		case isWordByte(s[i]):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// cutUnescaped cuts s at the first unescaped separator and leaves both parts escaped.
func cutUnescaped(s string, at byte) (before, after string, found bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case at:
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// splitUnescaped splits s at every unescaped separator and unescapes the parts.
func splitUnescaped(s string, at byte) []string { return slices.Collect(unescapedParts(s, at)) }

// unescapedParts iterates over splitUnescaped.
func unescapedParts(s string, at byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for found := true; found; {
			var part string
			if part, s, found = cutUnescaped(s, at); !yield(unescape(part)) {
				return
			}
		}
	}
}

// bag is a multiset: it counts the elements wanted in a field while the elements already
// present are taken out.
type bag struct {
	order []string
	count map[string]int
}

func newBag(elements []string) *bag {
	b := &bag{elements, make(map[string]int, len(elements))}
	for _, e := range elements {
		b.count[e]++
	}
	return b
}

// take reports whether an element is wanted, and removes one occurrence of it.
func (b *bag) take(element string) bool {
	if b.count[element] == 0 {
		return false
	}
	b.count[element]--
	return true
}

// rest removes and returns the remaining elements in their order.
func (b *bag) rest() []string {
	var all []string
	for _, e := range b.order {
		if b.take(e) {
			all = append(all, e)
		}
	}
	return all
}

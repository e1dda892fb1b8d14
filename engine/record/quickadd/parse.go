// Package quickadd parses what a person types in one line: a date in words, or a whole todo
// such as "milk next fri 18:00 #dairy p1".
//
// English and German words are always understood, whatever the language of the program.
// docs/guide.md describes them; words.go lists them. Callers pass in the current time. Dates
// are floating: they refer to the person's zone.
package quickadd

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
)

// Language determines the meaning of words that exist in both languages, and the order of
// "11/27".
type Language string

// Supported languages. Any other counts as English.
const (
	English Language = "en"
	German  Language = "de"
)

// Now is the time, zone and language in which a person types.
type Now struct {
	// Time is in the person's zone.
	Time     time.Time
	Language Language
}

// Date returns the date in a text, and reports whether the whole text is one date: in words,
// in a numeric format, or in the text form of record.Date. A time alone means the next such
// time. A day that does not exist is not a date.
func Date(text string, now Now) (record.Date, bool) {
	words := wordsOf(text)
	r := reader{Now: now, sure: true}
	if w, n := r.when(words); n > 0 && n == len(words) {
		return r.resolve(w), true
	}
	d, err := record.ParseDate(text)
	return d, err == nil && !d.IsZero()
}

// Entry is a todo typed in one line.
type Entry struct {
	// Title is the unrecognised text, in order and with single spaces.
	Title string
	// Values holds all fields of the todo, including the title.
	Values record.Values
	// Chips lists the recognised parts in the order of the text. They do not overlap.
	Chips []Chip
	// Asks lists parts that may be dates or rules, such as "sat" in "sat nav" and "weekly" in
	// "weekly report". They are in the title.
	Asks []Chip
}

// Choices are what a person says about a text, and what the list says.
type Choices struct {
	// Plain are parts that are words of the title wherever they occur, Dates parts that are dates
	// or rules.
	Plain, Dates []string
	// Sections are the sections of the list. A slash with the name of another one is text.
	Sections []string
}

// Chip is a part of the text that became the value of a field.
type Chip struct {
	// Start and End are byte offsets in the text.
	Start, End int
	// Field is the name of the field, and Value the resulting value: one tag, or the whole due
	// date, of which day and time may be two chips.
	Field, Value string
	// Text is the part itself, for Choices.
	Text string
}

// Parse parses a todo. Words after a backslash are words of the title. If there are several dates, priorities or rules, the first one
// counts and the others remain in the title. A text with nothing but such parts is itself the
// title.
func Parse(text string, now Now, c Choices) Entry {
	words := wordsOf(text)
	markPlain(words, c.Plain)
	p := parser{text: text, reader: reader{Now: now}, dates: c.Dates, sections: c.Sections, values: record.Values{}}
	var title []string
	for len(words) > 0 {
		n := p.recognise(words)
		if n == 0 {
			p.ask(words)
			title = append(title, words[0].text)
			n = 1
		}
		words = words[n:]
	}
	if title == nil {
		return plain(text)
	}
	e := p.entry(joined(title))
	e.Asks = p.asks
	return e
}

// plain returns the entry of a text in which nothing is recognised.
func plain(text string) Entry {
	var title []string
	for _, w := range wordsOf(text) {
		title = append(title, w.text)
	}
	return Entry{Title: joined(title), Values: record.Values{"title": joined(title)}}
}

// joined joins words with single spaces; a quoted tag may contain other white space.
func joined(words []string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// parser collects the values from a text.
type parser struct {
	reader
	text   string
	values record.Values
	chips  []Chip
	asks   []Chip
	dates  []string
	tags   []string
	due    when
	rule   *rule
	// sections are the known sections.
	sections []string
}

// recognise parses the phrase at the beginning of the words and returns its length in words.
func (p *parser) recognise(w []word) int {
	for _, read := range []func([]word) int{p.tag, p.section, p.priority, p.repeats, p.dueDate} {
		if n := read(w); n > 0 {
			return n
		}
	}
	return 0
}

// chip records that the first n words set a field to a value.
func (p *parser) chip(w []word, n int, field, value string) int {
	start, end := w[0].start, w[n-1].end
	p.chips = append(p.chips, Chip{start, end, field, value, p.text[start:end]})
	return n
}

func (p *parser) tag(w []word) int {
	tag := tagOf(w[0])
	if tag == "" {
		return 0
	}
	p.addTag(tag)
	return p.chip(w, 1, "tags", tag)
}

// addTag adds a tag unless it is present already, ignoring case.
func (p *parser) addTag(tag string) {
	for _, has := range p.tags {
		if strings.EqualFold(has, tag) {
			return
		}
	}
	p.tags = append(p.tags, tag)
}

// section recognises a slash and the name of a known section, the longest that matches.
func (p *parser) section(w []word) int {
	if p.values["section"] != "" || w[0].key == "" || !strings.HasPrefix(w[0].text, "/") {
		return 0
	}
	section, words := "", 0
	for _, s := range p.sections {
		if n := len(strings.Fields(s)); n > words && n <= len(w) && strings.EqualFold(nameIn(w[:n]), joined([]string{s})) {
			section, words = s, n
		}
	}
	if words == 0 {
		return 0
	}
	p.values["section"] = section
	return p.chip(w, words, "section", section)
}

// nameIn returns the name of a section in words.
func nameIn(words []word) string {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.text)
	}
	return strings.TrimRight(strings.TrimPrefix(joined(texts), "/"), ",")
}

func (p *parser) priority(w []word) int {
	number, known := priorities[w[0].key]
	if _, before := p.values["priority"]; !known || before {
		return 0
	}
	p.values["priority"] = number
	return p.chip(w, 1, "priority", number)
}

func (p *parser) repeats(w []word) int {
	it, n := p.repeat(w)
	if n == 0 {
		it, n = p.lastAdverb(w)
	}
	if n == 0 || p.rule != nil {
		return 0
	}
	return p.repeated(w, n, it)
}

// lastAdverb parses "monthly" if no words of the title follow, or if the person said that it is a
// rule: "weekly report" is a title.
func (p *parser) lastAdverb(w []word) (rule, int) {
	it, n := p.adverb(w)
	if n == 0 || slices.Contains(p.dates, w[0].text) {
		return it, n
	}
	if !p.closes(w[n:]) {
		return rule{}, 0
	}
	return it, n
}

// repeated records that the first n words are the rule.
func (p *parser) repeated(w []word, n int, it rule) int {
	p.rule = &it
	p.values["repeat"] = it.String()
	return p.chip(w, n, "repeat", it.String())
}

// ask records that the first word may be a date or a rule.
func (p *parser) ask(w []word) {
	r := p.reader
	r.sure = true
	field, value := "", ""
	if it, n := r.adverb(w[:1]); n > 0 && p.rule == nil {
		field, value = "repeat", it.String()
	} else if (weekends[w[0].key] || compounds[w[0].key][keyAt(w, 1)]) && !p.due.day {
		if it, n := r.when(w[:1]); n > 0 {
			field, value = "due", r.resolve(it).String()
		}
	}
	if field != "" {
		p.asks = append(p.asks, Chip{w[0].start, w[0].end, field, value, w[0].text})
	}
}

func (p *parser) dueDate(w []word) int {
	r := p.reader
	r.sure = slices.Contains(p.dates, w[0].text)
	it, n := r.when(w)
	due, ok := p.due.join(it)
	if n == 0 || !ok {
		return 0
	}
	p.due = due
	p.chip(w, n, "due", "")
	if it, m := p.adverb(w[n:]); m > 0 && p.rule == nil {
		return n + p.repeated(w[n:], m, it)
	}
	return n
}

// entry returns the collected values with the title.
func (p *parser) entry(title string) Entry {
	p.values["title"] = title
	if len(p.tags) > 0 {
		p.values["tags"] = record.FormatTags(p.tags)
	}
	if due := p.dueText(); due != "" {
		p.values["due"] = due
	}
	for i, c := range p.chips {
		if c.Field == "due" {
			p.chips[i].Value = p.values["due"]
		}
	}
	return Entry{Title: title, Values: p.values, Chips: p.chips}
}

// dueText returns the due date. A recurring todo is due on the first day of its rule, from the
// given day or from today on.
func (p *parser) dueText() string {
	due := p.due
	switch {
	case p.rule == nil && !due.day && !due.clock:
		return ""
	case p.rule == nil:
		return p.resolve(due).String()
	case !due.day && !due.clock:
		due.date = p.today()
	}
	return p.rule.first(p.resolve(due)).String()
}

// Tags: one word, or several in quotes, straight or typographic.
var (
	tagForm       = regexp.MustCompile(`^#([\p{L}\p{M}\p{N}_-]+)$`)
	quotedTagForm = regexp.MustCompile(`^#(?:"([^"]+)"|[“„]([^„“”]+)[“”]),?(?:[\s\p{Z}]|$)`)
)

// priorities maps marks to iCalendar priorities (RFC 5545 §3.8.1.9): 1 is the highest, "" is none.
var priorities = map[string]string{
	"p1": "1", "!1": "1", "!!!": "1",
	"p2": "5", "!2": "5", "!!": "5",
	"p3": "9", "!3": "9", "!": "9",
	"p4": "",
}

// tagOf returns the tag in a word, or "".
func tagOf(w word) string {
	if w.key == "" {
		return ""
	}
	if parts := tagForm.FindStringSubmatch(strings.TrimRight(w.text, ",")); parts != nil {
		return parts[1]
	}
	return quotedTag(w.text)
}

// quotedTag returns the quoted tag at the beginning of a text, with single spaces.
func quotedTag(text string) string {
	parts := quotedTagForm.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	return strings.Join(strings.Fields(parts[1]+parts[2]), " ")
}

// lengthOfQuotedTag returns the length of such a tag with its comma, in bytes.
func lengthOfQuotedTag(text string) int {
	if quotedTag(text) == "" {
		return 0
	}
	return len(strings.TrimSpace(quotedTagForm.FindString(text)))
}

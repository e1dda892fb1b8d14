package log

import (
	"fmt"
	"io"
	"strings"
	"time"

	"crossfeed/engine/conflicts"
)

// Markdown writes resolutions as a document: one section each, with tables of the versions and
// of the fields in which they differed. person returns the display name of an endpoint; times
// are in zone.
func Markdown(w io.Writer, all []conflicts.Resolution, person func(by string) string, zone *time.Location) error {
	var b strings.Builder
	b.WriteString("# Resolutions\n")
	if len(all) == 0 {
		b.WriteString("\nNone yet.\n")
	}
	for _, e := range all {
		m := document{&b, e, person, zone}
		m.section()
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// document is the document being written.
type document struct {
	*strings.Builder
	conflicts.Resolution
	person func(by string) string
	zone   *time.Location
}

func (m document) line(format string, a ...any) { fmt.Fprintf(m, format+"\n", a...) }

func (m document) section() {
	m.line("\n## %s\n", oneLine(m.Title))
	m.line("%s, %s: %s.", m.At.In(m.zone).Format("2006-01-02 15:04"), oneLine(m.Set), oneLine(Sentence(m.Decision, m.person)))
	if m.Undone {
		m.line("**This was undone.**")
	}
	m.line("It is update %d of item %s.", m.Update, oneLine(m.Item))
	m.versions()
	if len(m.Fields) > 0 {
		m.fields()
	}
}

func (m document) versions() {
	m.line("\n| version | by | time | became of it |\n|---|---|---|---|")
	for i, v := range m.Versions {
		when := v.When
		if when == "" {
			when = "not known"
		}
		m.line("| %s | %s | %s | %s |", conflicts.Letter(i), oneLine(m.person(v.By)), oneLine(when), fateText(i, v.Deleted, v.Taken))
	}
}

// fateText describes what happened to a version.
func fateText(n int, deleted, taken bool) string {
	text := "resolved"
	switch {
	case n == 0:
		text = "was the current version"
	case !taken:
		text = "left open"
	}
	if deleted {
		text = "deletion, " + text
	}
	return text
}

func (m document) fields() {
	m.line("\n| field | value | from |\n|---|---|---|")
	for _, f := range m.Fields {
		value := oneLine(valueText(f))
		if value == "" {
			value = "*nothing*"
		}
		from := sourceText(SourceOf(f))
		if f.Proposed {
			from += ", as suggested"
		}
		m.line("| %s | %s | %s |", oneLine(f.Field), value, from)
	}
}

// oneLine escapes text for use within a line or a table cell of Markdown.
func oneLine(text string) string { return plain.Replace(text) }

// plain escapes characters with a meaning in Markdown (CommonMark 0.31 §2.4), and replaces
// line breaks.
var plain = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"|", `\|`, "&", `\&`, "~", `\~`, "#", `\#`,
	"\r\n", "<br>", "\n", "<br>", "\r", "<br>", "\u2028", "<br>", "\u2029", "<br>",
)

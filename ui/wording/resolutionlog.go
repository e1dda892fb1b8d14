package wording

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// WriteResolutions writes resolutions as a Markdown document: one section each, with tables of
// the versions and of the fields in which they differed.
func (s Speaker) WriteResolutions(w io.Writer, all []conflicts.Resolution) error {
	m := document{Speaker: s}
	m.line("# %s", L("log-resolutions", "Resolutions"))
	if len(all) == 0 {
		m.line("\n%s", L("log-no-resolutions", "No resolutions."))
	}
	for _, r := range all {
		m.section(r)
	}
	_, err := io.WriteString(w, m.String())
	return err
}

// document is the document being written.
type document struct {
	strings.Builder
	Speaker
}

func (m *document) line(format string, a ...any) { fmt.Fprintf(m, format+"\n", a...) }

func (m *document) section(r conflicts.Resolution) {
	m.line("\n## %s\n", inMarkdown(r.Title))
	m.line("%s, %s: %s.", r.At.In(m.Zone).Format("2006-01-02 15:04"), inMarkdown(r.Set), inMarkdown(m.Decided(r.Decision)))
	if r.Undone {
		m.line("**%s**", L("this-was-undone", "This was undone."))
	}
	m.line("%s", inMarkdown(L("log-update-n-of-item", "It is update {{.N}} of item {{.Item}}.", Data{"N": r.Update, "Item": r.Item})))
	m.table(L("log-version", "Version"), L("log-by", "By"), L("log-time", "Time"), L("log-outcome", "Outcome"))
	for i, v := range r.Versions {
		m.row(conflicts.Letter(i), m.By(v.By), cmp.Or(v.When, L("time-not-known", "time not known")), Fate(r.Decision, i))
	}
	if len(r.Fields) == 0 {
		return
	}
	m.table(L("log-field", "Field"), L("value", "Value"), L("log-from", "From"))
	for _, f := range r.Fields {
		m.row(Field(f.Field), cmp.Or(m.value(f), L("log-empty", "empty")), From(f))
	}
}

// value returns the value of a field as it is stored, so that it stays true: not "in 4 days".
func (m *document) value(f store.Decided) string {
	switch f.Field {
	case conflicts.Place:
		return m.ChosenValue(f)
	case "files":
		return record.BriefFiles(f.Value)
	}
	return f.Value
}

// table begins a table after an empty line.
func (m *document) table(heads ...string) {
	m.line("")
	m.row(heads...)
	m.line("|%s", strings.Repeat("---|", len(heads)))
}

func (m *document) row(cells ...string) {
	for _, c := range cells {
		fmt.Fprintf(m, "| %s ", inMarkdown(c))
	}
	m.line("|")
}

// inMarkdown escapes text for use within a line or a table cell of Markdown.
func inMarkdown(text string) string { return markdown.Replace(text) }

// markdown escapes characters with a meaning in Markdown (CommonMark 0.31 §2.4), and replaces
// line breaks.
var markdown = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"|", `\|`, "&", `\&`, "~", `\~`, "#", `\#`,
	"\r\n", "<br>", "\n", "<br>", "\r", "<br>", "\u2028", "<br>", "\u2029", "<br>",
)

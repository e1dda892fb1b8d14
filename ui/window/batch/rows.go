package batch

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/wording"
)

// Row is what a rule would do with an item.
type Row struct {
	conflicts.Planned
	// Result is what would be saved, or why the rule leaves the item. Drops is what would be
	// lost from the versions.
	Result, Drops string
}

// Rows describes plans. It may take long, and reads the sessions, so it has to be called where
// the plans are created, before anything else uses them.
func Rows(ctx context.Context, s wording.Speaker, a Asked, plans []conflicts.Planned) ([]Row, error) {
	var all []Row
	for _, plan := range plans {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := Row{Planned: plan}
		if plan.Session == nil {
			r.Result = why(s, a, plan)
		} else {
			r.Result, r.Drops = result(s, plan.Session), drops(s, plan.Session)
		}
		all = append(all, r)
	}
	return all, nil
}

// why explains why the rule has no answer.
func why(s wording.Speaker, a Asked, plan conflicts.Planned) string {
	switch plan.Why {
	case conflicts.NoVersionBy:
		return wording.L("no-version-by-who", "no version by {{.Who}}", wording.Data{"Who": s.By(a.By)})
	case conflicts.NoTime:
		return wording.L("no-version-has-a-plausible-time", "no version has a plausible time")
	}
	var fields []string
	for _, f := range plan.Open {
		fields = append(fields, fieldText(f))
	}
	return wording.L("choose-fields", "choose {{.Fields}}", wording.Data{"Fields": wording.And(fields)})
}

func fieldText(name string) string {
	switch name {
	case "":
		return wording.L("whether-to-keep-it", "whether to keep it")
	case conflicts.Other:
		return wording.L("hidden-data", "hidden data")
	}
	return wording.Field(name)
}

// result describes what would be saved: the values of the fields in which the versions differ.
func result(s wording.Speaker, one *conflicts.Session) string {
	if one.Outcome().Deletes {
		return wording.L("deleted-2", "deleted")
	}
	var parts []string
	candidates := one.Candidates()
	for _, c := range one.Cells() {
		switch {
		case c.Alike || untouched(c, candidates):
		case c.Field == conflicts.Other:
			parts = append(parts, fieldText(c.Field))
		default:
			parts = append(parts, labelled(c.Field, resultText(s, c)))
		}
	}
	if len(parts) == 0 {
		return wording.L("the-same-in-all-versions", "the same in all versions")
	}
	return strings.Join(parts, "; ")
}

// untouched reports whether none of the remaining versions changed a field. Deleted and
// missing versions do not count.
func untouched(c conflicts.Cell, candidates []conflicts.Candidate) bool {
	for n, v := range c.Values {
		if !candidates[n].Version.Deleted && !candidates[n].Missing && (v != c.Result || c.HasBase && v != c.Base) {
			return false
		}
	}
	return true
}

// resultText returns the value of a field in one line. Of a longer text it returns the lines
// that differ from the original.
func resultText(s wording.Speaker, c conflicts.Cell) string {
	if c.Form != record.Text || !c.HasBase || !strings.Contains(c.Base+c.Result, "\n") {
		return valueText(s, c.Form, c.Result)
	}
	var changed []string
	for _, row := range merge.Text(c.Base, c.Result) {
		switch row.Kind {
		case merge.Added:
			changed = appendSigned(changed, "+", textOf(row.Right))
		case merge.Removed:
			changed = appendSigned(changed, "−", textOf(row.Left))
		case merge.Changed:
			changed = appendSigned(changed, "~", textOf(row.Right))
		}
	}
	if len(changed) == 0 {
		return wording.L("as-in-the-original", "as in the original")
	}
	return inOneLine(changed)
}

func textOf(side merge.Side) string {
	text := ""
	for _, span := range side.Spans {
		text += span.Text
	}
	return text
}

// appendSigned appends lines, each with a sign for how it changed. It omits blank lines.
func appendSigned(all []string, sign string, lines ...string) []string {
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			all = append(all, sign+" "+line)
		}
	}
	return all
}

// inOneLine joins as many lines as are useful in a row, which is cut off at the width of its
// column.
func inOneLine(lines []string) string {
	const most = 20
	if len(lines) > most {
		lines = append(slices.Clone(lines[:most]), "…")
	}
	return strings.Join(lines, ", ")
}

// drops describes what would be lost, and from which version.
func drops(s wording.Speaker, one *conflicts.Session) string {
	candidates, cells := one.Candidates(), one.Cells()
	var parts []string
	for _, d := range one.Dropped() {
		data := wording.Data{"Who": s.Person(candidates[d.Number].Version.Top().By)}
		for _, what := range droppedTexts(s, cells, d) {
			data["What"] = what
			parts = append(parts, wording.L("what-who", "{{.What}} ({{.Who}})", data))
		}
	}
	return strings.Join(parts, "; ")
}

// droppedTexts describes what would be lost from one field of a version: of a text, the added
// and removed lines with their signs.
func droppedTexts(s wording.Speaker, cells []conflicts.Cell, d conflicts.Dropped) (all []string) {
	removal := func(what string) string {
		return wording.L("removal-of-field", "removal of {{.Field}}", wording.Data{"Field": what})
	}
	switch {
	case d.Field == "":
		return []string{wording.L("deletion", "deletion")}
	case d.Field == conflicts.Other:
		return []string{fieldText(d.Field)}
	case len(d.Values)+len(d.Removed) == 0:
		return []string{removal(fieldText(d.Field))}
	}
	form := cells[slices.IndexFunc(cells, func(c conflicts.Cell) bool { return c.Field == d.Field })].Form
	if form == record.Text && len(d.Values)+len(d.Removed) > 1 {
		return []string{labelled(d.Field, inOneLine(appendSigned(appendSigned(nil, "+", d.Values...), "−", d.Removed...)))}
	}
	if len(d.Values) > 0 {
		all = append(all, labelled(d.Field, valueText(s, form, strings.Join(d.Values, "\n"))))
	}
	if len(d.Removed) > 0 {
		all = append(all, removal(labelled(d.Field, valueText(s, form, strings.Join(d.Removed, "\n")))))
	}
	return all
}

func labelled(field, value string) string {
	return wording.L("field-value", "{{.Field}}: {{.Value}}", wording.Data{"Field": fieldText(field), "Value": value})
}

// valueText returns a value in one line.
func valueText(s wording.Speaker, form record.Form, value string) string {
	text := s.Value(form, value)
	if day := s.ShortDate(value); form == record.Day && day != "" {
		text = day
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) == 0 {
		return "—"
	}
	return inOneLine(lines)
}

// line is a row of the list: a heading, or an item below it.
type line struct {
	// left means that the rule leaves the item to the person.
	left bool
	// row is the index of the item, or none for a heading.
	row int
}

const none = -1

func (l line) isHeading() bool { return l.row == none }

// linesOf returns the lines of rows: first those that the rule resolves, then those that it
// leaves to the person, each group below a heading.
func linesOf(rows []Row) []line {
	var lines []line
	for _, left := range []bool{false, true} {
		group := []line{{left, none}}
		for i, r := range rows {
			if (r.Session == nil) == left {
				group = append(group, line{left, i})
			}
		}
		if len(group) > 1 {
			lines = append(lines, group...)
		}
	}
	return lines
}

// text returns the text that typing ahead searches.
func (l line) text(rows []Row) string {
	if l.isHeading() {
		return groupText(l.left)
	}
	return wording.Title(rows[l.row].Title)
}

// isTaken reports whether saving resolves an item.
func (p *Page) isTaken(r Row) bool {
	if r.Session == nil {
		return false
	}
	if in, chosen := p.chosen[r.Ref]; chosen {
		return in
	}
	return !p.begun(r) && p.arrived[r.Ref] == asBefore
}

// begun reports whether the person has begun to resolve the item individually.
func (p *Page) begun(r Row) bool { return p.events.Begun != nil && p.events.Begun(r.Ref) }

// taken returns the plans that will be saved.
func (p *Page) taken() []conflicts.Planned {
	var all []conflicts.Planned
	for _, r := range p.rows {
		if p.isTaken(r) {
			all = append(all, r.Planned)
		}
	}
	return all
}

// able returns the number of items that the rule can resolve.
func (p *Page) able() int {
	n := 0
	for _, r := range p.rows {
		if r.Session != nil {
			n++
		}
	}
	return n
}

func groupText(left bool) string {
	if left {
		return wording.L("left-to-you", "Left to you")
	}
	return wording.L("will-be-resolved", "Will be resolved")
}

func groupHint(left bool) string {
	if left {
		return wording.L("the-rule-cannot-decide-these-enter", "The rule cannot decide these. Enter opens one.")
	}
	return wording.L("space-leaves-a-row-out-or", "Space leaves a row out or includes it, Enter opens it. Nothing is saved before you press Ctrl+Enter.")
}

// ofAll says how many of all are included.
func ofAll(n, all int) string {
	return wording.L("n-of-m", "{{.N}} of {{.M}}", wording.Data{"N": wording.Number(n), "M": wording.Number(all)})
}

// summary says how many conflicts will be resolved, and how many not.
func summary(resolved, left int) string {
	if resolved+left == 0 {
		return ""
	}
	text := wording.N("n-will-be-resolved", "{{.N}} will be resolved", resolved, wording.Data{"N": wording.Number(resolved)})
	if left == 0 {
		return text
	}
	return text + ", " + wording.N("n-are-left-to-you", "{{.N}} are left to you", left, wording.Data{"N": wording.Number(left)})
}

func quoted(title string) string {
	return wording.L("title-title", "“{{.Title}}”", wording.Data{"Title": wording.Title(title)})
}

// what describes what will happen to an item.
func (p *Page) what(r Row) string {
	text := r.Result
	if p.isTaken(r) {
		return text
	}
	if p.begun(r) {
		text = wording.L("you-have-begun-to-resolve-it", "you have begun to resolve it; {{.What}}", wording.Data{"What": text})
	}
	switch p.arrived[r.Ref] {
	case isNew:
		text = wording.L("new-what", "new; {{.What}}", wording.Data{"What": text})
	case isChanged:
		text = wording.L("changed-in-the-meantime-what", "changed in the meantime; {{.What}}", wording.Data{"What": text})
	}
	return text
}

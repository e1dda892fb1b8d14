package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// conflictView renders a conflict as text of a given width: the versions side by side, why
// something is suggested, and what saving will do. It reads no clock and no store.
type conflictView struct {
	// width is the width of the terminal in columns.
	width int
	// now is the reference for relative times; its zone is used for all times.
	now time.Time
	// person returns the name of an endpoint: "you" for this one. If it is nil, identifiers
	// are shown.
	person func(by string) string
	// where describes positions of an item; if it is nil, identifiers are shown.
	where func(id string, places ...item.Place) ([]lists.Position, error)
	// all also shows the fields that are the same in all versions.
	all bool

	// at caches described positions.
	at map[item.Place]lists.Position
}

// draw renders a conflict: the versions, the original, the fields that differ, why something
// is suggested, and what saving will do.
func (v conflictView) draw(s *conflicts.Session) []string {
	v = v.located(s)
	all := v.head(s)
	if fields := v.fields(s); len(fields) > 0 {
		all = append(append(all, ""), fields...)
	}
	return append(append(all, ""), v.outcome(s)...)
}

// who returns the name of an endpoint, in one line.
func (v conflictView) who(by string) string {
	switch {
	case by == "":
		return "somebody"
	case v.person == nil:
		return visibleLine(by)
	}
	return visibleLine(v.person(by))
}

// label returns the letter of a version, and the number to type for it: "A·1".
func (v conflictView) label(c conflicts.Candidate) string {
	return c.Letter + "·" + strconv.Itoa(c.Number+1)
}

// head returns what is in conflict, the original, the kind of conflict, and the list of
// versions.
func (v conflictView) head(s *conflicts.Session) []string {
	candidates := s.Candidates()
	if len(candidates) == 1 { // flagged, or in a deleted item
		what := ": marked as a conflict"
		if s.Orphaned() {
			what = ": in a deleted item"
		}
		all := v.paragraph(conflictTitle(s) + what)
		return append(append(append(all, v.paragraph(v.situation(s))...), ""), v.versions(candidates)...)
	}
	all := v.paragraph(fmt.Sprintf("%s: %d conflicting versions", conflictTitle(s), len(candidates)))
	all = append(all, v.paragraph(v.original(s.Base()))...)
	if s.Circle() != "" {
		all = append(all, v.paragraph(v.circle(s))...)
	}
	if s.Orphaned() {
		all = append(all, v.paragraph(v.orphan(s))...)
	}
	if sentence := v.moves(s); sentence != "" {
		all = append(all, v.paragraph(sentence)...)
	}
	if sentence := v.situation(s); sentence != "" {
		all = append(all, v.paragraph(sentence)...)
	}
	if sentence := v.same(s); sentence != "" {
		all = append(all, v.paragraph(sentence)...)
	}
	all = append(all, "")
	return append(all, v.versions(candidates)...)
}

// conflictTitle returns the shortened title of the first version that has one, in one line, or
// else the identifier of the item.
func conflictTitle(s *conflicts.Session) string {
	for _, c := range s.Candidates() {
		if t := visibleLine(c.Version.Title()); t != "" {
			return display.Clean(display.Line(t))
		}
	}
	return display.Visible(s.Item().ID())
}

// situation describes the kind of conflict; "" for an ordinary one.
func (v conflictView) situation(s *conflicts.Session) string {
	switch kind := s.Situation(); kind {
	case conflicts.Circle:
		return v.circle(s)
	case conflicts.Orphaned:
		return v.orphan(s)
	default:
		return wording.Situation(kind)
	}
}

// same says which versions look the same to a person, or "" if all or none do.
func (v conflictView) same(s *conflicts.Session) string {
	groups := s.Alike()
	if len(groups) < 2 {
		return ""
	}
	var all []string
	for _, g := range groups {
		if len(g) > 1 {
			all = append(all, wording.Alike(v.lettersOf(s, g)))
		}
	}
	return strings.Join(all, " ")
}

// briefValue returns a value in one short line, for a table.
func briefValue(c conflicts.Cell, value string) string {
	if value == "" {
		return "—"
	}
	return shortened(strings.Join(cellLines(conflicts.Cell{Form: c.Form}, value), ", "))
}

// shortened returns a text in one line of at most 40 characters.
func shortened(text string) string {
	const most = 40
	text = plainLine(strings.Join(strings.Fields(text), " "))
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// made returns who made a version and when.
func (v conflictView) made(version *item.Version) string { return v.moment(version.Top()) }

// moment returns who made an update and when.
func (v conflictView) moment(h item.History) string {
	if !h.When.Present() {
		return v.who(h.By) + ", time not known"
	}
	at := h.When.Time()
	return v.who(h.By) + ", " + at.In(v.now.Location()).Format("2006-01-02 15:04") + timeAgo(v.now.Sub(at))
}

// timeAgo returns roughly how long ago something was, or "" for the future.
func timeAgo(past time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		long time.Duration
		name string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(past / unit.long); {
		case n == 1:
			return ", 1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf(", %d %ss ago", n, unit.name)
		}
	}
	return ""
}

// versions lists the versions, aligned.
func (v conflictView) versions(candidates []conflicts.Candidate) []string {
	widest := 0
	for _, c := range candidates {
		widest = max(widest, lineWidth(v.label(c)))
	}
	var all []string
	for _, c := range candidates {
		before := includedMark(c) + " " + pad(v.label(c), widest) + "  "
		all = append(all, indented(before, wrapLine(v.describeVersion(c), v.width-lineWidth(before)))...)
	}
	return all
}

// includedMark shows whether a version is included: "-" if that cannot be changed.
func includedMark(c conflicts.Candidate) string {
	switch {
	case c.Locked:
		return "[-]"
	case c.Taken:
		return "[x]"
	}
	return "[ ]"
}

// describeVersion returns who made a version, and its special properties.
func (v conflictView) describeVersion(c conflicts.Candidate) string {
	parts := []string{v.made(c.Version)}
	if c.Version.Deleted {
		parts[0] = "deleted, " + parts[0]
	}
	if c.Number == 0 {
		parts = append(parts, "current version")
	}
	if c.Own {
		parts = append(parts, "your own")
	}
	if c.Offered {
		parts = append(parts, wording.L("reopened", "reopened"))
	}
	if c.Missing {
		parts = append(parts, wording.L("its-content-was-not-stored", "its content was not stored"))
	}
	parts = append(parts, v.remarks(c.Version)...)
	return strings.Join(parts, ", ")
}

// remarks returns what is wrong with the time of a version.
func (v conflictView) remarks(version *item.Version) []string {
	if r := ancestry.Clock(version, v.now); r == ancestry.Ahead || r == ancestry.Behind {
		return []string{wording.Remark(r)}
	}
	return nil
}

// original describes the original, or why it is unknown.
func (v conflictView) original(b ancestry.Base) string {
	switch {
	case !b.Known():
		return display.Clean(wording.Unwritten(b, v.who))
	case b.Version.Deleted:
		return "Original: deleted, " + v.made(b.Version) + "."
	}
	return "Original: " + v.made(b.Version) + "."
}

// hasOriginal reports whether there is an original that is not deleted.
func hasOriginal(s *conflicts.Session) bool {
	b := s.Base()
	return b.Merged() || b.Known() && !b.Version.Deleted
}

// outcome says what saving will do, and what must be chosen first.
func (v conflictView) outcome(s *conflicts.Session) []string {
	all := v.paragraph(wording.Outcome(s.Outcome()))
	if open := s.Open(); len(open) > 0 {
		all = append(all, v.paragraph("Still to choose: "+wording.And(openNames(open))+".")...)
	}
	return all
}

// suggested shows the suggestions for open fields, which --words accepts; of long texts only
// the hunks that they change.
func (v conflictView) suggested(s *conflicts.Session) (all []string) {
	open, hunks := s.Open(), map[string][]conflicts.Hunk{}
	for _, field := range open {
		hunks[field] = s.Hunks(field)
	}
	_ = s.Try(s.AcceptSuggested, func() { // without a result nothing is suggested
		left := s.Open()
		for _, c := range v.cells(s) {
			if slices.Contains(open, c.Field) && !slices.Contains(left, c.Field) {
				all = append(all, v.suggestion(c, hunks[c.Field], s.Hunks(c.Field))...)
			}
		}
	})
	if len(all) > 0 {
		all = append([]string{"", "With --words:"}, all...)
	}
	return all
}

// suggestion shows a field with its suggestion, given its hunks before and after.
func (v conflictView) suggestion(c conflicts.Cell, before, after []conflicts.Hunk) (all []string) {
	text := c.Result
	if before != nil {
		text = ""
		for i, h := range after {
			if before[i].Open || before[i].Result != h.Result {
				text += h.Result
			}
		}
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		all = append(all, v.entry("  "+c.Field+": ", line)...)
	}
	return all
}

// undecided reports whether a person must decide whether to keep or delete the item.
func undecided(s *conflicts.Session) bool { return slices.Contains(s.Open(), "") }

// openNames returns the names of the open fields; "" stands for keeping or deleting the item.
func openNames(open []string) []string {
	var all []string
	for _, field := range open {
		if field == "" {
			field = "whether to keep it"
		}
		all = append(all, field)
	}
	return all
}

// note says what became of a field and why.
func (v conflictView) note(s *conflicts.Session, c conflicts.Cell) string {
	switch {
	case c.Alike && (!c.Chosen || c.From != ""):
		return ""
	case c.Problem != nil:
		return "cannot be saved: " + visibleLine(c.Problem.Error())
	case c.Open && c.Field == conflicts.Place && s.Situation() == conflicts.Orphaned:
		return "open: keep it in " + c.Values[0] + ", or move it to " + c.Base
	}
	return wording.Explain(c, s.Candidates())
}

// lettersOf returns the letters of candidates.
func (v conflictView) lettersOf(s *conflicts.Session, numbers []int) []string {
	candidates := s.Candidates()
	var names []string
	for _, n := range numbers {
		if n >= 0 && n < len(candidates) {
			names = append(names, candidates[n].Letter)
		}
	}
	return names
}

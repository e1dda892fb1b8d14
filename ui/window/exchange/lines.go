package exchange

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/ui/wording"
)

// line is a row of the preview: a heading, an entry, or a problem of one.
type line struct {
	state transfer.State
	// entry is the index of the entry in the plan, or none for a heading.
	entry int
	// problem is the index of the problem of the entry, or none.
	problem int
}

const none = -1

func (l line) isHeading() bool { return l.entry == none }

func (l line) isProblem() bool { return l.problem != none }

// problemsShown is the maximum number of rows for the problems of an entry. The last one shows
// how many more there are.
const problemsShown = 5

// linesOf returns the rows of a plan: a heading for every state that occurs, and below it the
// entries, unless they are folded.
func linesOf(p *transfer.Plan, folded map[transfer.State]bool) []line {
	if p == nil {
		return nil
	}
	groups := map[transfer.State][]line{}
	for i, e := range p.Entries {
		groups[e.State] = append(groups[e.State], line{e.State, i, none})
		for n := range min(len(e.Problems), problemsShown) {
			// the row of an unreadable entry shows its first problem
			if e.State != transfer.Unreadable || n > 0 {
				groups[e.State] = append(groups[e.State], line{e.State, i, n})
			}
		}
	}
	var lines []line
	for _, s := range transfer.States() {
		if len(groups[s]) == 0 {
			continue
		}
		lines = append(lines, line{s, none, none})
		if !folded[s] {
			lines = append(lines, groups[s]...)
		}
	}
	return lines
}

// canTake reports whether entries in a state can be included and excluded.
func canTake(s transfer.State) bool {
	return slices.Contains([]transfer.State{transfer.New, transfer.Changed, transfer.Deleted}, s)
}

// taken returns the number of included entries in the given states, or in all states if none
// is given.
func taken(p *transfer.Plan, states ...transfer.State) int {
	n := 0
	for _, e := range p.Entries {
		if e.Take && (len(states) == 0 || slices.Contains(states, e.State)) {
			n++
		}
	}
	return n
}

func (p *Page) aboutText(i int) string {
	if i < 0 || i >= len(p.lines) {
		return ""
	}
	l := p.lines[i]
	if l.isHeading() {
		return groupHint(l.state)
	}
	e := p.shown.Plan.Entries[l.entry]
	var parts []string
	if p.columnsShown() || e.State == transfer.New {
		parts = p.values(e)
	}
	if c := changes(e); c != "" {
		parts = append(parts, wording.L("changes-what", "Changes: {{.What}}", wording.Data{"What": c}))
	}
	if len(e.Problems) > 0 {
		parts = append(parts, problemsText(e.Problems))
	}
	return strings.Join(parts, " · ")
}

// values returns the fields of an entry of a table, so that a person sees what the columns become.
func (p *Page) values(e transfer.Planned) (all []string) {
	if e.Content == nil {
		return nil
	}
	r := record.Read(e.Content)
	for _, f := range record.Fields(r.Kind) {
		if value := r.Get(f.Name); value != "" {
			all = append(all, wording.Field(f.Name)+": "+p.speaker.Value(f.Form, value))
		}
	}
	return all
}

func (p *Page) textOf(i int) string {
	if p.lines[i].isHeading() {
		return groupText(p.lines[i].state)
	}
	return p.shown.Plan.Entries[p.lines[i].entry].Title()
}

// names returns the first few file names without their folders, and the number of others.
func names(paths []string) string {
	const enough = 3
	var all []string
	for _, path := range paths[:min(len(paths), enough)] {
		all = append(all, filepath.Base(path))
	}
	text := strings.Join(all, ", ")
	if more := len(paths) - enough; more > 0 {
		text += " " + wording.N("and-n-more", "and {{.N}} more", more, wording.Data{"N": more})
	}
	return text
}

// failuresText says which files could not be read, and what in the others belongs to no entry.
func failuresText(p Preview) string {
	var all []string
	for _, f := range p.Failed {
		if errors.Is(f.Err, transfer.ErrNoColumns) && p.Columns != nil {
			all = append(all, wording.L("the-first-line-of-file-contains-map", "The first line of {{.File}} contains no field names. Write them there, or choose a field for each column below.",
				wording.Data{"File": filepath.Base(f.Path)}))
			continue
		}
		all = append(all, failureText(f))
	}
	if p.Plan != nil && len(p.Plan.Problems) > 0 {
		all = append(all, problemsText(p.Plan.Problems))
	}
	return strings.Join(all, "\n")
}

func summaryText(p Preview) string {
	if p.Plan == nil {
		return ""
	}
	text := summary(p.Plan)
	if len(p.Paths) > 1 {
		text = names(p.Paths) + ": " + text
	}
	if len(p.Later) > 0 {
		text += " · " + wording.L("next-files", "next: {{.Files}}", wording.Data{"Files": names(p.Later)})
	}
	return text
}

func hintText(p Preview) string {
	switch {
	case len(p.Paths)+len(p.Failed) == 0:
		return wording.L("choose-a-file-type-its-path", "Choose a file, type its path, or drop files here. You see a preview before anything changes.")
	case p.Plan == nil:
		return wording.L("nothing-here-can-be-imported", "Nothing here can be imported.")
	}
	return ""
}

// groupText names the entries in a state.
func groupText(s transfer.State) string {
	switch s {
	case transfer.New:
		return wording.L("items-of-a-file", "New")
	case transfer.Changed:
		return wording.L("items-of-a-file-that-change", "Changed")
	case transfer.Deleted:
		return wording.L("deleted-here", "Deleted here")
	case transfer.Same:
		return wording.L("the-same", "The same")
	}
	return wording.L("unreadable", "Unreadable")
}

// groupHint explains what happens to the entries in a state.
func groupHint(s transfer.State) string {
	switch s {
	case transfer.New:
		return wording.L("not-in-the-list-yet-press", "Not in the list yet. Press Space to skip an item.")
	case transfer.Changed:
		return wording.L("already-in-the-list-with-other", "Already in the list, with other content. Importing changes them; Ctrl+Z undoes it.")
	case transfer.Deleted:
		return wording.L("deleted-from-this-list-earlier-select", "Deleted from this list earlier. Select an item to restore it.")
	case transfer.Same:
		return wording.L("already-in-the-list-with-the", "Already in the list, with the same content. Not imported again.")
	}
	return wording.L("skipped-the-rest-can-be-imported", "Skipped. The rest can be imported.")
}

// summary counts the entries by state.
func summary(p *transfer.Plan) string {
	var parts []string
	for _, s := range transfer.States() {
		if n := p.Count(s); n > 0 {
			parts = append(parts, wording.Number(n)+" "+strings.ToLower(groupText(s)))
		}
	}
	if len(parts) == 0 {
		return wording.L("the-file-is-empty", "The file is empty.")
	}
	return strings.Join(parts, " · ")
}

// ofAll says how many of all entries are included.
func ofAll(n, all int) string {
	return wording.L("n-of-m", "{{.N}} of {{.M}}", wording.Data{"N": wording.Number(n), "M": wording.Number(all)})
}

// changes names the fields that an entry changes in its item.
func changes(e transfer.Planned) string {
	var words []string
	for _, name := range e.Fields {
		words = append(words, wording.Field(name))
	}
	if e.OtherData {
		words = append(words, wording.L("hidden-data", "hidden data"))
	}
	return strings.Join(words, ", ")
}

// at returns the file and line of an entry or a problem.
func at(e transfer.Planned, number int) string {
	data := wording.Data{"N": wording.Number(number), "File": filepath.Base(e.File)}
	if e.File == "" {
		return wording.L("line-n", "line {{.N}}", data)
	}
	return wording.L("file-line-n", "{{.File}}, line {{.N}}", data)
}

// problemText returns a problem of an entry. The last one that is shown also says how many
// more there are.
func problemText(e transfer.Planned, n int) string {
	text := wording.ImportProblem(e.Problems[n])
	if more := len(e.Problems) - problemsShown; n == problemsShown-1 && more > 0 {
		text += " · " + wording.N("and-n-more-problems", "and {{.N}} more problems", more, wording.Data{"N": more})
	}
	return text
}

// problemsText returns the problems of an entry with their lines.
func problemsText(all []exchange.Problem) string {
	var words []string
	for _, p := range all[:min(len(all), problemsShown)] {
		words = append(words, wording.L("line-n-what", "Line {{.N}}: {{.What}}", wording.Data{"N": wording.Number(p.Line), "What": wording.ImportProblem(p)}))
	}
	return strings.Join(words, " · ")
}

// failureText explains why a file could not be read.
func failureText(f Failure) string {
	data := wording.Data{"File": filepath.Base(f.Path), "Path": f.Path}
	switch {
	case errors.Is(f.Err, fs.ErrNotExist):
		return wording.L("file-not-found-path", "File not found: {{.Path}}", data)
	case errors.Is(f.Err, fs.ErrPermission):
		return wording.L("you-do-not-have-permission-to", "You do not have permission to read {{.Path}}.", data)
	case errors.Is(f.Err, transfer.ErrNeither):
		return wording.L("file-cannot-be-imported-choose-a", "{{.File}} cannot be imported. Choose a calendar (.ics), contacts (.vcf), an outline (.opml), a table (.csv) or a feed (.xml).", data)
	case errors.Is(f.Err, transfer.ErrNoColumns):
		return wording.L("the-first-line-of-file-contains", "The first line of {{.File}} contains no field names. Write them there, for example: title,due,tags", data)
	}
	data["Why"] = wording.Why(f.Err)
	return wording.L("file-could-not-be-read-why", "{{.File}} could not be read: {{.Why}}", data)
}

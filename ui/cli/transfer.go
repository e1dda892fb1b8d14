package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record/exchange"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

type importCommand struct {
	List    string   `arg:"" help:"Name of the list."`
	File    []string `arg:"" help:"Files to import: .ics, .vcf, .opml, .csv, .xml."`
	Map     []string `sep:"none" placeholder:"COLUMN=FIELD" help:"Import a column of a table as this field, or skip it with COLUMN=; crossfeed fields lists the names. Repeatable."`
	DryRun  bool     `help:"Show what would change without changing it."`
	Deleted bool     `help:"Also restore items that were deleted from the list."`
}

// importShape is the result of importing a file, in machine-readable output.
type importShape struct {
	File       string         `json:"file"`
	New        int            `json:"new"`
	Changed    int            `json:"changed"`
	Restored   int            `json:"restored"`
	Deleted    int            `json:"deleted"`
	Same       int            `json:"same"`
	Unreadable int            `json:"unreadable"`
	Refused    int            `json:"refused"`
	Problems   []problemShape `json:"problems"`
}

// problemShape is a problem with a file, in machine-readable output.
type problemShape struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func problemShapes(all []exchange.Problem) []problemShape {
	shapes := make([]problemShape, len(all))
	for i, p := range all {
		shapes[i] = problemShape{p.Line, display.WithoutIsolates(wording.ImportProblem(p))}
		if p.Kind == exchange.Violation {
			shapes[i].Text = p.Value // names the values, as “feed check” does
		}
	}
	return shapes
}

// Run imports files. A file that cannot be read does not stop the others.
func (c importCommand) Run(r *run) error {
	columns, err := c.mapping()
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		shapes := []importShape{}
		var failed []error
		for _, name := range c.File {
			shape, err := c.file(r, e, name, columns)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			shapes = append(shapes, shape)
		}
		if len(failed) == len(c.File) {
			return errors.Join(failed...)
		}
		for _, err := range failed {
			r.attend("crossfeed: %v", err)
		}
		return r.imports(shapes)
	})
}

// mapping returns the columns that were given.
func (c importCommand) mapping() (transfer.Mapping, error) {
	columns := transfer.Mapping{}
	for _, text := range c.Map {
		at := strings.LastIndex(text, "=") // names of fields have none
		if at < 0 {
			return nil, misuse("--map %q is not COLUMN=FIELD", text)
		}
		if _, twice := columns[text[:at]]; twice {
			return nil, misuse("--map gives column %q twice", text[:at])
		}
		columns[text[:at]] = text[at+1:]
	}
	return columns, nil
}

func (c importCommand) file(r *run, e *engine.Engine, name string, columns transfer.Mapping) (importShape, error) {
	plan, err := c.plan(r, e, name, columns)
	if err != nil {
		return importShape{}, err
	}
	plan.Choose(transfer.Deleted, c.Deleted)
	shape := shapeOf(plan)
	if c.DryRun {
		return shape, nil
	}
	if err := c.exposes(r, e, shape); err != nil {
		return shape, err
	}
	done, err := e.Lists.Import(r.ctx, c.List, plan, nil)
	for _, refused := range done.Refused {
		r.attend("%s:%d: %v", name, refused.Line, pointed(refused.Err, resolveOf(c.List, refused.ID)))
	}
	shape.New, shape.Changed, shape.Restored, shape.Refused = done.New, done.Changed, done.Restored, len(done.Refused)
	shape.Deleted -= done.Restored
	return shape, err
}

// exposes reports how many of the items become readable if the list is published.
func (c importCommand) exposes(r *run, e *engine.Engine, s importShape) error {
	n := s.New + s.Changed
	if c.Deleted {
		n += s.Deleted
	}
	if n == 0 {
		return nil
	}
	return r.exposesIn(e, c.List, "Your "+count(n, "item"))
}

func (c importCommand) plan(r *run, e *engine.Engine, name string, columns transfer.Mapping) (*transfer.Plan, error) {
	in, err := r.env.Files.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return e.Lists.Preview(r.ctx, c.List, name, in, columns)
}

// shapeOf returns what a plan would do.
func shapeOf(p *transfer.Plan) importShape {
	s := importShape{
		File: p.Name, New: p.Count(transfer.New), Changed: p.Count(transfer.Changed), Deleted: p.Count(transfer.Deleted),
		Same: p.Count(transfer.Same), Unreadable: p.Count(transfer.Unreadable), Problems: problemShapes(p.Problems),
	}
	for _, e := range p.Entries {
		s.Problems = append(s.Problems, problemShapes(e.Problems)...)
	}
	return s
}

// imports writes the results, and reports what was left out.
func (r *run) imports(all []importShape) error {
	for _, s := range all {
		for _, p := range s.Problems {
			r.message("%s:%d: %s", s.File, p.Line, p.Text)
		}
		if s.Unreadable > 0 {
			r.attend("%s: Skipped %d unreadable, for the reasons above.", s.File, s.Unreadable)
		}
	}
	return r.jsonOrTable(all, "", []string{"FILE", "NEW", "CHANGED", "DELETED HERE", "UNCHANGED", "UNREADABLE"}, each(all, func(s importShape) []string {
		return []string{s.File, strconv.Itoa(s.New), strconv.Itoa(s.Changed), strconv.Itoa(s.Deleted), strconv.Itoa(s.Same), strconv.Itoa(s.Unreadable)}
	}))
}

type exportCommand struct {
	List string   `arg:"" help:"Name of the list."`
	File string   `arg:"" help:"File to write: .ics for todos, .vcf for contacts, .opml for outlines, .csv for spreadsheets, .xml for a feed; - for standard output."`
	ID   []string `name:"id" placeholder:"ID" help:"Export only this item; an outline with everything under it. Repeatable."`
	Card string   `name:"vcard" enum:"3.0,4.0" default:"3.0" help:"vCard version: 3.0 or 4.0."`

	Overwrite bool `help:"Replace an existing file without asking."`
}

// Run exports the items of a list into a file: completely, or not at all.
func (c exportCommand) Run(r *run) error {
	if !c.Overwrite {
		if err := r.mayWrite(c.File); err != nil {
			return err
		}
	}
	return r.with(func(e *engine.Engine) error {
		format, err := c.format(r, e)
		if err != nil {
			return err
		}
		var done lists.Exported
		if err := c.exposes(r, e); err != nil {
			return err
		}
		err = r.target(c.File)(func(w io.Writer) (err error) {
			done, err = e.Lists.Export(r.ctx, c.List, c.ID, format, w)
			return err
		})
		if err == nil && done.Files > 0 {
			r.message("The export does not contain %s of these items. To save an item's files: crossfeed item files LIST ID --save DIR", count(done.Files, "file"))
		}
		if err == nil && done.Withheld > 0 {
			r.message("The export does not contain %s that only read-only subscriptions have.", count(done.Withheld, "item"))
		}
		if err == nil && len(done.Damaged) > 0 {
			r.attend("Skipped damaged items: %s. To restore them: crossfeed verify --repair", strings.Join(done.Damaged, ", "))
		}
		if err == nil && !isStdout(c.File) {
			err = r.print("%s: %s", c.File, count(done.Items, "item"))
		}
		return err
	})
}

// exposes reports what becomes readable when exporting into a folder that others can read.
func (c exportCommand) exposes(r *run, e *engine.Engine) error {
	if isStdout(c.File) {
		return nil
	}
	folder, err := e.Sharing.SharedFolder(r.ctx, c.File)
	switch {
	case err != nil || folder == "":
		return err
	case len(c.ID) == 0:
		return r.exposesList(e, c.List, "everyone who can open "+folder)
	}
	r.warnExposed(fmt.Sprintf("The exported items of %q", c.List), folder)
	return nil
}

// mayWrite asks a person at the terminal whether an existing file may be replaced. If nobody
// can be asked, it may not.
func (r *run) mayWrite(file string) error {
	if isStdout(file) {
		return nil
	}
	there, err := r.env.Files.Open(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil:
		if err := there.Close(); err != nil {
			return err
		}
	}
	return r.mayReplace(file)
}

// mayReplace asks a person at the terminal whether an existing file may be replaced.
func (r *run) mayReplace(file string) error {
	if r.atTerminal() && r.asked(fmt.Sprintf("Replace %s?", file)) {
		return nil
	}
	return fmt.Errorf("%s already exists; to replace it, use --overwrite", file)
}

// format returns the export format: by the file's ending, or else the one for the kind of the
// list.
func (c exportCommand) format(r *run, e *engine.Engine) (transfer.Format, error) {
	switch strings.ToLower(filepath.Ext(c.File)) {
	case ".csv":
		return transfer.Table, nil
	case ".xml":
		return transfer.Feed, nil
	}
	all, err := e.Lists.All(r.ctx)
	if err != nil {
		return "", err
	}
	for _, l := range all {
		if formats := lists.ExportFormats(l.Kind); l.Name == c.List {
			if formats[0] == transfer.Cards3 && c.Card == "4.0" {
				return transfer.Cards4, nil
			}
			return formats[0], nil
		}
	}
	return transfer.Calendar, nil // the engine reports that there is no such list
}

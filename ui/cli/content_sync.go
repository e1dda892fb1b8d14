package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

type contentSync struct {
	Name  []string `arg:"" optional:"" help:"Libraries to sync. Default: all that are not paused."`
	Whole bool     `help:"Download everything again, even if the server reports no change."`
	Due   bool     `help:"Sync only libraries that are due."`
}

// errNoLibrarySynced reports that no library could be synced.
var errNoLibrarySynced = errors.New("no library could be synced")

func (c contentSync) Run(r *run) error {
	if c.Due && len(c.Name) > 0 {
		return misuse("--due cannot be combined with names of libraries")
	}
	return r.with(func(e *engine.Engine) error { return c.once(r, e) })
}

func (c contentSync) once(r *run, e *engine.Engine) error {
	reports, err := c.reports(r, e, library.SyncOptions{Whole: c.Whole, Progress: r.progress.content})
	r.progress.show("")
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if err := r.contentReports(reports); err != nil {
		return err
	}
	if err := r.judgeContent(reports); err != nil {
		return err
	}
	return r.ctx.Err()
}

// reports syncs the named libraries, or those that are due.
func (c contentSync) reports(r *run, e *engine.Engine, o library.SyncOptions) (all []contentsync.Report, err error) {
	if len(c.Name) == 0 {
		return e.Library.SyncAll(r.ctx, c.Due, o)
	}
	var libraries []library.Library
	for _, name := range c.Name {
		l, err := e.Library.Named(r.ctx, name)
		if err != nil {
			return nil, err
		}
		libraries = append(libraries, l)
	}
	for _, l := range libraries {
		report, err := e.Library.Sync(r.ctx, l.Key, o)
		if err != nil {
			return all, err
		}
		all = append(all, report)
	}
	return all, nil
}

// contentReportShape is the result of a run in machine-readable output.
type contentReportShape struct {
	Library   string                            `json:"library"`
	Feeds     int                               `json:"feeds"`
	Processed int                               `json:"processed"`
	Files     int                               `json:"files"`
	Unchanged int                               `json:"unchanged"`
	Removed   int                               `json:"removed"`
	Bytes     int64                             `json:"bytes"`
	Requests  int                               `json:"requests"`
	Waiting   int                               `json:"waiting"`
	Failed    []contentFailureShape             `json:"failed"`
	Problems  map[string][]store.ContentProblem `json:"problems"`
	Stopped   string                            `json:"stopped"`
}

// contentFailureShape is a failed download.
type contentFailureShape struct {
	Address string `json:"address"`
	From    string `json:"from"`
	Nested  bool   `json:"nested"`
	Tries   int    `json:"tries"`
	Error   string `json:"error"`
	Trouble string `json:"trouble"`
}

func describeContentReport(p contentsync.Report) contentReportShape {
	shape := contentReportShape{
		Library: p.Library, Feeds: p.Feeds, Processed: p.Processed, Files: p.Files, Unchanged: p.Unchanged, Removed: p.Removed,
		Bytes: p.Bytes, Requests: p.Requests, Waiting: p.Waiting, Problems: p.Problems,
		Failed: each(p.Failed, func(w store.ContentWanted) contentFailureShape {
			return contentFailureShape{w.Address, w.From, w.Nested, w.Tries, w.Error, troubles[w.Trouble]}
		}),
	}
	if p.Stopped != nil {
		shape.Stopped = p.Stopped.Error()
	}
	if shape.Problems == nil {
		shape.Problems = map[string][]store.ContentProblem{}
	}
	return shape
}

// contentReports writes the results of runs.
func (r *run) contentReports(all []contentsync.Report) error {
	return r.jsonOrTable(each(all, describeContentReport), "No libraries to sync. To add one: crossfeed content add LOCATION",
		[]string{"LIBRARY", "FEEDS", "FILES", "UNCHANGED", "REMOVED", "DOWNLOADED", "WAITING", ""}, each(all, contentReportCells))
}

func contentReportCells(p contentsync.Report) []string {
	result := "ok"
	switch {
	case cancelled(p.Stopped):
		result = "stopped"
	case p.Stopped != nil || len(p.Failed) > 0:
		result = "failed"
	}
	return []string{
		inOneLine(p.Library), strconv.Itoa(p.Feeds), strconv.Itoa(p.Files), strconv.Itoa(p.Unchanged), strconv.Itoa(p.Removed),
		inBytes(p.Bytes), strconv.Itoa(p.Waiting), result,
	}
}

func cancelled(err error) bool { return errors.Is(err, context.Canceled) }

// judgeContent reports what needs attention.
func (r *run) judgeContent(all []contentsync.Report) error {
	nothing := len(all) > 0
	for _, p := range all {
		for _, feed := range slices.Sorted(maps.Keys(p.Problems)) {
			r.reportProblems(feed, len(p.Problems[feed]), p.Problems[feed])
		}
		for _, f := range p.Failed {
			r.attend("%s", named(transport.Redact(f.Address), f.Error))
		}
		if more := p.Waiting - len(p.Failed); p.Stopped == nil && more > 0 {
			r.attend("%s: %d more waiting. For details: crossfeed content list %s", p.Library, more, quotedName(p.Library))
		}
		r.reportStop(p)
		nothing = nothing && p.Processed+p.Files+p.Unchanged == 0 && (p.Stopped != nil && !cancelled(p.Stopped) || len(p.Failed) > 0)
	}
	if nothing {
		return errNoLibrarySynced
	}
	return nil
}

// reportStop explains why a run ended before its queue was empty.
func (r *run) reportStop(p contentsync.Report) {
	switch {
	case cancelled(p.Stopped):
		r.attend("%s: Stopped. The next sync continues.", p.Library)
	case p.Stopped != nil:
		r.attend("%s", named(p.Library, inOneLine(p.Stopped.Error())))
	}
}

// content shows the progress of a run.
func (p *progress) content(now contentsync.Progress) {
	text := fmt.Sprintf("%d feeds, %d of %d files, %s", now.Feeds, now.Files, now.AllFiles, inBytes(now.Bytes))
	if len(now.Now) > 0 {
		text += ": " + transport.Name(now.Now[0].Address)
	}
	p.show(text)
}

// cutTo cuts a text to a number of columns.
func cutTo(text string, columns int) string {
	cut := []rune(text)
	for len(cut) > 0 && cellWidth(string(cut)) > columns {
		cut = cut[:len(cut)-1]
	}
	return string(cut)
}

type contentGet struct {
	oneLibrary
	What []string `arg:"" optional:"" name:"address" help:"Files, by address or name, or items, by title."`
	All  bool     `help:"Download everything that is missing or outdated, below the named feeds or in the whole library."`
}

// errNothingGot reports that none of the requested files could be downloaded.
var errNothingGot = errors.New("nothing could be downloaded")

// Run downloads files and nested feeds that are on demand, were removed, or failed.
func (c contentGet) Run(r *run) error {
	if len(c.What) == 0 && !c.All {
		return misuse("give files or items to download, or --all")
	}
	return r.inLibrary(c.Name, func(e *engine.Engine, l library.Library) error {
		g := getting{contentTree: contentTree{run: r, engine: e, library: l}, asked: map[string]bool{}}
		if c.All {
			return g.below(c.What)
		}
		files, err := g.named(c.What)
		if err != nil {
			return err
		}
		if err := g.get(files); err != nil {
			return err
		}
		return g.reportFiles()
	})
}

// getting downloads what a person asked for.
type getting struct {
	contentTree
	// asked are the requested addresses, order their sequence.
	asked map[string]bool
	order []string
	// report is the report of the last run; files and bytes are totals of all runs.
	report contentsync.Report
	files  int
	bytes  int64
}

// get downloads files that were not requested before.
func (g *getting) get(files []library.File) error {
	var addresses []string
	for _, f := range files {
		if !g.asked[f.Address] {
			g.asked[f.Address] = true
			addresses = append(addresses, f.Address)
		}
	}
	if len(addresses) == 0 {
		return nil
	}
	g.order = append(g.order, addresses...)
	report, err := g.engine.Library.Get(g.run.ctx, g.library.Key, library.SyncOptions{Progress: g.run.progress.content}, addresses...)
	g.run.progress.show("")
	g.report = report
	g.files += report.Files
	g.bytes += report.Bytes
	return err
}

// below downloads everything missing below feeds, including what is in feeds that are only
// downloaded now.
func (g *getting) below(feeds []string) error {
	from := []string{""}
	if len(feeds) > 0 {
		named, err := g.named(feeds)
		if err != nil {
			return err
		}
		if err := g.get(absent(named)); err != nil {
			return err
		}
		from = nil
		for _, f := range named {
			if f.Nested {
				from = append(from, f.Address)
			}
		}
	}
	for before := -1; before < len(g.asked); {
		before = len(g.asked)
		files, err := g.missing(from)
		if err == nil {
			err = g.get(files)
		}
		if err != nil {
			return err
		}
	}
	return g.reportFiles()
}

// missing returns the files and nested feeds below feeds that are not here, or are newer on
// the server.
func (g *getting) missing(feeds []string) (files []library.File, err error) {
	t := g.contentTree
	t.entry = func(i library.Entry, _ int) bool {
		files = append(files, absent(i.Files)...)
		return true
	}
	for _, feed := range feeds {
		if err := t.walk(feed); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// absent returns those of the files that are not here, or are newer on the server.
func absent(all []library.File) (files []library.File) {
	for _, f := range all {
		if f.State != library.Here {
			files = append(files, f)
		}
	}
	return files
}

// reportFiles writes the results.
func (g *getting) reportFiles() error {
	r := g.run
	files, err := g.now()
	if err != nil {
		return err
	}
	if r.flags.JSON {
		err = r.json(each(files, describeFile))
	} else {
		rows := each(files, func(f library.File) []string { return fileCells(inOneLine(f.Name), f) })
		err = r.table("Everything is downloaded already.", []string{"NAME", "STATE", "SIZE", "ADDRESS"}, rows)
	}
	if err != nil {
		return err
	}
	if g.files > 0 {
		r.message("Downloaded %s, %s with their feeds.", count(g.files, "file"), inBytes(g.bytes))
	}
	came := 0
	for _, f := range files {
		if isHere(f) {
			came++
		}
		if !isHere(f) || f.Error != "" {
			r.attend("%s", named(transport.Redact(f.Address), notCome(f)))
		}
	}
	r.reportStop(g.report)
	if came == 0 && len(files) > 0 {
		return errNothingGot
	}
	return nil
}

// notCome returns why a file is not here.
func notCome(f library.File) string {
	if f.Error != "" {
		return inOneLine(f.Error)
	}
	return "not downloaded yet; to continue: crossfeed content sync"
}

// now returns the current state of the requested files.
func (g *getting) now() ([]library.File, error) {
	at := map[string]library.File{}
	t := g.contentTree
	t.entry = func(i library.Entry, _ int) bool {
		for _, f := range i.Files {
			if g.asked[f.Address] {
				at[f.Address] = f
			}
		}
		return true
	}
	err := t.walk("")
	var files []library.File
	for _, address := range g.order {
		if f, there := at[address]; there {
			files = append(files, f)
		}
	}
	return files, err
}

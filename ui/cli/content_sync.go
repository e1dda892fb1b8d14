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

package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/cli/document"
)

type feedCommands struct {
	Check   feedCheck   `cmd:"" help:"Validate feed files."`
	Show    feedShow    `cmd:"" help:"List the items of a feed file."`
	Merge   feedMerge   `cmd:"" help:"Merge one feed file into another."`
	Convert feedConvert `cmd:"" help:"Convert a feed file to another format or dialect."`
}

// problems reports problems in a file. Errors set attention.
func (r *run) problems(name string, all []feed.Problem) {
	for _, p := range all {
		if p.Severity == feed.Error {
			r.attend("%s: %s", name, p)
		} else {
			r.message("%s: %s", name, p)
		}
	}
}

type feedCheck struct {
	File []string `arg:"" help:"Feed files to validate."`
}

// checkShape is the result of checking a file, in machine-readable output.
type checkShape struct {
	File     string         `json:"file"`
	Problems []feed.Problem `json:"problems"`
}

func (c feedCheck) Run(r *run) error {
	found := []checkShape{}
	var failed []error
	for _, name := range c.File {
		problems, err := document.Check(r.source(name))
		if err != nil {
			failed = append(failed, err)
			continue
		}
		found = append(found, checkShape{name, append([]feed.Problem{}, problems...)})
	}
	if len(failed) == len(c.File) {
		return errors.Join(failed...)
	}
	for _, err := range failed {
		r.attend("crossfeed: %v", err)
	}
	return r.report(found)
}

func (r *run) report(found []checkShape) error {
	var rows [][]string
	for _, f := range found {
		for _, p := range f.Problems {
			r.attention = r.attention || p.Severity == feed.Error
			rows = append(rows, []string{f.File + ":" + strconv.Itoa(p.Line), string(p.Severity), dash(p.Item), p.Rule, p.Section, inOneLine(p.Text)})
		}
	}
	return r.jsonOrTable(found, "No problems.", []string{"WHERE", "SEVERITY", "ITEM", "RULE", "SECTION", "PROBLEM"}, rows)
}

type feedShow struct {
	File string `arg:"" help:"Feed file to read."`
}

// documentShape is a document in machine-readable output.
type documentShape struct {
	Format   item.Format    `json:"format"`
	Dialect  item.Dialect   `json:"dialect"`
	Title    string         `json:"title"`
	Sharing  feed.Sharing   `json:"sharing"`
	Items    []itemShape    `json:"items"`
	Problems []feed.Problem `json:"problems"`
}

func (c feedShow) Run(r *run) error {
	d, items, problems, err := document.InOrder(r.source(c.File))
	if err != nil {
		return err
	}
	problems = append(append([]feed.Problem{}, d.Problems...), problems...)
	r.problems(c.File, problems)
	if r.flags.JSON {
		describe := func(s document.OutlineItem) itemShape { return describeIn(d.Dialect, s) }
		return r.json(documentShape{d.Format, d.Dialect, d.Title, sharingOf(d), each(items, describe), problems})
	}
	if err := r.print("%s (%s, %s)\n", inOneLine(d.Title), d.Format, d.Dialect); err != nil {
		return err
	}
	return r.table("No items.", []string{"ID", "TITLE", "UPDATES", "CHANGED", ""}, each(items, documentCells))
}

// describeIn returns the shape of an item of a document. The updates of SSE 0.91 have no
// sequences.
func describeIn(d item.Dialect, s document.OutlineItem) itemShape {
	shape := describeItem(s.Item, false)
	shape.Parent = s.Parent
	if d == item.SSE091 {
		withoutSequences(shape)
	}
	return shape
}

func withoutSequences(shape itemShape) {
	for i := range shape.History {
		shape.History[i].Sequence = 0
	}
	for _, c := range shape.Conflicts {
		withoutSequences(c)
	}
}

// sharingOf returns the sharing information of a feed, which may be empty.
func sharingOf(d feed.Document) feed.Sharing {
	var s feed.Sharing
	if d.Sharing != nil {
		s = *d.Sharing
	}
	if s.Related == nil {
		s.Related = []feed.Related{}
	}
	return s
}

// identifier names the maker of an update by identifier: this view shows what the document
// contains.
func identifier(by string) string { return cmp.Or(by, "somebody") }

// documentCells returns a row of a document, with its title indented by its depth in the
// outline.
func documentCells(s document.OutlineItem) []string {
	w := s.Item.Winner
	return []string{w.ID, strings.Repeat("  ", s.Depth) + inOneLine(w.Title()), strconv.Itoa(w.Updates), changed(w, identifier), joined(state(w.Deleted, len(s.Item.Conflicts)), mark(s.Item.Flagged, len(s.Item.Conflicts)))}
}

// feedDevices knows which devices write which feeds.
type feedDevices struct {
	person func(by string) string
	all    []subscribe.Health
}

// devicesOf returns the devices of the feeds that a list reads, or of all lists if set is "".
func (r *run) devicesOf(e *engine.Engine, set string) (d feedDevices, err error) {
	if d.all, err = e.Subscriptions.Healths(r.ctx, set); err == nil {
		d.person, err = r.people(e)
	}
	return d, err
}

// of returns the device that writes a feed, or "" if the feed does not name one.
func (d feedDevices) of(h subscribe.Health) string {
	if h.Feed.Author == "" {
		return ""
	}
	return d.person(h.Feed.Author)
}

// from returns the device whose feed an item was received from.
func (d feedDevices) from(s store.HeldItem) string {
	for _, h := range d.all {
		if h.Subscription.Key == s.Subscription && h.Address == s.Feed {
			return d.of(h)
		}
	}
	return ""
}

// mostDevices limits how many devices the name of a subscription contains.
const mostDevices = 2

// name returns a name for a subscription of a list, such as "laptop · Groceries", or "" if no
// device is known.
func (d feedDevices) name(set, location string) string {
	var devices []string
	for _, h := range d.all {
		who := d.of(h)
		if h.Set == set && h.Subscription.Location == location && who != "" && !slices.Contains(devices, who) {
			devices = append(devices, who)
		}
	}
	if more := len(devices) - mostDevices; more > 0 {
		devices = append(devices[:mostDevices-1], fmt.Sprintf("%s +%d", devices[mostDevices-1], more))
	}
	if len(devices) == 0 {
		return ""
	}
	return strings.Join(devices, ", ") + " · " + inOneLine(set)
}

// deviceColumn inserts a column of devices into a table if any of them is known.
func deviceColumn(heading []string, rows [][]string, at int, devices []string) ([]string, [][]string) {
	if !slices.ContainsFunc(devices, func(d string) bool { return d != "" }) {
		return heading, rows
	}
	heading = slices.Insert(slices.Clone(heading), at, "DEVICE")
	for i, d := range devices {
		rows[i] = slices.Insert(rows[i], at, dash(d))
	}
	return heading, rows
}

type feedConvert struct {
	File    string       `arg:"" help:"Feed file to read."`
	To      item.Format  `required:"" enum:"rss,atom,opml" help:"Format of the result: rss, atom or opml."`
	Dialect item.Dialect `enum:",feedsync-1.0,sse-0.93,sse-0.91" default:"" help:"Dialect of the result: feedsync-1.0, sse-0.93 or sse-0.91. Default: the dialect of FILE, if the format supports it."`
	Lossy   bool         `help:"Convert even if data is lost."`
	Out     string       `short:"o" placeholder:"OUT" help:"File to write; may be FILE itself. Default: standard output."`

	Overwrite bool `help:"Replace an existing OUT without asking. FILE itself is always replaced."`
}

func (c feedConvert) Run(r *run) error {
	format, dialect := c.To, c.Dialect
	switch {
	case format == item.OPML && dialect != "" && dialect != item.SSE091:
		return misuse("OPML supports only SSE 0.91; use --dialect sse-0.91")
	case format == item.Atom && dialect == item.SSE091:
		return misuse("SSE 0.91 does not support Atom; use --dialect feedsync-1.0 or sse-0.93")
	}
	if err := r.mayWriteResult(c.Out, c.File, c.Overwrite); err != nil {
		return err
	}
	report, err := document.Convert(r.target(c.Out), r.source(c.File), document.Conversion{
		Format: format, Dialect: dialect, Lossy: c.Lossy, Now: r.clock().Now(),
	})
	if errors.Is(err, document.ErrConverted) {
		return misuse("%w", err)
	}
	if errors.Is(err, sse091.ErrOpenConflict) {
		return fmt.Errorf("%w; resolve it in a list that subscribes to %s", err, quoted(c.File))
	}
	if err != nil {
		return err
	}
	r.reportDocument(report)
	return nil
}

type feedMerge struct {
	Local    string `arg:"" help:"Feed to merge into; the result has its format."`
	Incoming string `arg:"" help:"Feed to merge into LOCAL."`
	Out      string `short:"o" placeholder:"OUT" help:"File to write; may be LOCAL itself. Default: standard output."`

	Overwrite bool `help:"Replace an existing OUT without asking. LOCAL itself is always replaced."`
}

func (c feedMerge) Run(r *run) error {
	if err := r.mayWriteResult(c.Out, c.Local, c.Overwrite); err != nil {
		return err
	}
	// Only the incoming items stay in memory: collecting garbage less often saves a sixth of
	// the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	report, err := document.Merge(r.target(c.Out), r.source(c.Local), r.source(c.Incoming))
	if err != nil {
		return err
	}
	r.reportDocument(report)
	return nil
}

// mayWriteResult asks before a result overwrites a file other than its source.
func (r *run) mayWriteResult(out, from string, overwrite bool) error {
	if overwrite || filepath.Clean(out) == filepath.Clean(from) {
		return nil
	}
	return r.mayWrite(out)
}

// source returns the document in a file.
func (r *run) source(path string) document.Source {
	return document.Source{Name: path, Open: func() (io.ReadCloser, error) { return r.env.Files.Open(path) }}
}

// target returns a file, or standard output. Both receive a document completely or not at all.
func (r *run) target(path string) document.Target {
	if !isStdout(path) {
		return func(write func(io.Writer) error) error { return r.env.Files.Replace(r.ctx, path, write) }
	}
	return func(write func(io.Writer) error) error {
		var whole bytes.Buffer
		if err := write(&whole); err != nil {
			return err
		}
		_, err := whole.WriteTo(r.env.Stdout)
		return written(0, err)
	}
}

// isStdout reports whether a path means standard output.
func isStdout(path string) bool { return path == "" || path == "-" }

// reportDocument reports the problems in documents, and the conflicts in the result.
func (r *run) reportDocument(report document.Report) {
	for _, p := range report.Problems {
		r.problems(p.Document, []feed.Problem{p.Problem})
	}
	if report.Conflicts > 0 {
		r.attend("The result has %s. To list the versions: crossfeed feed show", count(report.Conflicts, "conflict"))
	}
}

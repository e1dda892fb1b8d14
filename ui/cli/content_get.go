package cli

import (
	"errors"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
)

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

package cli

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

type contentPublish struct {
	Folder   string   `arg:"" optional:"" help:"Folder to publish."`
	Location string   `arg:"" optional:"" help:"Folder, or address of the root feed (ending in .xml), to publish to; FOLDER itself publishes the files in place. Default: the current location."`
	Title    string   `placeholder:"TITLE" help:"Title of the root feed. Default: the folder's name."`
	Group    string   `placeholder:"RULE" help:"Which files form one item: stem (the same name with any extension), file (each file) or folder (all files of a folder). Default: stem."`
	OnDemand []string `placeholder:"PATTERN" sep:"none" help:"Files that subscribers download only on demand, such as *.mov or raw/**. Repeatable."`
	Hidden   []string `placeholder:"PATTERN" sep:"none" help:"Files that subscribers download but do not list. Repeatable."`
	Ignore   []string `placeholder:"PATTERN" sep:"none" help:"Files not to publish. Repeatable."`
	accessFlags
	DryRun   bool `help:"Show what would be published without publishing it."`
	Whole    bool `help:"Check every published file, and republish those that were changed there. Otherwise only missing files are republished."`
	TakeOver bool `help:"Overwrite files and feeds at LOCATION that somebody else wrote, or that were written before --stop or before FOLDER moved."`
	Stop     bool `help:"Stop publishing the folder. The published files stay."`
	Remove   bool `help:"With --stop: remove the published files."`
	List     bool `help:"List the published folders."`
}

// folderShape is the output of content publish --json.
type folderShape struct {
	Folder  string          `json:"folder"`
	Address string          `json:"address"`
	Added   int             `json:"added"`
	Changed int             `json:"changed"`
	Removed int             `json:"removed"`
	Same    int             `json:"same"`
	Files   int             `json:"files"`
	Feeds   int             `json:"feeds"`
	Bytes   int64           `json:"bytes"`
	Built   string          `json:"built"`
	Passed  []folder.Passed `json:"passed"`
}

// Run publishes a folder, stops publishing it, or lists the published folders.
func (c contentPublish) Run(r *run) error {
	switch {
	case c.Remove && !c.Stop:
		return misuse("--remove needs --stop")
	case c.List && (c.Stop || c.DryRun || c.Whole || c.TakeOver || c.Folder != ""):
		return misuse("--list cannot be combined with FOLDER or other flags")
	case !c.List && c.Folder == "":
		return misuse("give the folder to publish, or --list")
	case c.Stop && (c.DryRun || c.Whole || c.TakeOver):
		return misuse("--stop can only be combined with --remove")
	}
	o, err := c.options(r)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		switch {
		case c.List:
			return c.list(r, e)
		case c.Stop:
			return c.stop(r, e)
		}
		if err := c.exposes(r, e, &o); err != nil {
			return err
		}
		report, err := e.Library.PublishFolder(r.ctx, o)
		if err != nil {
			return err
		}
		return c.report(r, report)
	})
}

// exposes says how many files become readable, and to whom, before a folder is published at an
// address for the first time. Later the run says how many are new.
func (c contentPublish) exposes(r *run, e *engine.Engine, o *folder.Options) error {
	says := func(files int, at string) error {
		r.warnExposed("Your "+count(files, "file"), at)
		return nil
	}
	if c.DryRun || c.Location == "" {
		o.Exposes = says
		return nil
	}
	path, err := transport.Path(c.Folder)
	if err != nil {
		return err
	}
	at, err := folder.Address(c.Location)
	if err != nil {
		return err
	}
	all, err := e.Library.PublishedFolders(r.ctx)
	if err != nil || slices.ContainsFunc(all, func(p store.PublishedFolder) bool { return p.Folder == path && p.Address == at }) {
		o.Exposes = says
		return err
	}
	files, err := e.Library.CountFolder(r.ctx, *o)
	if err != nil {
		return err
	}
	if err := says(files, at); err != nil {
		return err
	}
	_, err = r.readers(e, sharing.Options{Location: at, Access: o.Access})
	return err
}

// options returns the options given by the flags.
func (c contentPublish) options(r *run) (o folder.Options, err error) {
	o = folder.Options{
		Folder: c.Folder, Address: c.Location, Title: c.Title, Dry: c.DryRun, Whole: c.Whole, TakeOver: c.TakeOver, Progress: r.published(),
		OnDemand: given(c.OnDemand), Hidden: given(c.Hidden), Ignored: given(c.Ignore),
	}
	switch c.Group {
	case "":
	case folder.ByStem, folder.ByFile, folder.ByFolder:
		o.Group = &c.Group
	default:
		return o, misuse("--group %s: must be stem, file or folder", c.Group)
	}
	o.Access, err = c.access(r, c.Location)
	return o, err
}

// given returns the patterns of a flag. A single empty pattern clears the list.
func given(patterns []string) []string {
	if len(patterns) == 1 && patterns[0] == "" {
		return []string{}
	}
	return patterns
}

// published returns a function that reports progress occasionally.
func (r *run) published() func(folder.Progress) {
	last := r.env.Clock.Now()
	return func(p folder.Progress) {
		if now := r.env.Clock.Now(); now.Sub(last) >= time.Second {
			last = now
			r.message("%d files checked, %d of %d written, %d of %d MB: %s", p.Checked, p.Written, p.ToWrite, p.Bytes>>20, p.BytesToWrite>>20, p.Now)
		}
	}
}

// report reports the result of a run.
func (c contentPublish) report(r *run, p folder.Report) error {
	for _, f := range p.Passed {
		with := ""
		if errors.Is(f.Err, folder.ErrOthersWrote) {
			with = "; to overwrite it, use --take-over"
		}
		r.attend("Skipped %s: %s%s", f.Path, f.Err, with)
	}
	if r.flags.JSON {
		return r.json(folderShape{
			Folder: c.Folder, Address: p.Address, Added: p.Added, Changed: p.Changed, Removed: p.Removed, Same: p.Same,
			Files: p.Files, Feeds: p.Feeds, Bytes: p.Bytes, Built: p.Built.UTC().Format(time.RFC3339), Passed: append([]folder.Passed{}, p.Passed...),
		})
	}
	verb := "written"
	if c.DryRun {
		verb = "to write"
	}
	r.message("items: %d new, %d changed, %d removed, %d unchanged; %s: %d files, %d feeds", p.Added, p.Changed, p.Removed, p.Same, verb, p.Files, p.Feeds)
	return r.print("%s", p.Address)
}

// list lists the published folders.
func (c contentPublish) list(r *run, e *engine.Engine) error {
	all, err := e.Library.PublishedFolders(r.ctx)
	if err != nil {
		return err
	}
	return r.jsonOrTable(each(all, publishedFolder), "No published folders. To publish one: crossfeed content publish FOLDER LOCATION",
		[]string{"FOLDER", "ADDRESS", "PUBLISHED", ""}, each(all, func(p store.PublishedFolder) []string {
			state := "ok"
			if p.Health.Error != "" {
				state = inOneLine(p.Health.Error)
			}
			return []string{p.Folder, p.Address, instant(p.Health.LastSuccess), state}
		}))
}

// publishedFolderShape describes a published folder in machine-readable output.
type publishedFolderShape struct {
	Folder   string              `json:"folder"`
	Address  string              `json:"address"`
	Title    string              `json:"title"`
	Group    string              `json:"group"`
	OnDemand []string            `json:"on_demand"`
	Hidden   []string            `json:"hidden"`
	Ignored  []string            `json:"ignored"`
	Health   store.LibraryHealth `json:"health"`
}

func publishedFolder(p store.PublishedFolder) publishedFolderShape {
	list := func(all []string) []string { return append([]string{}, all...) }
	return publishedFolderShape{
		Folder: p.Folder, Address: p.Address, Title: p.Title, Group: p.Group,
		OnDemand: list(p.OnDemand), Hidden: list(p.Hidden), Ignored: list(p.Ignored), Health: p.Health,
	}
}

// stop stops publishing a folder.
func (c contentPublish) stop(r *run, e *engine.Engine) error {
	p, err := c.find(r, e)
	if err != nil {
		return err
	}
	if err := e.Library.StopFolder(r.ctx, p.Key, c.Remove); err != nil {
		return err
	}
	if c.Remove {
		r.message("Stopped publishing %s and removed its published files. Others keep what they have.", p.Folder)
	} else {
		r.message("Stopped publishing %s. Its published files stay where they are.", p.Folder)
	}
	return r.jsonOr(publishedFolder(p), "%s", p.Address)
}

// find finds the published folder that the arguments name.
func (c contentPublish) find(r *run, e *engine.Engine) (found store.PublishedFolder, err error) {
	path, err := transport.Path(c.Folder)
	if err != nil {
		return found, err
	}
	at := ""
	if c.Location != "" {
		if at, err = folder.Address(c.Location); err != nil {
			return found, err
		}
	}
	all, err := e.Library.PublishedFolders(r.ctx)
	n := 0
	for _, p := range all {
		if p.Folder == path && (at == "" || p.Address == at) {
			found, n = p, n+1
		}
	}
	switch {
	case err != nil:
		return found, err
	case n == 0:
		return found, fmt.Errorf("%s: %w; to list the published folders: crossfeed content publish --list", path, store.ErrNoPublication)
	case n > 1:
		return found, fmt.Errorf("%s is published at %d locations; give the LOCATION", path, n)
	}
	return found, nil
}

package folder

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Publish inspects the folder and writes what changed: files first, then feeds from the leaves
// to the root, so that everything that the root links to exists. The next run continues an
// interrupted one.
func Publish(ctx context.Context, p Parts, o Options) (Report, error) {
	r := &run{Parts: p, Options: o, now: p.Clock.Now(), wrote: map[string]bool{}, reporter: &reporter{clock: p.Clock, to: o.Progress}}
	err := r.begin(ctx)
	if err == nil {
		err = r.do(ctx)
		err = errors.Join(err, r.end(ctx, err))
	}
	r.reporter.end()
	r.report.Passed = r.reporter.inOrder()
	return r.report, err
}

// run is one run of a publication.
type run struct {
	Parts
	Options
	location
	rules
	now      time.Time
	state    *state
	reporter *reporter
	book     *book
	tree     *tree
	feeds    []*feed
	// rootChanged reports that the root feed's own data has changed.
	rootChanged bool
	report      Report
	// wrote has the hashes of the feeds that were written, wherever they are now.
	wrote map[string]bool
	// renamed reports that the feed being removed has a successor that differs only in case,
	// and so replaces it on a case-insensitive server.
	renamed bool
	// made reports that the publication is new, sent that something may have been written, and
	// blocked that a file has to wait for its path to become free.
	made, sent, blocked bool
	// exposed reports that Exposes was called, or did not have to be, and declined that it
	// returned an error.
	exposed, declined bool
}

// ErrEmptied means that a folder with published files is now empty.
var ErrEmptied = errors.New("it is empty, and what is published of it was left as it is: connect its drive, or end the publication and remove what was published")

// do performs the run. If a folder replaces a file or vice versa, a second round publishes the
// new one once the old one is gone.
func (r *run) do(ctx context.Context) (err error) {
	if err := r.reachable(r.Files, r.state.written() && !r.Whole); err != nil {
		return err
	}
	r.sweep()
	if err := r.checkWritten(ctx); err != nil {
		return err
	}
	if err := r.free(ctx); err != nil {
		return err
	}
	said := slices.Clone(r.reporter.skipped)
	if err := r.round(ctx); err != nil || !r.blocked || r.Dry {
		return err
	}
	r.reporter.skipped, r.report.Same, r.rootChanged = said, 0, false
	if err := r.claim(ctx, r.state.record); err != nil {
		return err
	}
	return r.round(ctx)
}

// round performs the steps of a run.
func (r *run) round(ctx context.Context) (err error) {
	s := &scanner{files: r.Files, location: r.location, rules: r.rules, before: r.state.files, all: r.state.paths, reporter: r.reporter}
	if r.tree, err = s.scan(ctx, "", 0); err != nil {
		return err
	}
	if len(r.tree.files)+len(r.tree.dirs) == 0 && len(r.state.items) > 0 {
		return fmt.Errorf("%s: %w", r.folder, ErrEmptied)
	}
	for _, step := range []func(context.Context) error{r.hash, r.expose, r.send, r.plan, r.write, r.clear} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// expose says how many files become readable that were not published so far.
func (r *run) expose(ctx context.Context) error {
	if r.Exposes == nil || r.Dry || r.exposed {
		return nil
	}
	r.exposed = true
	if r.inPlace {
		if err := r.listed(ctx); err != nil {
			return err
		}
	}
	n := 0
	err := r.tree.each(func(f *file) error {
		if !f.public && !f.unreadable && !f.out {
			n++
		}
		return nil
	})
	if err != nil || n == 0 {
		return err
	}
	err = r.Exposes(n, r.address)
	r.declined = err != nil
	return err
}

// listed finds out which files an earlier run published where they are: those in its feeds.
func (r *run) listed(ctx context.Context) error {
	return r.Store.View(ctx, func(reader store.Reader) error {
		return reader.FolderItems(r.state.record.Key, func(i store.FolderItem) error {
			for _, name := range i.Files {
				if f, known := r.state.files[name]; known {
					f.public = true
				}
			}
			return nil
		})
	})
}

// plan plans the feeds, and stores the plan in one transaction.
func (r *run) plan(ctx context.Context) error {
	p := &planner{rules: r.rules, root: r.root(), title: r.state.record.Title, here: r.Here, before: r.state.former}
	if p.here == nil {
		p.here = time.UTC
	}
	r.feeds = p.plan(r.tree.shown(r.inPlace))
	r.feeds[len(r.feeds)-1].changed = r.rootChanged
	t := r.state.moment(r.now)
	changed := date(r.feeds, r.state.former, t)
	r.count(t)
	r.report.Built = r.feeds[len(r.feeds)-1].Built
	if r.Dry {
		return nil
	}
	if err := r.book.write(ctx); err != nil {
		return err
	}
	return r.commit(ctx, changed)
}

// count counts the items, except those of nested feeds.
func (r *run) count(t time.Time) {
	for _, i := range r.state.items {
		if i.Nested == "" {
			r.report.Removed++
		}
	}
	for _, f := range r.feeds {
		for _, e := range f.items {
			if e.Nested != "" {
				continue
			}
			_, known := r.state.item(e.ID)
			switch {
			case !known:
				r.report.Added++
				continue
			case e.Built.Equal(t):
				r.report.Changed++
			default:
				r.report.Same++
			}
			r.report.Removed--
		}
	}
}

// begin finds the publication, or creates it.
func (r *run) begin(ctx context.Context) error {
	var all []store.PublishedFolder
	err := r.Store.View(ctx, func(reader store.Reader) (err error) {
		all, err = reader.PublishedFolders()
		return err
	})
	if err == nil && r.Address == "" {
		r.Address, err = addressOf(all, r.Folder)
	}
	if err != nil {
		return err
	}
	if r.location, err = locationOf(r.Files, r.Folder, r.Address); err != nil {
		return err
	}
	if err := r.refused(all, r.TakeOver); err != nil {
		return err
	}
	record, said := r.record(all)
	if r.rules, err = rulesOf(record); err != nil {
		return err
	}
	r.rootChanged = said
	return r.claim(ctx, record)
}

// claim claims the publication for this run, and loads its state. A concurrent run elsewhere
// can no longer write.
func (r *run) claim(ctx context.Context, record store.PublishedFolder) (err error) {
	r.made = record.Key == 0
	if !r.Dry {
		if record, err = claim(ctx, r.Store, record); err != nil {
			return err
		}
	}
	r.report.Address, r.report.Key = record.Address, record.Key
	r.book = &book{store: r.Store, key: record.Key, revision: record.Revision}
	err = r.Store.View(ctx, func(reader store.Reader) (err error) {
		r.state, err = load(reader, record)
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range r.state.feeds {
		if f.Last.Hash != "" {
			r.wrote[f.Last.Hash] = true
		}
	}
	return nil
}

// Reasons why a folder does not say where it is published.
var (
	ErrSeveral = errors.New("it is published at several addresses")
	ErrNowhere = errors.New("it is published nowhere")
)

// addressOf returns where a folder is published.
func addressOf(all []store.PublishedFolder, folder string) (at string, err error) {
	if folder, err = transport.Path(folder); err != nil {
		return "", err
	}
	for _, p := range all {
		switch {
		case p.Folder == folder && at != "":
			return "", fmt.Errorf("%s: %w: %s and %s", folder, ErrSeveral, at, p.Address)
		case p.Folder == folder:
			at = p.Address
		}
	}
	if at == "" {
		return "", fmt.Errorf("%s: %w", folder, ErrNowhere)
	}
	return at, nil
}

// record returns the updated publication, and reports whether the root feed's own data
// changes.
func (r *run) record(all []store.PublishedFolder) (p store.PublishedFolder, said bool) {
	p = store.PublishedFolder{Folder: r.folder, Address: r.address, Title: filepath.Base(r.folder), Group: ByStem}
	if i := slices.IndexFunc(all, func(p store.PublishedFolder) bool { return p.Address == r.address }); i >= 0 {
		p = all[i]
		p.Folder = r.folder // it differs if the publication is taken over
	}
	if r.Access != (transport.Access{}) {
		p.Access = r.Access
	}
	if r.Title != "" && r.Title != p.Title {
		p.Title, said = r.Title, true
	}
	if r.Group != nil {
		p.Group = *r.Group
	}
	for _, list := range []struct{ to, from *[]string }{{&p.OnDemand, &r.OnDemand}, {&p.Hidden, &r.Options.Hidden}, {&p.Ignored, &r.Ignored}} {
		if *list.from != nil {
			*list.to = *list.from
		}
	}
	return p, said
}

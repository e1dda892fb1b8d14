package folder

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// begin finds the publication, or makes it.
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
	if r.where, err = whereOf(r.Files, r.Folder, r.Address); err != nil {
		return err
	}
	if err := r.refused(all, r.TakeOver); err != nil {
		return err
	}
	record, said := r.record(all)
	if r.rules, err = rulesOf(record); err != nil {
		return err
	}
	r.said = said
	return r.keep(ctx, record)
}

// keep claims the publication for this run, and reads what is kept. A run that is on its
// way elsewhere writes nothing more.
func (r *run) keep(ctx context.Context, record store.PublishedFolder) (err error) {
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

// addressOf is where a folder is published.
func addressOf(all []store.PublishedFolder, folder string) (at string, err error) {
	if folder, err = location.Path(folder); err != nil {
		return "", err
	}
	for _, p := range all {
		switch {
		case p.Folder == folder && at != "":
			return "", fmt.Errorf("%s is published at %s and at %s: say which, with a LOCATION", folder, at, p.Address)
		case p.Folder == folder:
			at = p.Address
		}
	}
	if at == "" {
		return "", fmt.Errorf("%s is published nowhere: say where, with a LOCATION", folder)
	}
	return at, nil
}

// record is the publication as it is to be, and whether its root feed says something
// else than before.
func (r *run) record(all []store.PublishedFolder) (p store.PublishedFolder, said bool) {
	p = store.PublishedFolder{Folder: r.folder, Address: r.address, Title: filepath.Base(r.folder), Group: ByStem}
	if i := slices.IndexFunc(all, func(p store.PublishedFolder) bool { return p.Address == r.address }); i >= 0 {
		p = all[i]
		p.Folder = r.folder // another one, where it is taken over
	}
	if r.Access != (location.Access{}) {
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

package contentsync

import (
	"errors"
	"io"
	"slices"

	"crossfeed/engine/contentsync/csx"
	"crossfeed/engine/store"
)

// atOnce is how many links are put in the queue at a time.
const atOnce = 500

// errStore marks an error of the store among those of a document.
type errStore struct{ error }

func (e errStore) Unwrap() error { return e.error }

// items is "For each <item> element in feed": it adds each to the cached feed, and queues
// the links of those that are new or newer. As many as there are, few are in memory.
func (d *document) items(w store.Writer, add func(store.ContentItem) error) error {
	var wanted []store.ContentWanted
	flush := func(from int) error {
		if len(wanted) < from {
			return nil
		}
		_, err := w.Enqueue(d.r.Library, wanted...)
		wanted = wanted[:0]
		return err
	}
	head, err := d.read(func(i csx.Item) error {
		new := d.item(i)
		links, err := d.wanted(w, i, new)
		if wanted = append(wanted, links...); err == nil {
			err = flush(atOnce)
		}
		if err == nil {
			err = add(new)
		}
		return fromStore(err)
	})
	var stored errStore
	switch {
	case errors.As(err, &stored):
		return stored.error
	case err != nil:
		d.broken = err
		return err
	}
	d.head(head)
	return flush(1)
}

func fromStore(err error) error {
	if err == nil {
		return nil
	}
	return errStore{err}
}

// read reads the document from its start.
func (d *document) read(each func(csx.Item) error) (csx.Feed, error) {
	if _, err := d.body.Seek(0, io.SeekStart); err != nil {
		return csx.Feed{}, err
	}
	return csx.Read(d.body, d.follow.at, csx.Limits{}, func(i csx.Item) error {
		if err := d.r.ctx.Err(); err != nil {
			return err
		}
		return each(i)
	})
}

// item is an item as it is kept. What is wrong with its links is told of the feed.
func (d *document) item(i csx.Item) store.ContentItem {
	new, told := d.follow.item(i)
	d.wrong += len(told)
	if room := csx.MaxProblems - len(d.refused); room > 0 {
		d.refused = append(d.refused, told[:min(room, len(told))]...)
	}
	return new
}

// wanted are the links of an item that are to be queued.
func (d *document) wanted(w store.Writer, i csx.Item, new store.ContentItem) ([]store.ContentWanted, error) {
	// "If the feed does not exist in the cache"
	if !d.of.here {
		return toQueue(new.Links, d.of.Address, d.follow.depth), nil
	}
	// "If cached <item> is older OR <item> does not exist in cached feed"
	cached, exists, err := w.ContentItem(d.r.Library, d.of.Address, i.ID)
	if err != nil || !d.r.Whole && !isNewer(i, cached, exists) {
		return nil, err
	}
	if exists {
		err = d.outdated(w, new.Links)
	}
	return toQueue(new.Links, d.of.Address, d.follow.depth), err
}

// outdated marks what is here and on demand: there is a newer one, and nobody asked for
// it ("onDemand attribute").
func (d *document) outdated(w store.Writer, links []store.ContentLink) error {
	for _, l := range links {
		if !l.OnDemand {
			continue
		}
		if l.Nested {
			d.stale = append(d.stale, l.Address)
			continue
		}
		file, there, err := w.ContentFile(d.r.Library, l.Address)
		if err == nil && there && file.State == store.FileHere && !file.Stale {
			file.Stale = true
			err = w.PutContentFile(d.r.Library, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// markStale marks nested feeds as outdated does files.
func (d *document) markStale(w store.Writer) error {
	for _, address := range d.stale {
		feed, there, err := w.ContentFeed(d.r.Library, address)
		if err == nil && there && address != d.of.Address {
			feed.Stale = true
			err = w.TouchContentFeed(d.r.Library, feed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inOrder sorts problems by their lines.
func inOrder(all []store.ContentProblem) []store.ContentProblem {
	slices.SortStableFunc(all, func(a, b store.ContentProblem) int { return a.Line - b.Line })
	return all
}

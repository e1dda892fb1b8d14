package contentsync

import (
	"context"
	"errors"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// atMost is how many files are stored in one transaction.
const atMost = 64

// landFile records the result of a file's download.
func (r *run) landFile(l landing) error {
	if l.err != nil {
		return r.fail(l)
	}
	if r.feedsGoOn() {
		r.early[l.Address] = true
	}
	r.progress.Files++
	if l.unchanged {
		r.report.Unchanged++
	} else {
		r.report.Files++
	}
	return r.addResult(l)
}

// addResult schedules a result for the store.
func (r *run) addResult(l landing) error {
	r.unsaved = append(r.unsaved, l)
	if len(r.unsaved) < atMost {
		return nil
	}
	return r.save()
}

// fail records a failure: the entry stays in the queue, and every run tries it again. A
// reached limit or a full disk is not a failure of the entry; it ends the run.
func (r *run) fail(l landing) error {
	var limit *LimitError
	var e *transport.Error
	switch {
	case r.ctx.Err() != nil:
		return nil
	case errors.As(l.err, &limit):
		return r.stop(limit)
	case errors.As(l.err, &e) && e.Trouble == transport.Full:
		return r.stop(e)
	}
	l.Tries, l.Error, l.Tried = l.Tries+1, l.err.Error(), r.Clock.Now()
	l.Trouble = transport.Other
	if e != nil {
		l.Trouble = e.Trouble
	}
	r.failed[l.Number] = true
	r.report.fails(l.ContentWanted)
	return r.addResult(l)
}

// save stores what was received, what failed, and which entries are done. It also runs when
// the run is cancelled: it is quick, and the files are here.
func (r *run) save() error {
	if len(r.unsaved) == 0 && len(r.done) == 0 {
		return nil
	}
	err := r.update(context.WithoutCancel(r.ctx), func(w store.Writer) error {
		if err := r.dequeue(w); err != nil {
			return err
		}
		for i := range r.unsaved {
			if err := r.saveResult(w, &r.unsaved[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	kept := r.unsaved
	r.unsaved, r.done = nil, nil
	return r.taken(kept)
}

// dequeue removes entries that are done, except those that a person has asked for since. An
// entry that is gone has no number.
func (r *run) dequeue(w store.Writer) error {
	var done []int64
	for _, one := range r.done {
		now, _, err := w.WantedAt(r.Library, one.Address, one.Nested)
		if err != nil {
			return err
		}
		if now.Asked == one.Asked {
			done = append(done, one.Number)
		}
	}
	return w.Dequeue(r.Library, done...)
}

// saveResult stores a file and removes its entry, or stores a failure. If the entry is gone, a
// person removed the file in the meantime.
func (r *run) saveResult(w store.Writer, l *landing) error {
	now, _, err := w.WantedAt(r.Library, l.Address, l.Nested)
	switch {
	case err != nil:
		return err
	case now.Number != l.Number:
		l.given = true
		return nil
	case l.err != nil:
		l.Asked = now.Asked
		return w.PutWanted(r.Library, l.ContentWanted)
	}
	if l.file.Asked, err = r.asked(w, l.ContentWanted, l.entry.file.Asked); err != nil {
		return err
	}
	if err := w.PutContentFile(r.Library, l.file); err != nil {
		return err
	}
	return w.Dequeue(r.Library, l.Number)
}

// asked reports whether something is here only because a person asked for it: all links to it
// are on demand.
func (r *run) asked(s store.Reader, e store.ContentWanted, before bool) (bool, error) {
	if !e.Asked && !before {
		return false, nil
	}
	by, err := referrers(s, r.Library, e.Address)
	for _, one := range by {
		if one.Link.Nested == e.Nested && !one.Link.OnDemand {
			return false, err
		}
	}
	return true, err
}

// taken tells the cache which files the store now has. It deletes those that nobody wants now.
func (r *run) taken(kept []landing) error {
	for _, l := range kept {
		switch {
		case l.err != nil, l.unchanged, l.Nested:
		case l.given:
			if err := r.unlessHere(l.Address); err != nil {
				return err
			}
		default:
			if err := r.cache.Confirm(cache.Name(l.Address)); err != nil {
				return r.stop(err)
			}
		}
	}
	return nil
}

// unlessHere removes a file that the store does not have. It returns only errors of the store.
func (r *run) unlessHere(address string) error {
	var file store.ContentFile
	err := r.Store.View(context.WithoutCancel(r.ctx), func(s store.Reader) (err error) {
		file, _, err = s.ContentFile(r.Library, address)
		return err
	})
	if err != nil || file.State == store.FileHere {
		return err
	}
	if err := r.cache.Remove(cache.Name(address)); err != nil {
		return r.stop(err)
	}
	return nil
}

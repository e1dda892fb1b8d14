package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// errOvertaken: another process has published the list in the meantime.
var errOvertaken = errors.New("another process published it meanwhile")

// announce records what is about to be written, so that it can be recognized as ours if
// writing is interrupted. Announcements of other processes stay: they may be writing.
func (j *job) announce(ctx context.Context) error {
	p := j.next
	p.Last, p.LastComplete, p.State = j.known.Last, j.known.LastComplete, ""
	if j.known.Address != j.Address {
		p.Last, p.LastComplete = transport.Written{}, transport.Written{}
	}
	j.announceIn(&p, (*document).announced)
	err := j.change(ctx, func(s *store.Set) error {
		if s.Publication != j.known {
			return errOvertaken
		}
		s.Publication = p
		return nil
	})
	if err == nil {
		j.known = p
	}
	return err
}

// announceIn adds the hashes of documents to the announced ones.
func (j *job) announceIn(p *store.Publication, which func(*document) bool) {
	for _, d := range j.documents() {
		to := &p.Pending
		if d != j.feed() {
			to = &p.PendingComplete
		}
		if which(d) {
			*to = pending(*to).with(d.hash, j.now)
		}
	}
}

func (d *document) announced() bool { return d.due }

// succeeded records what was written, and how the list is published from now on.
func (j *job) succeeded(ctx context.Context) error {
	p := j.next
	p.Last, p.LastComplete = j.feed().last, transport.Written{}
	if j.partial != nil {
		p.LastComplete = j.complete.last
	}
	p.Pending, p.PendingComplete = j.left()
	p.State = j.state
	p.LastTry, p.LastSuccess = j.now, j.now
	if j.allChecked() {
		p.Checked = j.now
	}
	p.Error, p.Trouble, p.ErrorSince = "", transport.Other, time.Time{}
	err := j.change(ctx, func(s *store.Set) error {
		switch {
		case j.Share != nil:
			if s.Location != "" && s.Location != j.Share.Location && s.Publication.Address != "" {
				p.Left = p.Left.With(s.Publication.Address)
			}
			p.Left = p.Left.Without(j.Address)
			name := s.Name
			s.Name, s.Location, s.Publication = j.set.Name, j.Share.Location, p
			*s = s.Renamed(name) // the name may have changed in the meantime
			return nil
		case s.Publication != j.known:
			return errOvertaken
		}
		s.Publication = p
		return nil
	})
	if errors.Is(err, errOvertaken) {
		return j.overtaken(ctx)
	}
	return err
}

// overtaken ends a job that another process has overtaken: this job may have written over the
// other's documents.
func (j *job) overtaken(ctx context.Context) error {
	if j.made && slices.ContainsFunc(j.documents(), func(d *document) bool { return d.written }) {
		err := j.change(ctx, func(s *store.Set) error {
			if s.Publication.Address == j.Address {
				j.announceIn(&s.Publication, func(d *document) bool { return d.written })
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return errOvertaken
}

// allChecked reports whether all documents on servers were checked and are as they should be.
func (j *job) allChecked() bool {
	return !slices.ContainsFunc(j.documents(), func(d *document) bool {
		return transport.KindOf(d.address) == transport.Local || !d.written && !d.checked
	})
}

// unchanged ends a job that had nothing to write. It clears an earlier error and interrupted
// announcements, and records that the documents were checked.
func (j *job) unchanged(ctx context.Context) error {
	feed, complete := j.left()
	resolved := slices.ContainsFunc(j.documents(), func(d *document) bool { return d.resolved })
	if j.known.Error == "" && j.known.Trouble == transport.Other && j.known.State == j.state && !resolved && !j.allChecked() && j.known.Pending == feed && j.known.PendingComplete == complete {
		return nil
	}
	return j.succeeded(ctx)
}

// left returns what stays announced.
func (j *job) left() (feed, complete string) {
	feed = pending(j.known.Pending).without(j.feed(), j.now)
	if j.partial != nil {
		complete = pending(j.known.PendingComplete).without(j.complete, j.now)
	}
	return feed, complete
}

// change changes the list in a transaction.
func (j *job) change(ctx context.Context, change func(*store.Set) error) error {
	return j.Store.Update(ctx, func(w store.Writer) error {
		set, err := w.SetOf(j.Target.Set)
		if err != nil {
			return err
		}
		if err := change(&set); err != nil {
			return err
		}
		_, err = w.PutSet(set)
		return err
	})
}

// marked reads a state of the store only after the list has recorded that others may have seen
// its edits (store.Set.Published). Because this is recorded first, a crash can at worst leave
// an unseen edit marked as seen, and never the reverse.
func marked(ctx context.Context, st store.Store, set int64, read func(store.Reader) error) error {
	for {
		if err := mark(ctx, st, set); err != nil {
			return err
		}
		done := false
		err := st.View(ctx, func(r store.Reader) error {
			_, newer, err := unmarked(r, set)
			if err != nil || newer {
				return err
			}
			done = true
			return read(r)
		})
		if err != nil || done {
			return err
		}
	}
}

// mark records that others may see all existing edits. If that is already recorded, it starts
// no write transaction.
func mark(ctx context.Context, st store.Store, set int64) error {
	var newer bool
	err := st.View(ctx, func(r store.Reader) (err error) {
		_, newer, err = unmarked(r, set)
		return err
	})
	if err != nil || !newer {
		return err
	}
	return st.Update(ctx, func(w store.Writer) error {
		s, newer, err := unmarked(w, set)
		if err != nil || !newer {
			return err
		}
		_, err = w.PutSet(s)
		return err
	})
}

// unmarked returns a list as it should be, and whether there are edits that it does not yet
// record as seen. A list that was deleted in the meantime records nothing.
func unmarked(r store.Reader, set int64) (s store.Set, newer bool, err error) {
	last, err := r.LastEdit()
	if err != nil {
		return s, false, err
	}
	s, err = r.SetOf(set)
	if errors.Is(err, store.ErrNoSet) {
		return store.Set{}, false, nil
	}
	if err != nil || s.Published >= last {
		return store.Set{}, false, err
	}
	s.Published = last
	return s, true, nil
}

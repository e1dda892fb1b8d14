package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/crash"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// Done is the result of an import.
type Done struct {
	// New, Changed and Restored are numbers of items.
	New, Changed, Restored int
	// Refused are entries that were not imported because their items changed after the plan
	// was made, or have conflicts.
	Refused []Refused
}

// Refused is an entry that was not imported, and the reason.
type Refused struct {
	Planned
	Err error
}

// Apply carries out the plan, in the transaction of the Work. progress is called with the
// number of entries done. An error ends the import; the caller must roll back the transaction.
func (p *Plan) Apply(ctx context.Context, w edit.Work, progress func(done, all int)) (Done, error) {
	var d Done
	s := &positions{parents: map[string]string{}, present: map[string]bool{}}
	reading := ahead(p.Entries)
	defer reading.stop()
	for i, e := range p.Entries {
		if err := ctx.Err(); err != nil {
			return Done{}, fmt.Errorf("importing %s: %w", p.Name, err)
		}
		done, err := false, error(nil)
		if e.Take {
			if done, err = d.take(w, e, s.spot(e)); err != nil {
				return Done{}, fmt.Errorf("importing %s: line %d: %w", cmp.Or(e.File, p.Name), e.Line, err)
			}
			reading.wrote()
		}
		s.note(e, done)
		progress(i+1, len(p.Entries))
	}
	return d, nil
}

// take imports one entry, and reports whether that was done.
func (d *Done) take(w edit.Work, e Planned, s edit.Spot) (done bool, err error) {
	err = d.do(w, e, s)
	if edit.IsRefusal(err) {
		d.Refused = append(d.Refused, Refused{e, err})
		return false, nil
	}
	return err == nil, err
}

func (d *Done) do(w edit.Work, e Planned, s edit.Spot) error {
	switch e.State {
	case New:
		_, err := w.InsertAt(e.ID, e.after, false, s)
		if errors.Is(err, edit.ErrItemExists) {
			err = fmt.Errorf("adding item %s: %w", e.ID, edit.ErrChanged)
		}
		return count(&d.New, err)
	case Changed:
		_, err := w.ReplaceContent(e.ID, e.after, e.unchanged)
		return count(&d.Changed, err)
	case Deleted:
		_, err := w.Revive(e.ID, e.after, e.unchanged)
		return count(&d.Restored, err)
	}
	return nil
}

// unchanged reports whether an item still says what it said when the plan was made.
func (e Planned) unchanged(v *item.Version) bool {
	return v.Deleted == (e.State == Deleted) && v.Content.Hash() == e.before.Hash()
}

func count(n *int, err error) error {
	if err == nil {
		*n++
	}
	return err
}

// farthest is how many entries are parsed ahead of writing. Each takes about its own size in
// memory for its summary.
const farthest = 500

// reading parses the accepted entries, as the store will need it, while those before them are
// written.
type reading struct {
	room           chan struct{}
	stopped, ended chan struct{}
}

// ahead starts to parse. The caller may change the entries in the meantime.
func ahead(entries []Planned) *reading {
	var all []*item.Content
	for _, e := range entries {
		if e.Take {
			all = append(all, e.after)
		}
	}
	r := &reading{room: make(chan struct{}, farthest), stopped: make(chan struct{}), ended: make(chan struct{})}
	go r.read(all)
	return r
}

func (r *reading) read(all []*item.Content) {
	defer close(r.ended)
	for _, c := range all {
		select {
		case r.room <- struct{}{}:
			_ = crash.Do(func() { record.Summary(c) }) // writing the entry will report the problem, too
		case <-r.stopped:
			return
		}
	}
}

// wrote notes that an accepted entry was written.
func (r *reading) wrote() {
	select {
	case <-r.room:
	default: // parsing is behind
	}
}

// stop stops parsing.
func (r *reading) stop() {
	close(r.stopped)
	<-r.ended
}

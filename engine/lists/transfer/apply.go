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

// Done is what came of an import.
type Done struct {
	// New, Changed and Restored are numbers of items.
	New, Changed, Restored int
	// Refused are entries that could not be taken because their items changed
	// after the plan was made, or wait to be resolved.
	Refused []Refused
}

// Refused is an entry that was left out, and why.
type Refused struct {
	Planned
	Err error
}

// Apply does what the plan says, in the transaction of the work. progress is
// told how many entries of all are done. An error ends the import; the caller
// takes everything back.
func (p *Plan) Apply(ctx context.Context, w edit.Work, progress func(done, all int)) (Done, error) {
	var d Done
	s := &stands{parents: map[string]string{}, there: map[string]bool{}}
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

// take does one entry, and tells whether it was done.
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
		_, err := w.InsertAt(e.ID, e.says, false, s)
		if errors.Is(err, edit.ErrItemExists) {
			err = fmt.Errorf("adding item %s: %w", e.ID, edit.ErrChanged)
		}
		return count(&d.New, err)
	case Changed:
		_, err := w.Say(e.ID, e.says, e.unchanged)
		return count(&d.Changed, err)
	case Deleted:
		_, err := w.Revive(e.ID, e.says, e.unchanged)
		return count(&d.Restored, err)
	}
	return nil
}

// unchanged tells whether an item still says what it said when the plan was
// made.
func (e Planned) unchanged(v *item.Version) bool {
	return v.Deleted == (e.State == Deleted) && v.Content.Hash() == e.seen.Hash()
}

func count(n *int, err error) error {
	if err == nil {
		*n++
	}
	return err
}

// farthest is how many entries are read before they are written: each holds a
// summary of about its size.
const farthest = 500

// reading reads what the store will ask of the entries that are taken, while
// those before them are written.
type reading struct {
	room           chan struct{}
	stopped, ended chan struct{}
}

// ahead begins to read. The entries may be changed meanwhile.
func ahead(entries []Planned) *reading {
	var all []*item.Content
	for _, e := range entries {
		if e.Take {
			all = append(all, e.says)
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
			_ = crash.Do(func() { record.Summary(c) }) // who writes it will meet it, too
		case <-r.stopped:
			return
		}
	}
}

// wrote tells that one that was taken is written.
func (r *reading) wrote() {
	select {
	case <-r.room:
	default: // the reading is behind
	}
}

// stop ends the reading.
func (r *reading) stop() {
	close(r.stopped)
	<-r.ended
}

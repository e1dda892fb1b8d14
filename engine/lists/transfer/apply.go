package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

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
	next, err := w.NextOrder()
	if err != nil {
		return Done{}, fmt.Errorf("importing %s: %w", p.Name, err)
	}
	reading := p.ahead(next)
	defer reading.stop()
	for i, e := range p.Entries {
		if err := ctx.Err(); err != nil {
			return Done{}, fmt.Errorf("importing %s: %w", p.Name, err)
		}
		done, err := false, error(nil)
		if e.Take {
			e.after = <-reading.contents
			if done, err = d.take(w, e, s.spot(e)); err != nil {
				return Done{}, fmt.Errorf("importing %s: line %d: %w", cmp.Or(e.File, p.Name), e.Line, err)
			}
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

// farthest is how many entries are prepared ahead of writing. Each takes about its own size in
// memory for its summary.
const farthest = 500

// reading prepares the contents of the accepted entries, parsed as the store will need them, while
// those before them are written.
type reading struct {
	contents       chan *item.Content
	stopped, ended chan struct{}
}

// ahead starts to prepare. New todos without a manual order get one, from next on: todos that are
// added later are below them. The caller may change the entries in the meantime.
func (p *Plan) ahead(next int64) *reading {
	var all []Planned
	for _, e := range p.Entries {
		if e.Take {
			all = append(all, e)
		}
	}
	r := &reading{contents: make(chan *item.Content, farthest), stopped: make(chan struct{}), ended: make(chan struct{})}
	go r.read(all, p.Kind == record.Todo, next)
	return r
}

func (r *reading) read(all []Planned, ordered bool, next int64) {
	defer close(r.ended)
	for _, e := range all {
		c := e.after
		_ = crash.Do(func() { // writing the entry will report the problem, too
			if ordered && e.State == New && record.Read(c).Get("order") == "" {
				if placed, err := record.Apply(c, record.Values{"order": strconv.FormatInt(next, 10)}); err == nil {
					c = placed
				}
				next += edit.Step
			}
			record.Summary(c)
		})
		select {
		case r.contents <- c:
		case <-r.stopped:
			return
		}
	}
}

// stop stops preparing.
func (r *reading) stop() {
	close(r.stopped)
	<-r.ended
}

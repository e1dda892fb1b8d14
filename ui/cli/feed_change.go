package cli

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/ui/cli/document"
)

// oneInFeed names an item of a feed, and where the changed feed goes.
type oneInFeed struct {
	File string `arg:"" help:"The feed."`
	ID   string `required:"" placeholder:"ID" help:"Identifier of the item."`
	outFlag
}

// outFlag says where a changed feed goes.
type outFlag struct {
	Out string `short:"o" placeholder:"OUT" help:"Where the result goes, - for standard output. Default: FILE itself."`
}

// path is where the result goes.
func (o outFlag) path(file string) string {
	if o.Out == "" {
		return file
	}
	return o.Out
}

type feedEdit struct {
	oneInFeed
	fieldFlags
	placeFlags
}

// Run changes fields of an item of a feed (SSE 0.93 §3.2).
func (c feedEdit) Run(r *run) error {
	values, err := c.named(r)
	if err != nil {
		return err
	}
	stamp, err := r.stamp()
	if err != nil {
		return err
	}
	return c.update(r, c.position(), func(v *item.Version) (rules.Change, error) {
		if len(values) == 0 {
			return rules.Change{Content: v.Content, Deleted: v.Deleted}, nil
		}
		content, err := record.Apply(v.Content, record.Stamped(values, stamp.When))
		return rules.Change{Content: content, Deleted: v.Deleted}, err
	})
}

// named are the fields to change: none only where the item is moved.
func (c feedEdit) named(r *run) (record.Values, error) {
	if values, err := c.values(); err == nil && len(values) == 0 && c.given() {
		return nil, nil
	}
	return c.some(r)
}

type feedDelete struct{ oneInFeed }

// Run makes a tombstone of an item of a feed (SSE 0.93 §3.2 step 4). It keeps
// the data, so that the item can be restored.
func (c feedDelete) Run(r *run) error {
	return c.update(r, document.Position{}, func(v *item.Version) (rules.Change, error) {
		return rules.Change{Content: v.Content, Deleted: true}, nil
	})
}

type feedRestore struct{ oneInFeed }

// Run un-deletes an item of a feed (SSE 0.93 §3.2 step 5).
func (c feedRestore) Run(r *run) error {
	return c.update(r, document.Position{}, func(v *item.Version) (rules.Change, error) {
		return rules.Change{Content: v.Content}, nil
	})
}

// position is where an item of a document goes.
func (f placeFlags) position() document.Position {
	return document.Position{Parent: f.Parent, After: f.After}
}

// update rewrites the feed with an update of the item, which may move it (SSE 0.91
// §3.2). A change that changes nothing is none.
func (c oneInFeed) update(r *run, at document.Position, change func(*item.Version) (rules.Change, error)) error {
	stamp, err := r.stamp()
	if err != nil {
		return err
	}
	out := c.path(c.File)
	it, report, err := document.Change(r.target(out), r.source(c.File), c.ID, at, func(by rules.Rules, it *item.Item, to *item.Place) (*item.Item, error) {
		next, err := change(it.Winner)
		if err != nil || next.Content == it.Winner.Content && next.Deleted == it.Winner.Deleted && to == nil {
			return it, err
		}
		next.Place = to
		return by.Update(it, next, stamp)
	})
	if err != nil {
		return pointed(err, resolveIn(c.File, c.ID))
	}
	r.tell(report)
	return r.madeIn(out, it)
}

// stamp says who makes an update in a document, and when.
func (r *run) stamp() (rules.Stamp, error) {
	if r.flags.Endpoint == "" {
		return rules.Stamp{}, misuse("--endpoint ID is needed: it says who makes the change")
	}
	return rules.Stamp{By: r.flags.Endpoint, When: r.clock().Now()}, nil
}

// madeIn writes an item of a document as it stands after a command has made it,
// unless the document itself is the output.
func (r *run) madeIn(out string, it *item.Item) error {
	if isStdout(out) {
		r.attendTo(it.ID(), len(it.Conflicts), "crossfeed feed resolve FILE --id "+quoted(it.ID()))
		return nil
	}
	r.attendTo(it.ID(), len(it.Conflicts), resolveIn(out, it.ID()))
	return r.made(it)
}

func resolveIn(file, id string) string {
	return "crossfeed feed resolve " + quoted(file) + " --id " + quoted(id)
}

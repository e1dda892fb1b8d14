package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/conflicts"
)

type conflictResolve struct {
	Args []string `arg:"" optional:"" name:"list" help:"Name of the list, and identifier of the item. With --all: names of lists; none is all of them."`
	decisionFlags
	onlyFlag
	batchFlags
	DryRun bool `help:"Show what would be saved, and change nothing."`
}

// Run settles an item, or many.
func (c conflictResolve) Run(r *run) error {
	if err := c.check(); err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		if c.All {
			return c.batch(r, e, c.Args, c.DryRun)
		}
		return c.one(r, e)
	})
}

// check tells whether the flags fit together.
func (c conflictResolve) check() error {
	decided := c.decisionFlags.check(false)
	named := c.Only != nil || c.Keep || c.Take != "" || c.Original || c.Merge || c.Words || c.Both != nil || c.Stay || len(c.Field)+len(c.From) > 0
	switch {
	case c.All && named:
		return misuse("--all settles by a --rule, and by nothing else")
	case c.All:
		return c.batchFlags.check()
	case c.batchFlags.named():
		return misuse("--rule, --prefer and --except go with --all")
	case len(c.Args) != 2:
		return misuse("name a list and an item of it, or --all")
	}
	return decided
}

func (c conflictResolve) item() oneItem { return oneItem{Set: c.Args[0], ID: c.Args[1]} }

// one settles an item.
func (c conflictResolve) one(r *run, e *engine.Engine) error {
	named := c.item()
	s, err := e.Session(r.ctx, named.Set, named.ID)
	if err != nil {
		return err
	}
	if err := c.limit(s); err != nil {
		return err
	}
	if err := c.decide(r, s); err != nil {
		return err
	}
	if c.DryRun {
		return r.wouldSettle(e, s)
	}
	if err := settled(s); err != nil {
		return err
	}
	return r.settle(e, named, s)
}

// settle saves what was decided.
func (r *run) settle(e *engine.Engine, named oneItem, s *conflicts.Session) error {
	offered := s.Outcome().Offered
	it, err := e.Settle(r.ctx, named.Set, s)
	if err == nil && offered > 0 {
		r.attend("%s: %d still offered again: %s", named.ID, offered, commandFor("conflict show", named.Set, named.ID))
	}
	return r.changedItem(e, named.Set, named.ID, it, err)
}

// wouldSettle shows what settling would save.
func (r *run) wouldSettle(e *engine.Engine, s *conflicts.Session) error {
	view, err := r.view(e)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		shape := r.describeSettling(s)
		shape.Result = results(s)
		err = r.json(shape)
	} else {
		err = r.lines(append(append(view.Fields(s), ""), view.Outcome(s)...))
	}
	if err != nil {
		return err
	}
	if n := s.Outcome().Open; n > 0 {
		r.attend("%s: %d would stay open", s.Item().ID(), n)
	}
	return settled(s)
}

package cli

import (
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/settle/session"
	"crossfeed/ui/cli/document"
)

type feedResolve struct {
	File string `arg:"" help:"The feed."`
	ID   string `required:"" placeholder:"ID" help:"Identifier of the item."`
	decisionFlags
	With string `xor:"decision" required:"" placeholder:"ITEM.xml" help:"Take what an RSS item or an Atom entry in a file says."`
	onlyFlag
	Out string `short:"o" placeholder:"OUT" help:"Where the result goes; it may be FILE. Default: standard output."`
}

// Run settles an item of a feed.
func (c feedResolve) Run(r *run) error {
	stamp, err := r.stamp()
	if err != nil {
		return err
	}
	var with *item.Content
	if c.With != "" {
		if with, err = document.Content(r.source(c.With)); err != nil {
			return err
		}
	}
	it, report, err := document.Change(r.target(c.Out), r.source(c.File), c.ID, func(it *item.Item) (*item.Item, error) {
		return c.resolve(r, it, with, stamp)
	})
	if err != nil {
		return err
	}
	r.tell(report)
	return r.madeIn(c.Out, it)
}

// resolve settles an item as was decided, or with another content.
func (c feedResolve) resolve(r *run, it *item.Item, with *item.Content, stamp feedsync.Stamp) (*item.Item, error) {
	s, err := session.New(it, stamp.By, session.About{})
	if err != nil {
		return nil, err
	}
	if err := c.limit(s); err != nil {
		return nil, err
	}
	if err := c.decide(r, s); err != nil {
		return nil, err
	}
	result, err := s.Decision(stamp.When)
	if err != nil {
		return nil, err
	}
	if with != nil {
		result.Content, result.Deleted = with, false
	}
	return feedsync.Resolve(it, feedsync.Change{Content: result.Content, Deleted: result.Deleted}, result.Taken, stamp)
}

package cli

import (
	"slices"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/rules"
	"crossfeed/ui/cli/document"
)

type feedResolve struct {
	File string `arg:"" help:"The feed."`
	ID   string `required:"" placeholder:"ID" help:"Identifier of the item."`
	decisionFlags
	With string `placeholder:"ITEM.xml" help:"Take what an RSS item, an Atom entry or an outline in a file says."`
	onlyFlag
	Out string `short:"o" placeholder:"OUT" help:"Where the result goes; it may be FILE. Default: standard output."`
}

// Run settles an item of a feed.
func (c feedResolve) Run(r *run) error {
	if err := c.check(c.With != ""); err != nil {
		return err
	}
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
	it, report, err := document.Change(r.target(c.Out), r.source(c.File), c.ID, document.Position{}, func(by rules.Rules, it *item.Item, _ *item.Place) (*item.Item, error) {
		return c.resolve(r, by, it, with, stamp)
	})
	if err != nil {
		return err
	}
	r.tell(report)
	return r.madeIn(c.Out, it)
}

// resolve settles an item as was decided, or with another content.
func (c feedResolve) resolve(r *run, by rules.Rules, it *item.Item, with *item.Content, stamp rules.Stamp) (*item.Item, error) {
	s, err := session.New(it, stamp.By, session.About{Base: baseIn(it), Rules: by, Listed: true})
	if err != nil {
		return nil, err
	}
	if err := c.limit(s); err != nil {
		return nil, err
	}
	if with != nil {
		err = s.Take(0) // what is taken into account stays; the content is another
	} else if err = c.decide(r, s); err == nil {
		err = settled(s)
	}
	if err != nil {
		return nil, err
	}
	result, err := s.Decision(stamp.When)
	if err != nil {
		return nil, err
	}
	if with != nil {
		result.Content, result.Deleted = with, false
	}
	return by.Resolve(it, rules.Change{Content: result.Content, Deleted: result.Deleted, Place: result.Place}, result.Taken, stamp)
}

// baseIn is what the versions of an item started from, as far as the document
// alone tells: it has no archive, but one of the versions may be that which all
// others were made from.
func baseIn(it *item.Item) lineage.Base {
	all := it.Versions()
	later := slices.DeleteFunc(it.Versions(), func(v *item.Version) bool { return inAll(v, all) })
	return lineage.Find(later, all)
}

// inAll tells whether a version is in the history of every other one.
func inAll(v *item.Version, all []*item.Version) bool {
	return !slices.ContainsFunc(all, func(other *item.Version) bool {
		return other != v && !slices.ContainsFunc(other.History, v.Top().Same)
	})
}

package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/ui/window/search"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// searchPages controls the page that searches everything.
type searchPages struct {
	*shell
	searching work.Last
}

// showSearch shows the page that searches all lists, with the text searched for last.
func (c *searchPages) showSearch() {
	c.showPage(c.pages.search())
	c.pages.search().Begin()
}

// searchAll searches all lists for what the person typed.
func (c *searchPages) searchAll() {
	page := c.pages.search()
	q := page.Question()
	work.AskBeside(&c.searching, c.Seam, func(ctx context.Context) (hits []snapshot.Hits, err error) {
		err = c.Engine.View(ctx, func(v engine.View) error {
			hits, err = snapshot.Search(ctx, v, q.Text, q.Trash)
			return err
		})
		return hits, err
	}, func(hits []snapshot.Hits, err error) {
		switch {
		case !shows[*search.Page](c.shell): // it searches again when it is
		case err != nil:
			c.Warn(err)
		default:
			page.Show(q, hits)
		}
	})
}

// showFound searches a list, or the trash, for a text.
func (c *searchPages) showFound(at snapshot.Place, text string) {
	c.choose(at)
	c.searchFor(text)
	c.goHome()
}

// leaveSearch leads back to the page where the person began to search.
func (c *searchPages) leaveSearch() {
	c.searching.Cancel()
	if c.besideResolving() && c.pages.resolve.Return() {
		return
	}
	c.showPage(c.pages.before)
}

// refreshSearch searches again after items have changed.
func (c *searchPages) refreshSearch() {
	if shows[*search.Page](c.shell) {
		c.searchAll()
	}
}

package window

import (
	"context"

	"crossfeed/engine"
	"crossfeed/ui/window/search"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// showSearch shows the page that searches all lists, with the text searched for last.
func (w *Window) showSearch() {
	w.showPage(w.pages.search())
	w.pages.search().Begin()
}

// searchAll searches all lists for what the person typed.
func (w *Window) searchAll() {
	page := w.pages.search()
	q := page.Question()
	work.AskBeside(&w.searching, w.Seam, func(ctx context.Context) (hits []snapshot.Hits, err error) {
		err = w.Engine.View(ctx, func(v engine.View) error {
			hits, err = snapshot.Search(ctx, v, q.Text, q.Trash)
			return err
		})
		return hits, err
	}, func(hits []snapshot.Hits, err error) {
		switch {
		case !shows[*search.Page](w): // it searches again when it is
		case err != nil:
			w.Warn(err)
		default:
			page.Show(q, hits)
		}
	})
}

// showFound searches a list, or the trash, for a text.
func (w *Window) showFound(at snapshot.Place, text string) {
	w.choose(at)
	w.searchFor(text)
	w.goHome()
}

// leaveSearch leads back to the page where the person began to search.
func (w *Window) leaveSearch() {
	w.searching.Cancel()
	if w.besideResolving() && w.pages.resolve.Return() {
		return
	}
	w.showPage(w.pages.before)
}

// refreshSearch searches again after items have changed.
func (w *Window) refreshSearch() {
	if shows[*search.Page](w) {
		w.searchAll()
	}
}

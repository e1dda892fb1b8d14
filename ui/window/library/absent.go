package library

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// absent is what is not here of the feed that is marked and of those in it, because it is on
// demand or a person removed it. It is counted beside the window.
type absent struct {
	counting work.Last
	// feed is the one that is counted, addresses are those of what is not here of it.
	feed      string
	addresses []string
}

// forget takes back what was counted.
func (a *absent) forget() {
	a.counting.Cancel()
	a.feed, a.addresses = "", nil
}

// count counts anew what is not here below the row that is marked, where that is a feed
// that is here.
func (p *Page) count() {
	r, there := p.marked()
	feed := r.Feed()
	if !there || feed == "" || !isHere(*r.File) || len(p.chosen()) > 1 {
		p.absent.forget()
		return
	}
	switch {
	case feed != p.absent.feed:
		p.absent.forget()
		p.absent.feed = feed
	case p.shown.Running:
		return // it changes many times in a second, and is counted at the end
	}
	key := p.shown.Key
	work.AskBeside(&p.absent.counting, p.seam, func(ctx context.Context) ([]string, error) {
		return absentBelow(ctx, p.source, key, feed)
	}, func(addresses []string, err error) {
		if err != nil {
			return // what cannot be counted is not offered
		}
		p.absent.addresses = addresses
		p.aside.offer()
		p.aside.layOut()
	})
}

// absentBelow are the addresses of what is on demand or removed in a feed that is here, and in
// the feeds in it that are, hidden items too.
func absentBelow(ctx context.Context, s Source, library int64, feed string) (addresses []string, err error) {
	err = walk(ctx, s, library, feed, true, func(_ string, _ engine.ContentPage, rows []Row) {
		addresses = append(addresses, filesOf(rows, isAbsent)...)
	})
	return addresses, err
}

// isAbsent tells whether a file comes only when a person asks for it.
func isAbsent(f engine.ContentEntryFile) bool {
	return f.State == engine.ContentOnDemand || f.State == engine.ContentRemoved
}

// getBelow offers to fetch all that is not here of the feed that is marked. How large it is
// nobody knows before.
func (p *Page) getBelow(r Row) []action {
	n := len(p.absent.addresses)
	if n == 0 || r.Feed() == "" || r.Feed() != p.absent.feed {
		return nil
	}
	return []action{{
		lang.L("Download all that is not here ({{.N}})", say.Data{"N": say.Number(n)}),
		func() { p.events.Get(p.shown.Key, p.absent.addresses...) },
	}}
}

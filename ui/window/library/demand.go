package library

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// demand is what is on demand in the feed that is marked and in those in it, which is
// counted beside the window.
type demand struct {
	counting work.Last
	// feed is the one that is counted, addresses what is on demand in it.
	feed      string
	addresses []string
}

// forget takes back what was counted.
func (d *demand) forget() {
	d.counting.Cancel()
	d.feed, d.addresses = "", nil
}

// count counts anew what is on demand below the row that is marked, where that is a feed
// that is here.
func (p *Page) count() {
	r, there := p.marked()
	feed := r.Feed()
	if !there || feed == "" || !isHere(*r.File) || len(p.chosen()) > 1 {
		p.demand.forget()
		return
	}
	switch {
	case feed != p.demand.feed:
		p.demand.forget()
		p.demand.feed = feed
	case p.shown.Running:
		return // it changes many times in a second, and is counted at the end
	}
	key := p.shown.Key
	work.AskBeside(&p.demand.counting, p.seam, func(ctx context.Context) ([]string, error) {
		return onDemandBelow(ctx, p.source, key, feed)
	}, func(addresses []string, err error) {
		if err != nil {
			return // what cannot be counted is not offered
		}
		p.demand.addresses = addresses
		p.aside.offer()
		p.aside.layOut()
	})
}

// onDemandBelow are the addresses of what is on demand in a feed that is here, and in the
// feeds in it that are, hidden items too.
func onDemandBelow(ctx context.Context, s Source, library int64, feed string) (addresses []string, err error) {
	err = walk(ctx, s, library, feed, true, func(_ string, _ engine.ContentPage, rows []Row) {
		addresses = append(addresses, filesOf(rows, func(f engine.ContentEntryFile) bool { return f.State == engine.ContentOnDemand })...)
	})
	return addresses, err
}

// getBelow offers to fetch all that is on demand in the feed that is marked. How large it is
// nobody knows before.
func (p *Page) getBelow(r Row) []action {
	n := len(p.demand.addresses)
	if n == 0 || r.Feed() == "" || r.Feed() != p.demand.feed {
		return nil
	}
	return []action{{
		lang.L("Download all on demand ({{.N}})", say.Data{"N": say.Number(n)}),
		func() { p.events.Get(p.shown.Key, p.demand.addresses...) },
	}}
}

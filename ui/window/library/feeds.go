package library

import (
	"context"
	"maps"
	"slices"

	"crossfeed/ui/widget"
)

// reading is the state of reading feeds. One read runs at a time. Feeds requested in the
// meantime are read after it.
type reading struct {
	running bool
	asked   map[string]bool
	// turn changes when the result of the running read is no longer needed.
	turn int
}

func (r *reading) forget() {
	r.turn++
	r.running, r.asked = false, map[string]bool{}
}

// reload reads everything that is shown again.
func (p *Page) reload() { p.read(append(slices.Collect(maps.Keys(p.pages)), "")...) }

func (p *Page) read(feeds ...string) {
	for _, f := range feeds {
		p.reading.asked[f] = true
	}
	if p.reading.running || len(p.reading.asked) == 0 {
		return
	}
	asked := slices.Sorted(maps.Keys(p.reading.asked))
	p.reading.running, p.reading.asked = true, map[string]bool{}
	turn, key, hidden := p.reading.turn, p.shown.Key, p.hidden
	p.seam.Aside(func(ctx context.Context) {
		pages, err := readAll(ctx, p.source, key, hidden, asked)
		p.seam.UI(func() {
			if turn == p.reading.turn {
				p.read1(pages, err)
			}
		})
	})
}

// read1 shows what was read, and reads the feeds requested in the meantime.
func (p *Page) read1(pages Pages, err error) {
	p.reading.running = false
	if err != nil {
		p.events.Warn(err)
		return
	}
	maps.Copy(p.pages, pages)
	p.head.show()
	p.fill()
	p.read()
}

func readAll(ctx context.Context, s Source, library int64, hidden bool, feeds []string) (Pages, error) {
	pages := Pages{}
	for _, f := range feeds {
		page, err := s.Content(ctx, library, f, hidden)
		if err != nil {
			return nil, err
		}
		pages[f] = page
	}
	return pages, nil
}

// fill updates the rows: the search results, or the tree.
func (p *Page) fill() {
	if p.finding.active() {
		p.showResults()
		return
	}
	var missing []string
	rows := Rows(p.pages, func(key string) bool { return p.open[key] }, func(feed string) { missing = append(missing, feed) })
	p.put(rows)
	p.hint.SetText(p.emptiness())
	p.read(missing...)
}

// put shows rows. The same rows stay selected.
func (p *Page) put(rows []Row) {
	var chosen []string
	for _, r := range p.chosen() {
		chosen = append(chosen, r.Key)
	}
	p.rows = rows
	at, again := widget.Nothing, []int{}
	for i := range rows {
		if rows[i].Key == p.at {
			at = i
		}
		if slices.Contains(chosen, rows[i].Key) {
			again = append(again, i)
		}
	}
	p.list.SetRows(len(rows), at)
	if len(again) > 1 {
		p.list.Choose(again)
	}
	p.aside.show()
}

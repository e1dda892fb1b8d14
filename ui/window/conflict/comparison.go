package conflict

import (
	"context"
	"maps"
	"slices"
	"sync"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// comparing is the state of the running comparison. A change in the meantime starts another
// comparison after it, so that a person who keeps typing sees an update now and then.
type comparing struct {
	last    work.Last
	running bool
	again   bool
	// begun is set once a comparison of the shown item has started.
	begun bool
}

// stop cancels the comparison.
func (c *comparing) stop() {
	c.last.Cancel()
	c.running, c.again, c.begun = false, false, false
}

// compare compares the versions as they are now, and shows the result.
func (p *Page) compare() {
	if p.shown.Session == nil || p.grid.Shape().Column == 0 {
		return
	}
	if p.work.running {
		p.work.again = true
		return
	}
	p.work.running = true
	m, open := momentOf(p.shown, p.drops, p.speaker), maps.Clone(p.open)
	shape, ruler := p.grid.Shape(), p.grid.Ruler()
	m.known = p.known
	if !p.work.begun && m.large() {
		m.most, p.work.again = firstPage, true
	}
	p.work.begun = true
	work.AskBeside(&p.work.last, p.seam, func(ctx context.Context) (laid, error) {
		l := lay(ctx, m, shape, ruler, open)
		return l, ctx.Err()
	}, p.compared)
}

func (p *Page) compared(l laid, err error) {
	p.work.running = false
	if err == nil {
		p.drawLaid(l)
		if p.stale && !p.work.again {
			p.stale = false
			p.News()
		}
	}
	if p.work.again {
		p.work.again = false
		p.compare()
	}
}

func comparingText() string { return wording.L("comparing", "comparing…") }

// firstPage is the number of lines of a long text that are compared first, so that they appear
// at once.
const firstPage = 200

// large reports whether comparing takes noticeably long.
func (m moment) large() bool {
	const seen = 200_000
	bytes := 0
	for _, f := range m.fields {
		for _, v := range f.Values {
			bytes += len(v)
		}
	}
	return bytes > seen
}

// memory caches how long texts compare, how they are split and how their lines wrap, so that a
// decision does not recompute what it did not change. It is used by several goroutines: a
// cancelled comparison may still run concurrently with the next.
type memory struct {
	mu      sync.Mutex
	all     map[[2]string]aligned
	stretch map[string]cutText
	lines   map[wrapKey]wrappedLine
}

// cutText is the text of a field, and the hunks into which it was last split.
type cutText struct {
	original bool
	base     string
	texts    []string
	cut      []merge.Chunk
}

// wrapKey holds everything that determines how a line wraps. A line of several spans is
// represented by their texts, lengths and marks.
type wrapKey struct {
	text, pieces, sign string
	kind               merge.Kind
	style              grid.Style
	head, width, most  float32
	ruler              *grid.Ruler
}

// wrappedLine is a wrapped line, and the width that its numbers need.
type wrappedLine struct {
	lines  []grid.Line
	needed float32
}

// Comparing texts shorter than worthKeeping is as fast as a look-up. The other constants limit
// the size of the cache.
const (
	worthCaching = 2_000
	mostCached   = 100
	mostWrapped  = 20_000
)

// against compares two texts, or returns the cached comparison.
func (m *memory) against(ctx context.Context, ref, text string) aligned {
	if m == nil || len(ref)+len(text) < worthCaching {
		return against(ctx, ref, text)
	}
	key := [2]string{ref, text}
	if a, there := m.get(key); there {
		return a
	}
	a := against(ctx, ref, text)
	if ctx.Err() == nil {
		m.put(key, a)
	}
	return a
}

func (m *memory) get(key [2]string) (aligned, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, there := m.all[key]
	return a, there
}

func (m *memory) put(key [2]string, a aligned) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil || len(m.all) >= mostCached {
		m.all = map[[2]string]aligned{}
	}
	m.all[key] = a
}

// cutOf returns the hunks of a field's texts, calling cut if they are not cached.
func (m *memory) cutOf(field string, now cutText, cut func() []merge.Chunk) []merge.Chunk {
	if m == nil {
		return cut()
	}
	m.mu.Lock()
	last, there := m.stretch[field]
	m.mu.Unlock()
	if there && last.original == now.original && last.base == now.base && slices.Equal(last.texts, now.texts) {
		return last.cut
	}
	now.cut = cut()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stretch == nil {
		m.stretch = map[string]cutText{}
	}
	m.stretch[field] = now
	return now.cut
}

// wrapped returns a wrapped line, calling wrap if they are not cached.
func (m *memory) wrapped(key wrapKey, wrap func() wrappedLine) wrappedLine {
	if m == nil {
		return wrap()
	}
	m.mu.Lock()
	lines, there := m.lines[key]
	m.mu.Unlock()
	if there {
		return lines
	}
	lines = wrap()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lines == nil || len(m.lines) >= mostWrapped {
		m.lines = map[wrapKey]wrappedLine{}
	}
	m.lines[key] = lines
	return lines
}

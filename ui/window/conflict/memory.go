package conflict

import (
	"context"
	"slices"
	"sync"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// memory stores how long texts compare, how they are cut and how their lines wrap, so
// that a decision does not work out again what it did not change. It is used from
// several goroutines: a comparison that was given up may still run beside the next.
type memory struct {
	mu      sync.Mutex
	all     map[[2]string]aligned
	stretch map[string]cutText
	lines   map[wrapKey][]grid.Line
}

// cutText is a text of a field and the stretches that it was cut into last.
type cutText struct {
	original bool
	base     string
	texts    []string
	cut      []merge.Chunk
}

// wrapKey is all that decides how a line wraps. A line of several pieces is their
// texts, and their lengths and marks.
type wrapKey struct {
	text, pieces, sign string
	kind               merge.Kind
	look               grid.Look
	head, width        float32
	ruler              *grid.Ruler
}

// Texts shorter than this are compared as quickly as they are looked up; of others
// no more are kept than so many.
const (
	worthKeeping = 2_000
	mostKept     = 100
	mostWrapped  = 20_000
)

// against compares two texts, or remembers how they compare.
func (m *memory) against(ctx context.Context, ref, text string) aligned {
	if m == nil || len(ref)+len(text) < worthKeeping {
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
	if m.all == nil || len(m.all) >= mostKept {
		m.all = map[[2]string]aligned{}
	}
	m.all[key] = a
}

// cutOf returns the stretches of a field's texts as cut cuts them.
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

// wrapped returns the rows of a line as wrap wraps it.
func (m *memory) wrapped(key wrapKey, wrap func() []grid.Line) []grid.Line {
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
		m.lines = map[wrapKey][]grid.Line{}
	}
	m.lines[key] = lines
	return lines
}

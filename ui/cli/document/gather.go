package document

import (
	"errors"
	"io"
	"sync"

	"crossfeed/engine/crash"
	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
	"crossfeed/engine/subscribe/intake"
)

// gathering reads the items of a document in a goroutine of its own. What was
// read so far can be asked for at any time.
type gathering struct {
	name  string
	rules rules.Rules

	mu sync.Mutex
	// more is signalled when something was read.
	more   *sync.Cond
	byID   map[string]*arrival
	order  []*arrival
	report Report
	// ended tells that all was read, or what could be before err.
	ended bool
	err   error
	// late tells that an item was changed by a twin after it was given out.
	late bool
}

// arrival is an item that comes in.
type arrival struct {
	intake.Twin
	// line is where it begins.
	line int
	// met tells that there is a local item of its identifier.
	met bool
}

// gather begins to read a document. Entries of one identifier are merged by these
// rules.
func gather(s Source, by rules.Rules) *gathering {
	g := &gathering{name: s.Name, rules: by, byID: map[string]*arrival{}}
	g.more = sync.NewCond(&g.mu)
	go func() {
		err := crash.Guard(func() error { return g.read(s) })
		g.mu.Lock()
		defer g.mu.Unlock()
		g.ended, g.err = true, err
		g.more.Broadcast()
	}()
	return g
}

// batch is the number of entries that are handed over at a time: a handover
// costs about as much as reading an entry.
const batch = 64

func (g *gathering) read(s Source) error {
	f, err := s.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	in := feed.NewReader(f, s.Name)
	var entries []*feed.Entry
	for {
		e, err := in.Next()
		if err == nil {
			entries = append(entries, e)
		}
		if err != nil || len(entries) == batch {
			g.add(entries)
			entries = entries[:0]
		}
		if errors.Is(err, io.EOF) {
			g.report.add(s.Name, in.Document().Problems...)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (g *gathering) add(entries []*feed.Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range entries {
		g.report.add(g.name, e.Problems...)
		if e.Item != nil {
			g.addItem(e)
		}
	}
	g.more.Broadcast()
}

// addItem takes in an item. Two entries with one identifier are merged with each
// other.
func (g *gathering) addItem(e *feed.Entry) {
	first := g.byID[e.Item.ID()]
	if first == nil {
		a := &arrival{Twin: intake.Twin{Item: e.Item, Rules: g.rules}, line: e.Line}
		g.byID[e.Item.ID()] = a
		g.order = append(g.order, a)
		return
	}
	_, found, ok := first.Meet(e.Line, e.Item)
	g.report.add(g.name, found...)
	g.late = g.late || ok && first.met
}

// find gives the item of an identifier, or nil. It waits until the item was
// read, or all was.
func (g *gathering) find(id string) (*arrival, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.byID[id] == nil && !g.ended {
		g.more.Wait()
	}
	a := g.byID[id]
	if a == nil {
		return nil, g.err
	}
	a.met = true
	now := *a
	return &now, nil
}

// unmet lists the items that were never asked for, once all was read. It is
// errAgain when one was given out that was not yet whole.
func (g *gathering) unmet() ([]*arrival, error) {
	if err := g.end(); err != nil {
		return nil, err
	}
	if g.late {
		g.late = false
		return nil, errAgain
	}
	var all []*arrival
	for _, a := range g.order {
		if !a.met {
			all = append(all, a)
		}
	}
	return all, nil
}

// end waits until all was read, and tells why that failed.
func (g *gathering) end() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.ended {
		g.more.Wait()
	}
	return g.err
}

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

// gathering reads the items of a document in its own goroutine. Items read so far can be
// looked up at any time.
type gathering struct {
	name  string
	rules rules.Rules

	mu sync.Mutex
	// more is signaled when something has been read.
	more   *sync.Cond
	byID   map[string]*arrival
	order  []*arrival
	report Report
	// ended is set when everything has been read, or reading failed with err.
	ended bool
	err   error
	// late is set if a later entry with the same identifier changed an item that find had
	// already returned.
	late bool
}

// arrival is an incoming item.
type arrival struct {
	intake.EntryMerger
	// line is where it begins.
	line int
	// met is set if there is a local item with the same identifier.
	met bool
}

// gather starts to read a document. Entries with the same identifier are merged by the rules.
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

// batch is the number of entries handed over at a time: a handover costs about as much as
// reading an entry.
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

// addItem adds an item, or merges it with an earlier one with the same identifier.
func (g *gathering) addItem(e *feed.Entry) {
	first := g.byID[e.Item.ID()]
	if first == nil {
		a := &arrival{EntryMerger: intake.EntryMerger{Item: e.Item, Rules: g.rules}, line: e.Line}
		g.byID[e.Item.ID()] = a
		g.order = append(g.order, a)
		return
	}
	_, found, ok := first.Add(e.Line, e.Item)
	g.report.add(g.name, found...)
	g.late = g.late || ok && first.met
}

// find returns the item with an identifier, or nil. It waits until the item, or the whole
// document, has been read.
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

// unmet waits until everything has been read and returns the items that were never looked up.
// It returns errAgain if find returned an item that changed afterwards.
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

// end waits until reading has ended, and returns its error.
func (g *gathering) end() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.ended {
		g.more.Wait()
	}
	return g.err
}

package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// strangers are endpoints that share an outline with a program that does not know positions.
type strangers struct {
	*mesh
	files *transporttest.Memory
}

func newStrangers(t *testing.T, r *rapid.T) *strangers {
	m := &strangers{&mesh{T: r, written: map[string][]string{}, rules: sse091.Rules{}}, &transporttest.Memory{}}
	m.files.Folder("/shared")
	for i := range rapid.IntRange(2, 3).Draw(r, "endpoints") {
		c := newClock()
		c.step(time.Duration(rapid.IntRange(-3, 3).Draw(r, "clock")) * time.Minute)
		d := newDesk(t, r, fmt.Sprintf("e%d", i), memory.New(), m.files, c)
		d.shareAs(lists.New{Name: "Groceries", Kind: "outline"}, "/shared")
		m.desks = append(m.desks, d)
	}
	return m
}

// spot draws a visible position of a desk: its parent, and the outline before it.
func (m *strangers) spot(d *desk) (parent, after string) {
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	parents, children := []string{""}, []string{""}
	for _, row := range rows {
		if !row.Deleted {
			parents = append(parents, row.ID)
		}
	}
	parent = rapid.SampledFrom(parents).Draw(m.T, "parent")
	for _, row := range rows {
		if row.Place.Parent == parent && !row.Deleted {
			children = append(children, row.ID)
		}
	}
	return parent, rapid.SampledFrom(children).Draw(m.T, "after")
}

// plant adds an outline; identifiers are not in the order of creation.
func (m *strangers) plant() {
	id := fmt.Sprintf("%c%d", 'a'+rapid.IntRange(0, 5).Draw(m.T, "letter"), len(m.ids))
	m.ids = append(m.ids, id)
	d := m.desk()
	d.clock.step(time.Minute)
	parent, after := m.spot(d)
	_, err := d.Edit.Add(d.t.Context(), "Groceries", record.Values{"title": m.title(id)}, edit.AddOptions{ID: id, Parent: parent, After: after})
	d.check(err)
}

func (m *strangers) move() {
	d, it := m.held()
	if it == nil || it.Winner.Deleted || d.isOpen(it.ID()) {
		return
	}
	d.clock.step(time.Minute)
	parent, after := m.spot(d)
	if err := d.Edit.Place(d.t.Context(), "Groceries", []string{it.ID()}, parent, after); !errors.Is(err, edit.ErrInside) {
		d.check(err)
	}
}

// edit changes an item, or resolves it if it is open.
func (m *strangers) edit() {
	d, it := m.held()
	switch {
	case it == nil:
	case d.isOpen(it.ID()):
		d.clock.step(time.Minute)
		s, err := d.Conflicts.Session(d.t.Context(), "Groceries", it.ID())
		d.check(err)
		m.choose(s)
		if _, err = d.Conflicts.Resolve(d.t.Context(), "Groceries", s); !errors.Is(err, edit.ErrInside) {
			d.check(err)
		}
	default:
		d.edit(it.ID(), m.title(it.ID()))
	}
}

// write makes the program write to a desk's feed: it may move outlines, and drops everything
// that it does not know.
func (m *strangers) write() {
	d := m.desk()
	d.sync()
	doc, err := feed.ReadOutlines(strings.NewReader(m.files.All()["/shared/Groceries."+d.Device.ID()+".opml"]), "published")
	d.check(err)
	rows := arrangedRows(doc.Entries())
	for range rapid.IntRange(0, 2).Draw(m.T, "moves") {
		m.carry(d, rows)
	}
	var b strings.Builder
	d.check(doc.Write(&b, rows))
	text := b.String()
	if !rapid.Bool().Draw(m.T, "keeps what it does not know") {
		text = ours.ReplaceAllString(text, "")
	}
	m.files.Put("/shared/Groceries.foreign.opml", text)
}

// arrangedRows returns the rows of a document in their current order.
func arrangedRows(entries []*feed.Entry) []feed.Arranged {
	depths := map[int]int{}
	var rows []feed.Arranged
	for _, e := range entries {
		depth := 0
		if e.Outline.Parent > 0 {
			depth = depths[e.Outline.Parent] + 1
		}
		depths[e.Outline.Number] = depth
		rows = append(rows, feed.Arranged{Item: e.Item, Depth: depth})
	}
	return rows
}

// carry moves a childless outline before the previous one, or into it, by an update without a
// position.
func (m *strangers) carry(d *desk, rows []feed.Arranged) {
	if len(rows) < 2 {
		return
	}
	i := rapid.IntRange(1, len(rows)-1).Draw(m.T, "row")
	holdsNothing := i+1 == len(rows) || rows[i+1].Depth <= rows[i].Depth
	if rows[i].Depth != rows[i-1].Depth || !holdsNothing || len(rows[i].Item.Conflicts) > 0 {
		return
	}
	d.clock.step(time.Minute)
	was := rows[i].Item.Winner
	next, err := sse091.Update(rows[i].Item, rules.Change{Deleted: was.Deleted, Place: &was.Place}, rules.Stamp{By: "foreign", When: d.clock.Now()})
	d.check(err)
	rows[i].Item = next
	if rapid.Bool().Draw(m.T, "into") {
		rows[i].Depth++
	} else {
		rows[i-1], rows[i] = rows[i], rows[i-1]
	}
}

func TestWhateverAProgramWithoutPlacesWritesEveryoneEndsWithTheSameOutline(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newStrangers(t, r)
		r.Repeat(map[string]func(*rapid.T){
			"plant":             func(*rapid.T) { m.plant() },
			"plant again":       func(*rapid.T) { m.plant() },
			"move":              func(*rapid.T) { m.move() },
			"edit":              func(*rapid.T) { m.edit() },
			"delete or restore": func(*rapid.T) { m.deleteOrRestore() },
			"edit again":        func(*rapid.T) { m.edit() },
			"write":             func(*rapid.T) { m.write() },
			"write again":       func(*rapid.T) { m.write() },
			"sync":              func(*rapid.T) { m.sync() },
		})
		m.quiet()
		g := &growers{resolvers: &resolvers{mesh: m.mesh}, ordered: true}
		g.sameTrees()
		for _, id := range m.ids {
			m.agree(id)
			m.checkArchived(id)
		}
		replaced := m.files.Replaced()
		for _, d := range m.desks {
			d.sync()
		}
		if n := m.files.Replaced(); n != replaced {
			m.Errorf("%d feeds were written again", n-replaced)
		}
	})
}

package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// mesh is a group of endpoints that share a list through one folder.
type mesh struct {
	*rapid.T
	desks []*desk
	// written are all titles ever given to an item, by item.
	written map[string][]string
	ids     []string
	// rules are the merge rules of the list.
	rules rules.Rules
}

func newMesh(t *testing.T, r *rapid.T) *mesh {
	return newMeshOf(t, r, rapid.IntRange(2, 4).Draw(r, "endpoints"))
}

// newMeshOf returns a mesh with a list of FeedSync; each endpoint writes it in a different
// format.
func newMeshOf(t *testing.T, r *rapid.T, endpoints int) *mesh {
	return newMeshWith(t, r, endpoints, func() lists.New {
		return lists.New{
			Format:  rapid.SampledFrom([]item.Format{item.RSS, item.Atom}).Draw(r, "format"),
			Dialect: rapid.SampledFrom([]item.Dialect{item.FeedSync10, item.SSE093}).Draw(r, "dialect"),
		}
	})
}

func newMeshWith(t *testing.T, r *rapid.T, endpoints int, list func() lists.New) *mesh {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	return newMeshOn(r, endpoints, "/shared", list, func(endpoint string, c *clock) *desk {
		return newDesk(t, r, endpoint, memory.New(), files, c)
	})
}

// newMeshOn shares a list in a folder.
func newMeshOn(r *rapid.T, endpoints int, folder string, list func() lists.New, open func(endpoint string, c *clock) *desk) *mesh {
	m := &mesh{T: r, written: map[string][]string{}, rules: feedsync.Rules{}}
	for i := range endpoints {
		c := newClock()
		// Wrong clocks must not matter.
		c.step(time.Duration(rapid.IntRange(-3, 3).Draw(r, "clock")) * time.Minute)
		d := open(fmt.Sprintf("e%d", i), c)
		n := list()
		n.Name = "Groceries"
		d.large = true
		d.shareAs(n, folder)
		m.desks = append(m.desks, d)
	}
	return m
}

// desk draws an endpoint.
func (m *mesh) desk() *desk { return rapid.SampledFrom(m.desks).Draw(m.T, "endpoint") }

// title returns a new unique title, and records it.
func (m *mesh) title(id string) string {
	end := rapid.SampledFrom([]string{"", " <b>&amp;", "]]>", " é́\u00a0", "\n", "\r\n\t ", "\u202e"}).Draw(m.T, "end")
	title := fmt.Sprintf("%s-%d%s", id, len(m.written[id]), end)
	m.written[id] = append(m.written[id], title)
	return title
}

// held draws an endpoint and one of its items, if it has any.
func (m *mesh) held() (*desk, *item.Item) {
	d := m.desk()
	if len(m.ids) == 0 {
		return d, nil
	}
	it, err := d.Lists.Item(d.t.Context(), "Groceries", rapid.SampledFrom(m.ids).Draw(m.T, "item"))
	if err != nil {
		return d, nil
	}
	return d, it
}

func (m *mesh) add() {
	id := fmt.Sprintf("i%d", len(m.ids))
	m.ids = append(m.ids, id)
	d := m.desk()
	d.clock.step(time.Minute)
	alone := rapid.IntRange(0, 4).Draw(m.T, "noconflicts") == 0 && m.rules == rules.Rules(feedsync.Rules{})
	_, err := d.Edit.Add(d.t.Context(), "Groceries", record.Values{"title": m.title(id)}, edit.AddOptions{ID: id, NoConflicts: alone})
	d.check(err)
}

// edit changes an item, or resolves it if the rules require that.
func (m *mesh) edit() {
	d, it := m.held()
	switch {
	case it == nil:
	case m.bound(d, it):
		m.resolve(d, it)
	default:
		d.edit(it.ID(), m.title(it.ID()))
	}
}

// bound reports whether an endpoint may only be allowed to resolve an item.
func (m *mesh) bound(d *desk, it *item.Item) bool {
	return len(m.rules.Bound(it, d.Device.ID())) > 0 && d.isOpen(it.ID())
}

// isOpen reports whether a person is asked about an item.
func (d *desk) isOpen(id string) bool {
	d.Helper()
	row, err := d.Lists.Row(d.t.Context(), "Groceries", id)
	d.check(err)
	return row.Conflicted()
}

func (m *mesh) deleteOrRestore() {
	d, it := m.held()
	if it == nil || m.bound(d, it) {
		return
	}
	d.clock.step(time.Minute)
	work := d.Edit.Delete
	if it.Winner.Deleted {
		work = d.Edit.Restore
	}
	_, err := work(d.t.Context(), "Groceries", it.ID())
	d.check(err)
}

func (m *mesh) resolveAny() {
	if d, it := m.held(); it != nil && d.isOpen(it.ID()) {
		m.resolve(d, it)
	}
}

// resolve gives an item a new title that includes some of its conflicts, among them those of
// the endpoint itself.
func (m *mesh) resolve(d *desk, it *item.Item) {
	d.clock.step(time.Minute)
	s, err := d.Conflicts.Session(d.t.Context(), "Groceries", it.ID())
	d.check(err)
	for _, c := range s.Candidates() {
		if !c.Locked {
			d.check(s.Tick(c.Number, rapid.Bool().Draw(m.T, "taken")))
		}
	}
	m.choose(s)
	said := len(m.written[it.ID()])
	d.check(s.Type("title", m.title(it.ID())))
	m.chooseRest(s)
	m.save(d, s, said)
}

// save saves a resolution. A position chosen earlier may be inside the item itself by now:
// then nothing is saved, and the record of titles is cut back to its first said entries.
func (m *mesh) save(d *desk, s *conflicts.Session, said int) {
	_, err := d.Conflicts.Resolve(d.t.Context(), "Groceries", s)
	if errors.Is(err, edit.ErrInside) {
		id := s.Item().ID()
		m.written[id] = m.written[id][:said]
		return
	}
	d.check(err)
}

// chooseRest resolves what is opened by typing a title for an item that was to be deleted: its
// position.
func (m *mesh) chooseRest(s *conflicts.Session) {
	for len(s.Open()) > 0 {
		c := rapid.SampledFrom(s.Candidates()).Draw(m.T, "version")
		switch field := s.Open()[0]; {
		case c.Version.Deleted:
		case field == "":
			check(m.T, s.Take(c.Number))
		default:
			check(m.T, s.TakeField(field, c.Number))
		}
	}
}

// choose resolves what the suggestion leaves open: by a whole version, or field by field.
func (m *mesh) choose(s *conflicts.Session) {
	for len(s.Open()) > 0 {
		c := rapid.SampledFrom(s.Candidates()).Draw(m.T, "version")
		field := s.Open()[0]
		if field == "" || c.Version.Deleted {
			check(m.T, s.Take(c.Number))
			continue
		}
		check(m.T, s.TakeField(field, c.Number))
	}
}

func check(t tester, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (m *mesh) sync() { m.desk().sync() }

// quiet syncs everyone until nobody receives anything. In the first round, some are read
// before they have published.
func (m *mesh) quiet() {
	for round := range 3 * len(m.desks) {
		came := 0
		for _, d := range m.desks {
			for _, r := range d.sync() {
				came += brought(r) + r.Held
			}
		}
		if came == 0 && round > 0 {
			return
		}
	}
	m.Fatal("the endpoints never come to rest")
}

func TestEveryoneEndsWithTheSameStateAndNothingIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newMesh(t, r)
		r.Repeat(map[string]func(*rapid.T){
			"add":               func(*rapid.T) { m.add() },
			"edit":              func(*rapid.T) { m.edit() },
			"edit again":        func(*rapid.T) { m.edit() },
			"delete or restore": func(*rapid.T) { m.deleteOrRestore() },
			"settle":            func(*rapid.T) { m.resolveAny() },
			"sync":              func(*rapid.T) { m.sync() },
			"sync again":        func(*rapid.T) { m.sync() },
		})
		m.quiet()
		for _, id := range m.ids {
			m.agree(id)
			m.checkArchived(id)
		}
	})
}

// agree checks that everyone holds the same winner and the same conflicts.
func (m *mesh) agree(id string) {
	first := m.desks[0].item(id)
	for _, d := range m.desks[1:] {
		it := d.item(id)
		if !it.Winner.Same(first.Winner) || !sameVersions(it.Conflicts, first.Conflicts) {
			m.Errorf("item %s: %s holds %s, %s holds %s", id, m.desks[0].Device.ID(), describe(first), d.Device.ID(), describe(it))
		}
	}
}

func sameVersions(a, b []*item.Version) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(v *item.Version) bool { return !slices.ContainsFunc(b, v.Same) })
}

func describe(it *item.Item) (s []string) {
	for _, v := range it.Versions() {
		s = append(s, fmt.Sprintf("%s %v", v.Title(), historyOf(v)))
	}
	return s
}

// checkArchived checks that every title ever given is in some archive.
func (m *mesh) checkArchived(id string) {
	var kept []string
	for _, d := range m.desks {
		kept = append(kept, d.archive(id)...)
	}
	for _, title := range m.written[id] {
		if !slices.Contains(kept, title) {
			m.Errorf("%s was lost", title)
		}
	}
}

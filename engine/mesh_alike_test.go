package engine_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/seeds"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// By hand: -args -alike.seeds 3000 -alike.first 100000, and the same for the other kinds. A seed
// that failed is stored in testdata/alike, or testdata/alike-todos for todos and so on, and
// tried first from then on.
var (
	alikeSeeds        = seeds.New("alike", "endpoints that edit and resolve alike")
	alikeTodoSeeds    = seeds.New("alike-todos", "endpoints that edit and resolve todos alike")
	alikeContactSeeds = seeds.New("alike-contacts", "endpoints that edit and resolve contacts alike")
	alikeOutlineSeeds = seeds.New("alike-outlines", "endpoints that edit, move and resolve outlines alike")
)

// Two to six endpoints, in either dialect, make few different edits of the same items, resolve
// in every way, undo and restore. Whoever has received two versions of which neither includes
// the other is asked where they differ, and nobody is asked where they are equal. When people
// stop, so do the updates, and nothing is lost.
func TestEveryRealDifferenceIsAskedAboutAndNothingElse(t *testing.T) {
	alikeSeeds.Try(t, testsize.Of[uint64](8, 150), func(t *testing.T, seed uint64) { newAlike(t, alikeNotes, seed).run() })
}

// The same with todos, which have units and sets.
func TestEveryRealDifferenceOfTodosIsAskedAboutAndNothingElse(t *testing.T) {
	alikeTodoSeeds.Try(t, testsize.Of[uint64](6, 100), func(t *testing.T, seed uint64) { newAlike(t, alikeTodos, seed).run() })
}

// The same with contacts, which have sets with labels.
func TestEveryRealDifferenceOfContactsIsAskedAboutAndNothingElse(t *testing.T) {
	alikeContactSeeds.Try(t, testsize.Of[uint64](6, 100), func(t *testing.T, seed uint64) { newAlike(t, alikeContacts, seed).run() })
}

// The same with outlines, which have a position.
func TestEveryRealDifferenceOfOutlinesIsAskedAboutAndNothingElse(t *testing.T) {
	alikeOutlineSeeds.Try(t, testsize.Of[uint64](6, 100), func(t *testing.T, seed uint64) { newAlike(t, alikeOutlines, seed).run() })
}

// alike is a group of endpoints with a model of their versions: the content of each, and what
// its author included in it.
type alike struct {
	*testing.T
	*rand.Rand
	kind  alikeKind
	desks []*alikeDesk
	// versions are all updates of an item ever made.
	versions map[string]map[string]*alikeVersion
	straight bool
	log      []string
}

// alikeDesk is an endpoint with what it has received and what its feed contains, by item.
type alikeDesk struct {
	*desk
	received, published map[string]map[string]bool
}

type alikeVersion struct {
	content string
	// parts are its content, unless it is deleted.
	parts []alikePart
	// merged reports whether it is the merge of several originals.
	merged bool
	// past are all updates that it includes.
	past map[string]bool
}

// alikeItems are the items. The last one does not preserve losing versions, if the dialect
// supports that.
var alikeItems = []string{"eggs", "milk", "alone"}

func newAlike(t *testing.T, kind alikeKind, seed uint64) *alike {
	m := &alike{T: t, Rand: rand.New(rand.NewPCG(seed, 6)), kind: kind, versions: map[string]map[string]*alikeVersion{}}
	files := &transporttest.Memory{}
	files.Folder("/shared")
	m.straight = kind.places != nil || m.IntN(2) == 0 // only SSE 0.91 has positions
	list := lists.New{Name: "Groceries", Kind: string(kind.kind), Format: "rss", Dialect: "feedsync-1.0"}
	if m.straight {
		list.Dialect = "sse-0.91"
	}
	if kind.places != nil {
		list.Format = "opml"
	}
	if kind.places != nil {
		m.plant(list, files)
	}
	for i := range 2 + m.IntN(5) {
		c := newClock()
		c.step(time.Duration(m.IntN(7)-3) * time.Minute)
		d := &alikeDesk{newDesk(t, t, fmt.Sprintf("e%d", i), memory.New(), files, c), map[string]map[string]bool{}, map[string]map[string]bool{}}
		d.shareAs(list, "/shared")
		if kind.places != nil {
			d.sync()
		}
		m.desks = append(m.desks, d)
	}
	for _, id := range alikeItems {
		m.versions[id] = map[string]*alikeVersion{}
		for _, d := range m.desks {
			d.received[id], d.published[id] = map[string]bool{}, map[string]bool{}
		}
		d := m.desk()
		d.clock.step(time.Minute)
		o := edit.AddOptions{ID: id, NoConflicts: id == "alone" && !m.straight}
		if kind.places != nil {
			o.Parent = id + kind.places[0]
		}
		_, err := d.Edit.Add(t.Context(), "Groceries", kind.first, o)
		check(t, err)
		m.observe(d, id, nil, nil)
	}
	m.quiet()
	return m
}

// plant publishes the parents that items are moved into, from an endpoint that does nothing
// else: nobody undoes them.
func (m *alike) plant(list lists.New, files *transporttest.Memory) {
	d := newDesk(m.T, m.T, "planter", memory.New(), files, newClock())
	d.shareAs(list, "/shared")
	for _, id := range alikeItems {
		for _, place := range m.kind.places {
			d.add(id+place, "folder")
		}
	}
	_, err := d.Sharing.Publish(m.Context(), "Groceries")
	check(m, err)
}

func (m *alike) desk() *alikeDesk { return m.desks[m.IntN(len(m.desks))] }

func (m *alike) run() {
	for range 10 + m.IntN(40) {
		m.step()
		if m.Failed() {
			m.Log(strings.Join(m.log, "\n"))
			return
		}
	}
	m.quiet()
	for range m.IntN(3) {
		m.all((*alike).resolve)
		m.quiet()
	}
	if m.IntN(2) == 0 {
		m.ends(m.accept, false)
	}
	m.ends(m.keepCurrent, true)
	m.lostNone()
	if m.Failed() {
		m.Log(strings.Join(m.log, "\n"))
	}
}

// step makes one endpoint do something, and checks who is asked.
func (m *alike) step() {
	d, id := m.desk(), alikeItems[m.IntN(len(alikeItems))]
	d.clock.step(time.Minute)
	switch n := m.IntN(20); {
	case n < 5:
		m.edit(d, id)
	case n < 10:
		m.resolve(d, id)
	case n < 14:
		m.sync(d)
	case n < 15:
		m.publish(d)
	case n < 16:
		m.turn(d, "undo", undo)
	case n < 17:
		m.turn(d, "redo", redo)
	case n < 18:
		m.restore(d, id)
	default:
		m.deleteOrRestore(d, id)
	}
	m.asked()
}

func (m *alike) note(d *alikeDesk, format string, args ...any) {
	m.log = append(m.log, d.Device.ID()+" "+fmt.Sprintf(format, args...))
}

// edit makes one of few edits, so that several endpoints make the same. If the endpoint's own
// version is open, it can only resolve.
func (m *alike) edit(d *alikeDesk, id string) {
	before := d.item(id)
	if before.Winner.Deleted {
		return
	}
	if m.kind.places != nil && m.IntN(2) == 0 {
		parent := id + m.kind.places[m.IntN(len(m.kind.places))]
		m.note(d, "moves %s into %s", id, parent)
		m.plain(d, id, func() error { return d.Edit.Place(d.t.Context(), "Groceries", []string{id}, parent, "") })
		return
	}
	for _, v := range m.kind.edit(m, record.Read(before.Winner.Content).Get) {
		m.note(d, "edits %s: %q", id, v)
		m.plain(d, id, func() error {
			_, err := d.Edit.Change(d.t.Context(), "Groceries", id, v, nil)
			return err
		})
	}
}

func (m *alike) deleteOrRestore(d *alikeDesk, id string) {
	m.plain(d, id, func() error {
		work := d.Edit.Delete
		if d.item(id).Winner.Deleted {
			work = d.Edit.Restore
		}
		m.note(d, "deletes or restores %s", id)
		_, err := work(d.t.Context(), "Groceries", id)
		return err
	})
}

// restore restores an older version of an item.
func (m *alike) restore(d *alikeDesk, id string) {
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	check(m, err)
	v := all[m.IntN(len(all))].Version
	m.note(d, "restores %s of %s", v.Top(), id)
	m.plain(d, id, func() error {
		_, err := d.Edit.RestoreVersion(d.t.Context(), "Groceries", id, store.Identity(v))
		return err
	})
}

// plain makes an edit that resolves no conflict: it includes nothing that differs.
func (m *alike) plain(d *alikeDesk, id string, do func() error) {
	before := d.item(id)
	err := do()
	if err != nil && edit.IsRefusal(err) {
		if !d.isOpen(id) {
			m.Errorf("%s cannot edit %s, and is not asked about it", d.Device.ID(), id)
		}
		m.note(d, "is refused")
		return
	}
	check(m, err)
	original := m.original(id, before.Versions())
	m.observe(d, id, before, func(v *item.Version) bool {
		says := m.of(id, v).content
		own := v.Top().By == d.Device.ID()
		return says == m.of(id, before.Winner).content || original.is(m.of(id, v)) ||
			own && slices.ContainsFunc(before.Conflicts, func(o *item.Version) bool { return o != v && m.of(id, o).content == says })
	})
}

// resolve resolves an item in a random way, if the endpoint is asked about it.
func (m *alike) resolve(d *alikeDesk, id string) {
	if !d.isOpen(id) {
		return
	}
	before, s := d.item(id), m.begin(d, id)
	if m.IntN(3) == 0 {
		for _, c := range s.Candidates() {
			if !c.Locked {
				check(m, s.Tick(c.Number, m.IntN(2) == 0))
			}
		}
	}
	switch m.IntN(4) {
	case 0:
		check(m, s.Take(0))
	case 1:
		check(m, s.Take(m.IntN(len(s.Candidates()))))
	case 2:
		check(m, s.Type(m.kind.title, string(rune('a'+m.IntN(3)))))
	}
	for len(s.Open()) > 0 {
		c, field := s.Candidates()[m.IntN(len(s.Candidates()))], s.Open()[0]
		if field == "" || c.Version.Deleted {
			check(m, s.Take(c.Number))
		} else {
			check(m, s.TakeField(field, c.Number))
		}
	}
	left := map[string]bool{}
	for _, c := range s.Candidates() {
		for _, v := range append(c.Equal, c.Version) {
			left[v.Top().String()] = !c.Taken && v.Top().By != d.Device.ID()
		}
	}
	m.note(d, "resolves %s", id)
	d.save(s)
	m.observe(d, id, before, func(v *item.Version) bool { return !left[v.Top().String()] })
}

// turn undoes or redoes the last edit. If that is refused, nothing must change.
func (m *alike) turn(d *alikeDesk, what string, turn func(*desk) error) {
	before := map[string]*item.Item{}
	for _, id := range alikeItems {
		before[id], _ = d.Lists.Item(d.t.Context(), "Groceries", id)
	}
	err := turn(d.desk)
	if err != nil && !errors.Is(err, edit.ErrNothingToUndo) && !edit.IsRefusal(err) {
		m.Fatal(err)
	}
	m.note(d, "%s: %v", what, err)
	for id, was := range before {
		now, _ := d.Lists.Item(d.t.Context(), "Groceries", id)
		if was == nil {
			continue
		}
		if now == nil {
			m.gone(d, id, nil)
			continue
		}
		if known := m.versions[id][now.Winner.Top().String()]; known != nil && !now.Winner.Same(was.Winner) && what == "undo" {
			m.gone(d, id, now)
		}
		m.observe(d, id, was, nil)
	}
}

// gone records that an endpoint exactly undid its change of an item: nobody may have received
// that.
func (m *alike) gone(d *alikeDesk, id string, now *item.Item) {
	for name, v := range m.versions[id] {
		own := strings.HasSuffix(name, "@"+d.Device.ID()) && d.received[id][name]
		if !own || now != nil && !v.past[now.Winner.Top().String()] {
			continue
		}
		if d.published[id][name] {
			m.Errorf("%s took back %s of %s, which it had published", d.Device.ID(), name, id)
		}
		delete(d.received[id], name)
	}
}

// observe records what an endpoint holds of an item after it did something. Only versions that
// may be included disappear from the conflicts.
func (m *alike) observe(d *alikeDesk, id string, before *item.Item, may func(*item.Version) bool) {
	now := d.item(id)
	name := now.Winner.Top().String()
	if known := m.versions[id][name]; known == nil {
		m.versions[id][name] = m.made(id, before, now, may)
	} else if says := m.kind.version(now.Winner).content; known.content != says {
		m.Errorf("%s of %s says %q and %q", name, id, known.content, says)
	}
	for _, v := range now.Versions() {
		d.received[id][v.Top().String()] = true
	}
}

// made returns a new update with everything that it includes: the previous winner, and the
// conflicts that are no longer listed.
func (m *alike) made(id string, before, now *item.Item, may func(*item.Version) bool) *alikeVersion {
	v := m.kind.version(now.Winner)
	if before == nil {
		return v
	}
	for n, from := range before.Versions() {
		if n > 0 && slices.ContainsFunc(now.Conflicts, from.Same) {
			continue
		}
		if n > 0 && may != nil && !may(from) {
			m.Errorf("%s of %s includes %s, which nobody decided about", now.Winner.Top(), id, from.Top())
		}
		v.past[from.Top().String()] = true
		for p := range m.of(id, from).past {
			v.past[p] = true
		}
	}
	return v
}

func (m *alike) of(id string, v *item.Version) *alikeVersion {
	m.Helper()
	known := m.versions[id][v.Top().String()]
	if known == nil {
		m.Fatalf("nobody made %s of %s", v.Top(), id)
	}
	return known
}

func (m *alike) sync(d *alikeDesk) (news int) {
	m.note(d, "syncs")
	for _, r := range d.sync() {
		news += brought(r)
	}
	for _, id := range alikeItems {
		for _, other := range m.desks {
			for name := range other.published[id] {
				d.received[id][name] = true
			}
		}
	}
	m.recordFeed(d)
	return news
}

func (m *alike) publish(d *alikeDesk) {
	m.note(d, "publishes")
	_, err := d.Sharing.Publish(d.t.Context(), "Groceries")
	check(m, err)
	m.recordFeed(d)
}

// recordFeed records the content of an endpoint's feed.
func (m *alike) recordFeed(d *alikeDesk) {
	for _, id := range alikeItems {
		if it, err := d.Lists.Item(d.t.Context(), "Groceries", id); err == nil {
			for _, v := range it.Versions() {
				name := v.Top().String()
				m.of(id, v)
				d.published[id][name], d.received[id][name] = true, true
			}
		}
	}
}

// newest returns the updates among those received that no other one of them includes.
func (m *alike) newest(id string, received map[string]bool) (all []string) {
	for name := range received {
		included := false
		for other := range received {
			included = included || m.versions[id][other].past[name]
		}
		if !included {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// original returns the common ancestor of these versions, or nil if it is unknown or something
// in it is open.
func (m *alike) original(id string, versions []*item.Version) *alikeVersion {
	var names []string
	for _, v := range versions {
		names = append(names, v.Top().String())
	}
	return m.knownOriginal(id, names)
}

func (m *alike) knownOriginal(id string, names []string) *alikeVersion {
	if o := m.originalOf(id, names); o != nil && !o.open() {
		return o
	}
	return nil
}

// common returns the updates that all of these include or are.
func (m *alike) common(id string, names []string) map[string]bool {
	common := map[string]bool{}
	for name := range m.versions[id] {
		if !slices.ContainsFunc(names, func(n string) bool { return n != name && !m.versions[id][n].past[name] }) {
			common[name] = true
		}
	}
	return common
}

// originalOf returns the content of the newest common ancestor. If there are several, they are
// merged, part by part, on top of their own common ancestor: no edit of these tests adds or
// removes a line of a text. The result is nil if one of several, or their common ancestor, is
// deleted.
func (m *alike) originalOf(id string, names []string) *alikeVersion {
	newest := m.newest(id, m.common(id, names))
	if len(newest) == 1 {
		return m.versions[id][newest[0]]
	}
	if len(newest) == 0 {
		return nil
	}
	from := m.originalOf(id, newest)
	if from == nil || from.content == "deleted" || slices.ContainsFunc(newest, func(n string) bool { return m.versions[id][n].content == "deleted" }) {
		return nil
	}
	return m.merged(id, from, newest)
}

// merged merges versions, none of which is deleted, on top of their original.
func (m *alike) merged(id string, original *alikeVersion, names []string) *alikeVersion {
	merged := &alikeVersion{merged: true}
	for n, base := range original.parts {
		var all []alikePart
		for _, name := range names {
			all = append(all, m.versions[id][name].parts[n])
		}
		merged.parts = append(merged.parts, base.merge(all))
	}
	merged.content = contentText(merged.parts)
	return merged
}

// asked checks about what each endpoint asks.
func (m *alike) asked() {
	for _, d := range m.desks {
		for _, id := range alikeItems {
			it, err := d.Lists.Item(d.t.Context(), "Groceries", id)
			if errors.Is(err, store.ErrNoItem) {
				continue
			}
			check(m, err)
			m.askedAbout(d, id, it)
		}
	}
}

func (m *alike) askedAbout(d *alikeDesk, id string, it *item.Item) {
	asks, newest := d.isOpen(id), m.newest(id, d.received[id])
	winner := it.Winner.Top().String()
	if !slices.Contains(newest, winner) {
		m.Errorf("%s holds %s of %s, which another version includes: %v", d.Device.ID(), winner, id, newest)
		return
	}
	if it.Winner.NoConflicts {
		if asks {
			m.Errorf("%s asks about %s, which forbids conflicts", d.Device.ID(), id)
		}
		return
	}
	original := m.knownOriginal(id, newest)
	differs, unsure := false, len(d.offered(id)) > 0
	for _, name := range newest {
		switch says := m.versions[id][name].content; {
		case says == m.versions[id][winner].content:
		case original.is(m.versions[id][name]):
			unsure = unsure || !m.complete(d, id) || m.decided(id, name, newest)
		default:
			differs = true
		}
	}
	if asks != differs && !(asks && unsure) {
		m.Errorf("%s asks about %s: %v, and of the newest versions some differ: %v\n%s", d.Device.ID(), id, asks, differs, m.describe(id, winner, newest, original, it))
	}
}

// complete reports whether the archive of an endpoint has everything that the received updates
// include: a feed no longer contains what was included before the endpoint read it.
func (m *alike) complete(d *alikeDesk, id string) bool {
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	check(m, err)
	held := map[string]bool{}
	for _, a := range all {
		held[a.Version.Top().String()] = true
	}
	for name := range d.received[id] {
		for p := range m.versions[id][name].past {
			if !held[p] {
				return false
			}
		}
	}
	return true
}

// decided reports whether an update, or one that it is based on, resolved a conflict with a
// version that not all of these include: somebody decided against other versions, even if the
// content equals the original. Only SSE 0.91 forgets these.
func (m *alike) decided(id, name string, newest []string) bool {
	if !m.straight {
		return false
	}
	common, since := m.common(id, newest), maps.Clone(m.versions[id][name].past)
	resolved := len(m.newest(id, since)) > 1
	maps.DeleteFunc(since, func(p string, _ bool) bool { return common[p] })
	for p := range since {
		resolved = resolved || len(m.newest(id, m.versions[id][p].past)) > 1
	}
	return resolved && len(since) > 0
}

func (m *alike) describe(id, winner string, newest []string, original *alikeVersion, it *item.Item) string {
	text := "winner " + winner
	for _, name := range newest {
		text += fmt.Sprintf("\n%s says %s", name, m.versions[id][name].content)
	}
	if original != nil {
		text += fmt.Sprintf("\noriginal %s, merged: %v", original.content, original.merged)
	}
	text += fmt.Sprintf("\ndialect 0.91: %v\nholds", m.straight)
	for _, v := range it.Versions() {
		text += fmt.Sprintf("\n%v", v.History)
	}
	return text
}

// quiet syncs all endpoints until nobody receives anything, and checks that they hold the
// same.
func (m *alike) quiet() {
	m.Helper()
	for round := range 3*len(m.desks) + 1 {
		news := 0
		for _, d := range m.desks {
			news += m.sync(d)
		}
		if news == 0 && round > 0 {
			break
		}
		if round == 3*len(m.desks) {
			m.Fatal("the updates never end")
		}
	}
	for _, id := range alikeItems {
		first := m.desks[0].item(id)
		for _, d := range m.desks[1:] {
			if it := d.item(id); !it.Winner.Same(first.Winner) || !sameVersions(it.Conflicts, first.Conflicts) {
				m.Errorf("%s: %s holds %s, %s holds %s", id, m.desks[0].Device.ID(), describe(first), d.Device.ID(), describe(it))
			}
		}
	}
	m.asked()
}

// all makes all endpoints do something to all items, independently.
func (m *alike) all(do func(*alike, *alikeDesk, string)) {
	for n, d := range m.desks {
		d.clock.step(time.Duration(n) * time.Minute)
		for _, id := range alikeItems {
			do(m, d, id)
		}
	}
}

// ends makes all endpoints resolve everything concurrently and alike: nobody is asked again.
// With missing versions, the merges may differ, so the outcome is not always certain.
func (m *alike) ends(resolve func(*alikeDesk, string), sure bool) {
	was, same := map[string]int{}, true
	for _, id := range alikeItems {
		was[id] = m.desks[0].item(id).Winner.Updates
	}
	for _, d := range m.desks {
		for _, id := range alikeItems {
			same = same && m.complete(d, id) && len(d.offered(id)) == 0
		}
	}
	m.all(func(_ *alike, d *alikeDesk, id string) {
		if d.isOpen(id) {
			resolve(d, id)
		}
	})
	m.quiet()
	for _, d := range m.desks {
		if open := d.conflicted(); len(open) > 0 && (sure || same) {
			m.Errorf("%s is asked again about %q", d.Device.ID(), open)
		}
		for _, id := range alikeItems {
			if now := d.item(id).Winner.Updates; now > was[id]+1 {
				m.Errorf("%s is at update %d of %s, and was at %d", d.Device.ID(), now, id, was[id])
			}
		}
	}
}

// keepCurrent resolves by keeping the current version.
func (m *alike) keepCurrent(d *alikeDesk, id string) {
	before, s := d.item(id), m.begin(d, id)
	check(m, s.Take(0))
	m.note(d, "keeps %s", id)
	d.save(s)
	m.observe(d, id, before, nil)
}

// accept accepts the merge, and takes the current version for open fields.
func (m *alike) accept(d *alikeDesk, id string) {
	before, s := d.item(id), m.begin(d, id)
	for len(s.Open()) > 0 {
		if field := s.Open()[0]; field == "" || before.Winner.Deleted {
			check(m, s.Take(0))
		} else {
			check(m, s.TakeField(field, 0))
		}
	}
	m.note(d, "accepts the merge of %s", id)
	d.save(s)
	m.observe(d, id, before, nil)
}

// begin begins to resolve an item. What is open and what is merged follows from the graph, if
// it has an original.
func (m *alike) begin(d *alikeDesk, id string) *conflicts.Session {
	s, want := d.begin(id), m.mergeOf(d, id, d.item(id))
	if want == nil {
		return s
	}
	open, merged := map[string]bool{}, map[string]string{}
	for _, p := range want.parts {
		open[p.field] = open[p.field] || p.value == openPart
		merged[p.field] += p.value
	}
	for _, c := range s.Cells() {
		value, known := merged[c.Field]
		field := alikePart{c.Field, value, slices.Contains(m.kind.sets, c.Field)}
		switch {
		case !known:
		case c.Open != open[c.Field]:
			m.Errorf("%s has to choose the %s of %s: %v, and it merges to %q", d.Device.ID(), c.Field, id, c.Open, value)
		case !c.Open && !field.same(alikePart{c.Field, withoutTime(c.Result), field.set}):
			m.Errorf("%s merges the %s of %s to %q, want %q", d.Device.ID(), c.Field, id, c.Result, value)
		}
	}
	return s
}

// mergeOf returns the merge of all versions of an item, or nil if something is deleted or
// missing, or if versions were reopened.
func (m *alike) mergeOf(d *alikeDesk, id string, it *item.Item) *alikeVersion {
	var names []string
	for _, v := range it.Versions() {
		names = append(names, v.Top().String())
	}
	original := m.originalOf(id, names)
	if original == nil || len(d.offered(id)) > 0 || !m.complete(d, id) {
		return nil
	}
	deleted := func(name string) bool { return m.versions[id][name].content == "deleted" }
	if original.content == "deleted" || slices.ContainsFunc(names, deleted) {
		return nil
	}
	return m.merged(id, original, names)
}

// lostNone checks that every version is in some archive, with its content.
func (m *alike) lostNone() {
	for _, id := range alikeItems {
		kept := map[string]bool{}
		for _, d := range m.desks {
			all, err := d.Lists.History(d.t.Context(), "Groceries", id)
			check(m, err)
			for _, a := range all {
				kept[a.Version.Top().String()+m.kind.version(a.Version).content] = true
			}
		}
		for name, v := range m.versions[id] {
			if !kept[name+v.content] {
				m.Errorf("%s of %s is lost", name, id)
			}
		}
	}
}

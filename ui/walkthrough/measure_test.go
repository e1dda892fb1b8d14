//go:build display

package walkthrough_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"crossfeed/engine/item"
	"crossfeed/ui/walkthrough"
)

// measured is the cost of a resolution. Keys were really sent to the window; asked is the
// number of open choices according to the program.
type measured struct {
	asked, confirmed, keys, lost int
}

// tablePage is the page with the table of these costs.
const tablePage = "../../docs/benchmarks.md"

// resolving opens the window on a conflict, resolves it with keys, waits until done is true,
// and compares the cost with the row of the table. Then it undoes the resolution. No other
// item may change, except those that the resolution concerns as well.
func (s *scene) resolving(letter, id string, keys func(), done func(walkthrough.Item) bool, also ...string) {
	s.t.Helper()
	m := measured{asked: len(s.opensAt(id))}
	s.bystander()
	conflict, changing := s.itemAt(desk, id), append(also, id)
	s.opens()
	before := s.window.Pressed()
	s.opensConflict()
	s.picture("open")
	keys()
	m.keys, m.confirmed = s.window.Pressed()-before, s.confirmed
	s.until("the item is resolved", func() (bool, string) {
		it := s.itemAt(desk, id)
		return done(it), s.describe(it)
	})
	s.picture("resolved")
	m.lost = s.lost(id)
	s.tabulate(letter, m)
	s.unchanged("the resolution", changing...)
	s.undone(id, conflict)
	s.unchanged("the undo", changing...)
}

// unasked opens the window on two versions that are equal: there is nothing to ask, and
// nothing is written because of them.
func (s *scene) unasked(letter, id string) {
	s.t.Helper()
	before := s.itemAt(desk, id)
	s.tabled = append(append(s.tabled, before), before.Conflicts...)
	if len(before.Conflicts) == 0 {
		s.t.Fatalf("%s has a single version: %s", id, s.describe(before))
	}
	s.opens()
	pressed := s.window.Pressed()
	s.press("F8")
	s.picture("nothing to resolve")
	s.conflicted("there is no conflict", 0)
	m := measured{keys: s.window.Pressed() - pressed, lost: s.lost(id)}
	s.unchanged("opening")
	s.tabulate(letter, m)
}

// bystander adds an item that no key of the scenario is meant for.
func (s *scene) bystander() {
	s.t.Helper()
	s.by(desk, "item", "add", s.list, "--id", "bystander", "--title", "Bystander")
}

// stored returns all items of the desk, including the deleted ones, by their identifiers, as
// item list --json writes them: with the hash of the stored bytes, the history and the
// conflicts. Only the depth, which follows from other items, is left out.
func (s *scene) stored() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	for _, flags := range [][]string{nil, {"--deleted"}} {
		var items []map[string]any
		s.must(s.a.Read(s.ctx, &items, append([]string{"item", "list", s.list}, flags...)...))
		for _, it := range items {
			delete(it, "depth")
			text, err := json.Marshal(it)
			s.must(err)
			all[fmt.Sprint(it["id"])] = string(text)
		}
	}
	return all
}

// unchanged checks that all items of the desk, except some, are stored as before its window
// opened, to the byte.
func (s *scene) unchanged(after string, except ...string) {
	s.t.Helper()
	now := s.stored()
	if want, got := slices.Sorted(maps.Keys(s.before)), slices.Sorted(maps.Keys(now)); !slices.Equal(got, want) {
		s.t.Errorf("after %s the items are %q, were %q", after, got, want)
	}
	compared := 0
	for id, was := range s.before {
		if slices.Contains(except, id) {
			continue
		}
		if compared++; now[id] != was {
			s.t.Errorf("after %s: %s is stored as\n%s\nand was\n%s", after, id, now[id], was)
		}
	}
	if compared == 0 {
		s.t.Errorf("after %s: there is no other item to compare", after)
	}
}

// undoesOwn undoes the desk's last edit in the list, with Ctrl+Z, and waits until the item is
// as expected. No other item changes.
func (s *scene) undoesOwn(id string, is func(walkthrough.Item) bool) {
	s.t.Helper()
	s.press("ctrl+z")
	s.until("the item is as before", func() (bool, string) {
		it := s.itemAt(desk, id)
		return is(it), s.describe(it)
	})
	s.picture("undone")
	s.conflicted("there is no conflict", 0)
	s.unchanged("the undo", id)
}

// stores reports whether an item is resolved, and exactly this title and data are stored. Both
// are XML.
func (s *scene) stores(title, data string) func(walkthrough.Item) bool {
	return func(it walkthrough.Item) bool { return resolved(it) && s.has(it, title, data) }
}

// has reports whether a version is not deleted, and has exactly this title and data: their
// canonical form has the same hash.
func (s *scene) has(it walkthrough.Item, title, data string) bool {
	s.t.Helper()
	want, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>` + title + `</title>` + data + `</entry>`)
	s.must(err)
	return !it.Deleted && it.Data == want.Hash().String()
}

// todo returns the data of a todo with these properties. {order} stands for its position in
// the manual order, which is the time at which it was added.
func (s *scene) todo(id, properties string) string {
	return `<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>` + s.ordered(id, properties) + `</properties></vtodo>`
}

func (s *scene) ordered(id, properties string) string {
	seconds := s.made[id].Sub(time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)) / time.Second
	return strings.ReplaceAll(properties, "{order}", fmt.Sprintf("<x-apple-sort-order><unknown>%d</unknown></x-apple-sort-order>", seconds))
}

// saves reports whether the todo "eggs" is resolved, and stored and published with exactly
// this title and these properties.
func (s *scene) saves(title, properties string) func(walkthrough.Item) bool {
	stored := s.stores(title, s.todo("eggs", properties))
	return func(it walkthrough.Item) bool {
		return stored(it) && s.inFeed("eggs", properties) == 1 && !strings.Contains(s.feed(s.ownFeed()), "<sx:conflicts>")
	}
}

// inFeed counts the versions in the desk's feed that have exactly these properties of a todo.
func (s *scene) inFeed(id, properties string) int {
	s.t.Helper()
	return strings.Count(s.feed(s.ownFeed()), "<properties>"+s.ordered(id, properties)+"</properties>")
}

// undone undoes the resolution: the item has its previous content, and is in conflict with the
// same versions.
func (s *scene) undone(id string, before walkthrough.Item) {
	s.t.Helper()
	if s.undoByKeys {
		s.undoesByKeys(id)
	} else {
		s.by(desk, "conflict", "undo", "--published")
	}
	var now struct {
		walkthrough.Item
		Offered []walkthrough.Item `json:"offered"`
	}
	s.must(s.a.Read(s.ctx, &now, "conflict", "show", s.list, id))
	if now.Data != before.Data || now.Deleted != before.Deleted {
		s.t.Errorf("after the undo the item is %s, was %s", s.describe(now.Item), s.describe(before))
	}
	open := append(now.Conflicts, now.Offered...)
	if len(open) != len(before.Conflicts) {
		s.t.Errorf("after the undo %s has %d other versions, had %d", id, len(open), len(before.Conflicts))
	}
	for _, v := range before.Conflicts {
		if !slices.ContainsFunc(open, func(o walkthrough.Item) bool { return sameVersion(o, v) }) {
			s.t.Errorf("after the undo %s is no version to choose", s.describe(v))
		}
	}
}

// undoesByKeys leaves the page, which publishes the resolution, and undoes it in the list with
// Ctrl+Z. The status bar asks, with the focus on Keep.
func (s *scene) undoesByKeys(id string) {
	s.t.Helper()
	resolved := s.itemAt(desk, id)
	published := fmt.Sprintf(`id="%s" updates="%d"`, id, resolved.Updates)
	s.press("Escape")
	s.until("the resolution is published", func() (bool, string) {
		feed := s.feed(s.ownFeed())
		return strings.Contains(feed, published), feed
	})
	s.asks("ctrl+z")
	s.picture("asks whether to undo")
	s.unchanged("the question", id)
	if now := s.itemAt(desk, id); !sameVersion(now, resolved) || now.Updates != resolved.Updates || len(now.Conflicts) != len(resolved.Conflicts) {
		s.t.Errorf("after the question the item is %s, was %s", s.describe(now), s.describe(resolved))
	}
	s.sees()
	s.press("shift+Tab", "Return") // from Keep to Undo for everyone
	s.conflicted("it is a conflict again", 1)
	s.picture("undone")
}

// opensAt returns the open choices of an item, as reported by conflict show, and records the
// versions of the conflict.
func (s *scene) opensAt(id string) []string {
	s.t.Helper()
	it := s.itemAt(desk, id)
	s.tabled = append(s.tabled, it)
	s.tabled = append(s.tabled, it.Conflicts...)
	return s.openOf(id)
}

// openOf returns the open choices of an item, as reported by conflict show.
func (s *scene) openOf(id string) []string {
	s.t.Helper()
	var shown struct {
		Open []string `json:"open"`
	}
	s.must(s.a.Read(s.ctx, &shown, "conflict", "show", s.list, id))
	return shown.Open
}

// confirms saves with Ctrl+Enter.
func (s *scene) confirms() {
	s.t.Helper()
	s.confirmed++
	s.press("ctrl+Return")
}

// goesOn goes to the next open choice, with the same key: nothing is saved while there is one.
func (s *scene) goesOn() {
	s.t.Helper()
	s.press("ctrl+Return")
	s.sees()
}

// lost counts the bytes of versions of the conflict that are missing in the desk's archive, or
// in that of the endpoint that made them.
func (s *scene) lost(id string) (bytes int) {
	s.t.Helper()
	archives := map[string][]walkthrough.Item{desk: s.archiveOf(desk, id)}
	for _, v := range s.tabled {
		if v.ID != id {
			continue
		}
		for _, name := range s.holders(v) {
			if archives[name] == nil {
				archives[name] = s.archiveOf(name, id)
			}
			if !slices.ContainsFunc(archives[name], func(a walkthrough.Item) bool { return sameVersion(a, v) }) {
				bytes += len(fmt.Sprint(v.Fields))
				s.t.Errorf("not in the archive of %s: %s", name, s.describe(v))
			}
		}
	}
	return bytes
}

// holders returns the endpoints that must have a version in their archive: the desk, and its
// author.
func (s *scene) holders(v walkthrough.Item) []string {
	if by := v.History[0].By; slices.Contains(s.names, by) && by != desk {
		return []string{desk, by}
	}
	return []string{desk}
}

// tabulate compares the measurements with the row of the documentation.
func (s *scene) tabulate(letter string, m measured) {
	s.t.Helper()
	text, err := os.ReadFile(tablePage)
	s.must(err)
	want := fmt.Sprintf("| %d | %d | %d | %d |", m.asked, m.confirmed, m.keys, m.lost)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| ("+letter+") |") {
			if !strings.HasSuffix(strings.TrimSpace(line), want) {
				s.t.Errorf("%s says\n%swhere decisions, confirmations, keys and bytes lost are %s", tablePage, line, want)
			}
			return
		}
	}
	s.t.Errorf("%s has no row (%s): decisions, confirmations, keys and bytes lost are %s", tablePage, letter, want)
}

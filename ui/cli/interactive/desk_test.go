package interactive_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/lineage"
	"crossfeed/engine/record"
	"crossfeed/engine/record/quick"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
	"crossfeed/ui/cli/grid"
	"crossfeed/ui/cli/interactive"
)

// now is a Thursday.
var now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// shelf is an engine that holds items in memory.
type shelf struct {
	items map[string]*item.Item
	about map[string]session.About
}

func (s *shelf) Session(ctx context.Context, set, id string) (*session.Session, error) {
	it, about, err := s.About(ctx, set, id)
	if err != nil {
		return nil, err
	}
	return session.New(it, "desk", about)
}

func (s *shelf) About(_ context.Context, _, id string) (*item.Item, session.About, error) {
	if s.items[id] == nil {
		return nil, session.About{}, fmt.Errorf("reading %s: %w", id, store.ErrNoItem)
	}
	return s.items[id], s.about[id], nil
}

func (s *shelf) Lineage(_ context.Context, _, id string, _ int) (engine.Lineage, error) {
	var archive []*item.Version
	if b := s.about[id].Base; b.Known() {
		archive = append(archive, b.Version)
	}
	return engine.Lineage{Item: s.items[id], Graph: lineage.Draw(s.items[id], append(archive, s.items[id].Versions()...), lineage.Log{Endpoint: "desk"})}, nil
}

func (s *shelf) Settle(_ context.Context, _ string, settled *session.Session) (*item.Item, error) {
	seen := settled.Item()
	if s.items[seen.ID()] != seen {
		return nil, fmt.Errorf("settling %s: %w", seen.ID(), engine.ErrChanged)
	}
	d, err := settled.Decision(now)
	if err != nil {
		return nil, err
	}
	it, err := feedsync.Resolve(seen, rules.Change{Content: d.Content, Deleted: d.Deleted}, d.Taken, rules.Stamp{By: "desk", When: now})
	if err == nil {
		s.items[seen.ID()] = it
	}
	return it, err
}

// typed gives lines one by one, and shows them where a terminal does. before is
// what happens elsewhere before the line of that number, from 0, is read: after it
// is shown, because an interrupt lets the other side write at once.
type typed struct {
	lines  []string
	before map[int]func()
	shown  io.Writer
	at     int
}

func (t *typed) Read(p []byte) (int, error) {
	line := ""
	if t.at < len(t.lines) {
		line = t.lines[t.at] + "\n"
	}
	if len(line) > len(p) {
		panic("the line is too long for this test")
	}
	fmt.Fprint(t.shown, line)
	if happens := t.before[t.at]; happens != nil {
		happens()
	}
	t.at++
	if line == "" {
		return 0, io.EOF
	}
	return copy(p, line), nil
}

// sitting is a person at a terminal.
type sitting struct {
	t     *testing.T
	shelf *shelf
	ids   []string
	width int
	// before is what happens elsewhere, see typed.
	before map[int]func()
	edit   func(context.Context, string) (string, error)
	ctx    context.Context
}

// types types lines, and checks what the terminal then shows.
func (s *sitting) types(golden string, lines ...string) interactive.Done {
	s.t.Helper()
	var out strings.Builder
	var refs []engine.Ref
	for _, id := range s.ids {
		refs = append(refs, engine.Ref{Set: "Groceries", ID: id})
	}
	if s.ctx == nil {
		s.ctx = s.t.Context()
	}
	done, err := interactive.Run(s.ctx, interactive.Terminal{
		In: &typed{lines: lines, before: s.before, shown: &out}, Out: &out,
		View:       grid.View{Width: s.width, Now: now, Person: person, Keys: true},
		Understand: understand, Edit: s.edit,
	}, s.shelf, refs)
	if err != nil {
		s.t.Fatal(err)
	}
	compare(s.t, golden, out.String())
	return done
}

func person(by string) string {
	if by == "desk" {
		return "you"
	}
	return by
}

func understand(field, value string) (string, error) {
	if d, ok := quick.Date(value, quick.Now{Time: now, Language: quick.English}); field == "due" && ok {
		return d.String(), nil
	}
	return value, nil
}

// compare compares with a file of testdata; what differs is left in
// testdata/failed.
func compare(t *testing.T, golden, got string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", golden+".txt"))
	if err == nil && string(want) == got {
		return
	}
	failed := filepath.Join("testdata", "failed")
	if err := os.MkdirAll(failed, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(failed, golden+".txt"), []byte(got), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Errorf("the terminal shows what testdata/failed/%s.txt holds, which is not testdata/%s.txt: %v", golden, golden, err)
}

// made is a version: who made it, and what it says where that differs from what
// they started from.
type made struct {
	by      string
	says    record.Values
	deleted bool
}

// parted is an item that started from something and was changed in several
// places, the winner first. Without a start its original is not known.
func parted(t *testing.T, kind record.Kind, id string, from record.Values, versions ...made) *sitting {
	t.Helper()
	s := &sitting{t: t, shelf: &shelf{items: map[string]*item.Item{}, about: map[string]session.About{}}}
	s.add(kind, id, from, versions...)
	return s
}

func (s *sitting) add(kind record.Kind, id string, from record.Values, versions ...made) {
	s.t.Helper()
	began := item.History{Sequence: 1, When: item.At(now.Add(-120 * time.Hour)), By: "phone"}
	base := &item.Version{ID: id, Updates: 1, History: []item.History{began}, Content: content(s.t, kind, from)}
	it := &item.Item{}
	for i, m := range versions {
		v := s.version(base, kind, from, m, time.Duration(24*i+3)*time.Hour)
		if i == 0 {
			it.Winner = v
		} else {
			it.Conflicts = append(it.Conflicts, v)
		}
	}
	s.shelf.items[id], s.ids = it, append(s.ids, id)
	s.shelf.about[id] = session.About{Base: lineage.Base{Version: base}}
}

func (s *sitting) version(base *item.Version, kind record.Kind, from record.Values, m made, ago time.Duration) *item.Version {
	says := record.Values{}
	for name, value := range from {
		says[name] = value
	}
	for name, value := range m.says {
		says[name] = value
	}
	top := item.History{Sequence: 2, When: item.At(now.Add(-ago)), By: m.by}
	return &item.Version{
		ID: base.ID, Updates: 2, Deleted: m.deleted, Content: content(s.t, kind, says),
		History: append([]item.History{top}, base.History...),
	}
}

// unknown makes the original of an item not known.
func (s *sitting) unknown(id string, why lineage.Unknown) *sitting {
	s.shelf.about[id] = session.About{Base: lineage.Base{Unknown: why, Missing: []item.History{{Sequence: 3, By: "laptop"}}}}
	return s
}

func content(t *testing.T, kind record.Kind, says record.Values) *item.Content {
	t.Helper()
	c, err := record.New(kind, says)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

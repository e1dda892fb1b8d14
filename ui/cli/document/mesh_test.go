//go:build !raced

package document_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/ui/cli/document"
)

// peer is an endpoint that has nothing but a document.
type peer struct {
	name string
	text []byte
	now  *time.Time
}

func (p *peer) source() document.Source {
	return document.Source{Name: p.name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(p.text)), nil }}
}

func (p *peer) target(write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	if err == nil {
		p.text = b.Bytes()
	}
	return err
}

func (p *peer) stamp() rules.Stamp {
	*p.now = p.now.Add(time.Second)
	return rules.Stamp{By: p.name, When: *p.now}
}

// plain is an outline written by a program that does not know positions, with one entry that
// does not take part and one that breaks the rules.
const plain = `<opml xmlns:s="http://www.microsoft.com/schemas/rss/sse">
  <head><title>t</title></head>
  <body>
    <outline text="i0"><s:sync id="i0" version="1"><s:history by="A"/></s:sync>
      <outline text="i1"><s:sync id="i1" version="1"><s:history by="A"/></s:sync></outline>
      <outline text="kept"><outline text="i2"><s:sync id="i2" version="1"><s:history by="A"/></s:sync></outline></outline>
    </outline>
    <outline text="i3"><s:sync id="i3" version="1"><s:history by="A"/></s:sync></outline>
    <outline text="aside"><s:sync id="aside"/></outline>
  </body>
</opml>
`

// TestDocumentsAgree checks that endpoints which have nothing but documents, and merge them
// with each other in any order, end with the same tree, although they move items into each
// other, and create, change and delete them.
func TestDocumentsAgree(t *testing.T) {
	seeds := testsize.Of[uint64](15, 60)
	flagged := 0
	for seed := range seeds {
		m := newMesh(t, seed)
		for range 40 {
			m.step()
		}
		m.syncUntilQuiet()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		flagged += strings.Count(m.tree(m.peers[0]), "flagged true, 0 conflicts")
	}
	if flagged == 0 {
		t.Error("no cycle came about")
	}
}

type mesh struct {
	t     *testing.T
	rand  *rand.Rand
	peers []*peer
	made  int
}

func newMesh(t *testing.T, seed uint64) *mesh {
	now := time.Date(2005, 5, 21, 9, 0, 0, 0, time.UTC)
	m := &mesh{t: t, rand: rand.New(rand.NewPCG(seed, 7)), made: 4}
	for _, name := range []string{"A", "B", "C"}[:2+seed%2] {
		m.peers = append(m.peers, &peer{name: name, text: []byte(plain), now: &now})
	}
	return m
}

func (m *mesh) id() string { return fmt.Sprintf("i%d", m.rand.IntN(m.made)) }

// step is an action of one endpoint. Actions without a suitable item are refused.
func (m *mesh) step() {
	p := m.peers[m.rand.IntN(len(m.peers))]
	var err error
	switch m.rand.IntN(6) {
	case 0:
		m.merge(p, m.peers[m.rand.IntN(len(m.peers))])
	case 1:
		m.change(p, m.id(), document.Position{}, func(v *item.Version) rules.Change {
			return rules.Change{Content: v.Content.WithTitle(v.Title()), Deleted: m.rand.IntN(2) == 0}
		})
	case 2, 3:
		parent := m.id()
		m.change(p, m.id(), document.Position{Parent: &parent}, still)
	case 4:
		after := m.id()
		m.change(p, m.id(), document.Position{After: &after}, still)
	case 5:
		after := m.id()
		_, _, err = document.Add(p.target, p.source(), document.Position{After: &after}, func(by rules.Rules, where func(string) (*item.Place, error)) (*item.Item, error) {
			id := fmt.Sprintf("i%d", m.made)
			at, err := where(id)
			if err != nil {
				return nil, err
			}
			m.made++
			return by.Create(id, rules.Change{Content: item.Plain(id, ""), Place: at}, false, p.stamp())
		})
	}
	if err != nil && !refused(err) {
		m.t.Error(err)
	}
}

func still(v *item.Version) rules.Change {
	return rules.Change{Content: v.Content, Deleted: v.Deleted}
}

func (m *mesh) change(p *peer, id string, at document.Position, to func(*item.Version) rules.Change) {
	_, _, err := document.Change(p.target, p.source(), id, at, func(by rules.Rules, it *item.Item, place *item.Place) (*item.Item, error) {
		c := to(it.Winner)
		c.Place = place
		return by.Resolve(it, c, nil, p.stamp())
	})
	if err != nil && !refused(err) {
		m.t.Error(err)
	}
}

// refused reports whether an error is one that a person may see.
func refused(err error) bool {
	for _, text := range []string{"there is no such item", "under itself", "is deleted", "deleted", "cannot stand after itself", "versions of others", "must be included"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// merge merges another endpoint's document into an endpoint's own.
func (m *mesh) merge(into, from *peer) {
	if _, err := document.Merge(into.target, into.source(), from.source()); err != nil {
		m.t.Error(err)
	}
}

// syncUntilQuiet makes everyone read everyone until nothing changes.
func (m *mesh) syncUntilQuiet() {
	for round := 0; ; round++ {
		before := ""
		for _, p := range m.peers {
			before += string(p.text)
		}
		for _, into := range m.peers {
			for _, from := range m.peers {
				m.merge(into, from)
			}
		}
		after := ""
		for _, p := range m.peers {
			after += string(p.text)
		}
		if before == after {
			break
		}
		if round == 20 {
			m.t.Errorf("it goes on and on:\n%s", after)
			return
		}
	}
	want := m.tree(m.peers[0])
	for _, p := range m.peers {
		if got := m.tree(p); got != want {
			m.t.Errorf("%s has\n%s\nand %s\n%s\nin\n%s\n%s", m.peers[0].name, want, p.name, got, m.peers[0].text, p.text)
			return
		}
		for _, kept := range []string{`<outline text="kept">`, `<s:sync id="aside"/>`} {
			if strings.Count(string(p.text), kept) != 1 {
				m.t.Errorf("%s of %s is lost in\n%s", kept, p.name, p.text)
			}
		}
	}
	if n := strings.Count(want, "\n"); n != m.made {
		m.t.Errorf("there are %d items, and %d were made:\n%s", n, m.made, want)
	}
}

// tree returns the content of a document: each item with its parent, its version, and its
// conflicts.
func (m *mesh) tree(p *peer) string {
	_, items, _, err := document.InOrder(p.source())
	if err != nil {
		m.t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range items {
		fmt.Fprintf(&b, "%s%s in %q: %v, deleted %v, flagged %v, %d conflicts\n", strings.Repeat(" ", s.Depth), s.Item.ID(), s.Parent, s.Item.Winner.Top(), s.Item.Winner.Deleted, s.Item.Flagged, len(s.Item.Conflicts))
	}
	return b.String()
}

package engine_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// relays are endpoints that share todos through a folder in which other programs republish
// their feeds, damaged. One of these programs follows the specification literally and does not
// know todos.
type relays struct {
	*mesh
	files   *transporttest.Memory
	dialect item.Dialect
	merge   func(by rules.Rules, local, incoming *item.Item) *item.Item
	// letter is the state of the literal program.
	letter map[string]*item.Item
}

func newRelays(t *testing.T, r *rapid.T) *relays {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	format, dialects := rapid.SampledFrom([]item.Format{item.RSS, item.Atom}).Draw(r, "format"), []item.Dialect{item.FeedSync10, item.SSE093}
	if format == "rss" {
		dialects = append(dialects, item.SSE091)
	}
	x := &relays{files: files, dialect: rapid.SampledFrom(dialects).Draw(r, "dialect"), merge: rulestest.ByTheLetter, letter: map[string]*item.Item{}}
	if x.dialect == item.SSE091 {
		x.merge = rulestest.ByTheLetter091
	}
	list := lists.New{Kind: "todo", Format: format, Dialect: x.dialect}
	m := newMeshOn(r, rapid.IntRange(2, 5).Draw(r, "endpoints"), "/shared", func() lists.New { return list }, func(endpoint string, c *clock) *desk {
		return newDesk(t, r, endpoint, memory.New(), files, c)
	})
	if x.mesh = m; x.dialect == item.SSE091 {
		m.rules = sse091.Rules{}
	}
	for i := range 2 {
		id := fmt.Sprintf("i%d", i)
		m.ids = append(m.ids, id)
		m.desks[0].todo("Groceries", id, record.Values{"title": m.title(id), "due": "2026-05-22", "tags": "a\nb", "priority": "1", "text": "two  words\nand more"})
	}
	m.quiet()
	return x
}

var (
	foreignElement = regexp.MustCompile(`(?s)<vtodo .*?</vtodo>`)
	packable       = regexp.MustCompile(`(?s)<!\[CDATA\[.*?\]\]>|` + foreignElement.String())
	description    = regexp.MustCompile(`(?s)(<item>.*?<description>).*?(</description>)|(<content(?: type="[a-z]*")?>).*?(</content>)`)
	ownAttributes  = regexp.MustCompile(` cf:(digest|settled)="[^"]*"`)
)

// damages are what programs do to a feed that they republish.
var damages = map[string]func(string) string{
	"packs into CDATA": func(s string) string {
		return packable.ReplaceAllStringFunc(s, func(e string) string {
			if strings.HasPrefix(e, "<![CDATA[") { // another program did that already
				return e
			}
			return "<![CDATA[" + strings.ReplaceAll(e, "]]>", "]]]]><![CDATA[>") + "]]>"
		})
	},
	"wraps":                 func(s string) string { return foreignElement.ReplaceAllString(s, `<w:box xmlns:w="urn:w">$0</w:box>`) },
	"drops elements":        func(s string) string { return foreignElement.ReplaceAllString(s, "") },
	"collapses white space": func(s string) string { return strings.Join(strings.Fields(s), " ") },
	"escapes twice":         func(s string) string { return strings.ReplaceAll(s, "&amp;", "&amp;amp;") },
	"tracks": func(s string) string {
		return strings.ReplaceAll(s, "<sx:sync", `<t:seen xmlns:t="urn:t">1</t:seen><sx:sync`)
	},
	"puts an identifier":     func(s string) string { return description.ReplaceAllString(s, "${1}${3}i0${2}${4}") },
	"copies":                 func(s string) string { return s },
	"puts an address beside": func(s string) string { return strings.ReplaceAll(s, "<sx:sync", "<category term=\"x\"/><sx:sync") },
}

// relay republishes a desk's feed.
func (m *relays) relay() {
	d := m.desk()
	from := slices.Sorted(maps.Keys(m.files.All()))
	from = slices.DeleteFunc(from, func(name string) bool { return !strings.Contains(name, "."+d.Device.ID()+".") })
	if len(from) == 0 {
		return
	}
	text := m.files.All()[from[0]]
	names := slices.Sorted(maps.Keys(damages))
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 2, rapid.ID).Draw(m.T, "damages") {
		text = damages[name](text)
	}
	if rapid.Bool().Draw(m.T, "drops the digest") {
		text = ownAttributes.ReplaceAllString(text, "")
	}
	name := strings.Replace(from[0], "."+d.Device.ID()+".", fmt.Sprintf(".relay%d.", rapid.IntRange(0, 1).Draw(m.T, "relay")), 1)
	m.files.Put(name, text)
}

// write makes the literal program read all feeds, possibly change a title, and publish its
// items without the elements that it does not know.
func (m *relays) write() {
	for name, text := range m.files.All() {
		if strings.Contains(name, "letter") {
			continue
		}
		in := feed.NewReader(strings.NewReader(text), name)
		for {
			e, err := in.Next()
			if err != nil {
				break
			}
			if e.Item != nil {
				m.letter[e.Item.ID()] = m.merge(m.rules, m.letter[e.Item.ID()], e.Item)
			}
		}
	}
	d := m.desks[0]
	d.clock.step(time.Minute)
	if it := m.letter[rapid.SampledFrom(m.ids).Draw(m.T, "item")]; it != nil && rapid.Bool().Draw(m.T, "edits") {
		content, err := retitled(it.Winner.Content, "by letter "+d.clock.Now().Format(time.TimeOnly))
		d.check(err)
		next, err := m.rules.Resolve(&item.Item{Winner: it.Winner}, rules.Change{Content: content}, nil, rules.Stamp{By: "letter", When: d.clock.Now()})
		d.check(err)
		next.Winner.Digest = ""
		if m.dialect != item.SSE091 {
			next.Conflicts = it.Conflicts
		}
		m.letter[it.ID()] = next
	}
	var b strings.Builder
	w := feed.NewWriter(&b, feed.Document{Format: item.RSS, Dialect: m.dialect, Title: "Groceries", Updated: d.clock.Now()})
	for _, id := range slices.Sorted(maps.Keys(m.letter)) {
		d.check(w.Write(m.letter[id]))
	}
	d.check(w.Close())
	text := foreignElement.ReplaceAllString(b.String(), "")
	m.files.Put("/shared/Groceries.letter.xml", ownAttributes.ReplaceAllString(text, ""))
}

// unaltered checks that every desk has each version as the endpoint that made it wrote it.
func (m *relays) unaltered(id string) {
	for _, d := range m.desks {
		for _, v := range d.item(id).Versions() {
			i := slices.IndexFunc(m.desks, func(o *desk) bool { return o.Device.ID() == v.Top().By })
			if i < 0 || v.Deleted {
				continue
			}
			all, err := m.desks[i].Lists.History(d.t.Context(), "Groceries", id)
			d.check(err)
			wrote := false
			for _, a := range all {
				wrote = wrote || a.Seen.From == "" && a.Version.SameSync(v) && a.Version.Content.Hash() == v.Content.Hash()
			}
			if !wrote {
				m.Errorf("%s holds of %s what %s never wrote:\n%s", d.Device.ID(), id, v.Top().By, v.Content.XML())
			}
		}
	}
}

// shown checks that no desk shows a version of the literal program with another record than
// that of its base, whatever versions the desk received.
func (m *relays) shown(id string) {
	var all []*item.Version
	for _, d := range m.desks {
		history, err := d.Lists.History(d.t.Context(), "Groceries", id)
		d.check(err)
		for _, a := range history {
			all = append(all, a.Version)
		}
	}
	for _, d := range m.desks {
		for _, v := range d.item(id).Versions() {
			if v.Top().By != "letter" || v.Content.From() == nil {
				continue
			}
			got := record.Read(v.Content).Values()
			if want := record.Read(record.Complete([]*item.Version{v}, all)[0].Content).Values(); !maps.Equal(got, want) {
				m.Errorf("%s shows %v, made from %v", d.Device.ID(), got, want)
			}
		}
	}
}

func TestWhateverRelaysDamageEveryoneEndsWithWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := newRelays(t, r)
		r.Repeat(map[string]func(*rapid.T){
			"edit":              func(*rapid.T) { m.edit() },
			"field":             func(*rapid.T) { m.field() },
			"delete or restore": func(*rapid.T) { m.deleteOrRestore() },
			"settle":            func(*rapid.T) { m.resolveAny() },
			"relay":             func(*rapid.T) { m.relay() },
			"relay again":       func(*rapid.T) { m.relay() },
			"write":             func(*rapid.T) { m.write() },
			"sync":              func(*rapid.T) { m.sync() },
			"sync again":        func(*rapid.T) { m.sync() },
		})
		m.quiet()
		m.agreeOnAll()
		for _, id := range m.ids {
			m.checkArchived(id)
			m.unaltered(id)
			m.shown(id)
		}
	})
}

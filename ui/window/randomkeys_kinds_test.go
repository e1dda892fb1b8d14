package window

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// keyKind is a kind of items whose conflicts are resolved by random keys.
type keyKind struct {
	record.Kind
	list     string
	dialects []item.Dialect
	// fields are the fields in which versions differ, in the order of the page. A deletion has
	// none, and so differs also in those that nobody changes.
	fields []string
	// sets are those whose values are sets, typed those that keys are typed into, and text is
	// the one whose value is split into hunks.
	sets, typed []string
	text        string
	// lines are the lines of texts.
	lines []string
	// draw returns the values of an original, edit changes them.
	draw func(p *keyPresser, id string) map[string]string
	edit func(p *keyPresser, id string, values map[string]string)
	// drawn maps values, or members of sets, to the words that the page shows for them. Others
	// are shown as they are.
	drawn map[string]map[string]string
}

// Seeds below onlyTodos stand for todos: they were stored before there were other kinds.
const onlyTodos = 10_000_000

// kindOf returns the kind of a seed's items. It is drawn independently of the keys.
func kindOf(seed uint64) record.Kind {
	switch n := rand.New(rand.NewPCG(seed, 4)).IntN(6); {
	case seed >= onlyTodos && n == 4:
		return record.Contact
	case seed >= onlyTodos && n == 5:
		return record.Outline
	}
	return record.Todo
}

func (k *keyKind) set(field string) bool { return slices.Contains(k.sets, field) }

var todoKeys = &keyKind{
	Kind: record.Todo, list: "Todos", dialects: []item.Dialect{item.FeedSync10, item.SSE091},
	fields: []string{"title", "done", "priority", "tags", "text"}, sets: []string{"tags"}, typed: []string{"title", "text"}, text: "text",
	lines: []string{"milk", "bread", "salt", "tea", "rice", "flour", "sugar"},
	draw: func(p *keyPresser, _ string) map[string]string {
		return map[string]string{
			"title": p.pick("Eggs", "Milk", "Bread"), "text": p.text(p.random.IntN(6)), "tags": p.pick("", "food", "food\nshop"), "priority": p.pick("", "1"), "done": "false",
		}
	},
	edit: func(p *keyPresser, _ string, e map[string]string) {
		if p.random.IntN(2) == 0 {
			e["title"] = p.pick("Eggs", "Six eggs", "Ten eggs", "Brown "+e["title"], "Fresh "+e["title"], e["title"]+" for Sunday", e["title"]+" (six)")
		}
		if p.random.IntN(2) == 0 {
			e["tags"] = p.pick("", "food", "food\nveg", "food\nshop")
		}
		if p.random.IntN(3) == 0 {
			e["priority"] = p.pick("", "1", "5", "9")
		}
	},
	drawn: map[string]map[string]string{
		"done":     {"true": "done", "false": "not done"},
		"priority": {"1": "high", "5": "medium", "9": "low"},
	},
}

// Members of a contact's sets. Some are the same number or address with another type.
var (
	phoneKeys   = []string{"030 1", "[home] 030 1", "[work] 030 2", "030 2", "[pref,cell] 0171 3", "040 4"}
	emailKeys   = []string{"ann@example.org", "[home] ann@example.org", "[work] ann@example.com", "lee@example.net"}
	addressKeys = []string{";;High Street 1;Bath;;;", ";;High Street 2;Bath;;;", "[home] ;;High Street 1;Bath;;;", ";;Quay 3;Kiel;;24103;Germany"}
)

var contactKeys = &keyKind{
	Kind: record.Contact, list: "Contacts", dialects: []item.Dialect{item.FeedSync10, item.SSE091},
	fields: []string{"name", "nickname", "phones", "emails", "addresses", "text"}, sets: []string{"phones", "emails", "addresses"}, typed: []string{"nickname", "text"}, text: "text",
	lines: manyLines,
	draw: func(p *keyPresser, _ string) map[string]string {
		return map[string]string{
			"name": "Ann Lee", "nickname": p.pick("", "Annie", "Nan"), "text": p.text(p.random.IntN(6)),
			"phones": p.members(phoneKeys), "emails": p.members(emailKeys), "addresses": p.members(addressKeys),
		}
	},
	edit: func(p *keyPresser, _ string, e map[string]string) {
		if p.random.IntN(2) == 0 {
			e["nickname"] = p.pick("", "Annie", "Nan", "Big "+e["nickname"], e["nickname"]+" L")
			e["nickname"] = strings.TrimSpace(e["nickname"])
		}
		e["phones"], e["emails"], e["addresses"] = p.otherMembers(e["phones"], phoneKeys), p.otherMembers(e["emails"], emailKeys), p.otherMembers(e["addresses"], addressKeys)
	},
	drawn: map[string]map[string]string{
		"phones": {"[home] 030 1": "030 1 (home)", "[work] 030 2": "030 2 (work)", "[pref,cell] 0171 3": "0171 3 (cell, preferred)"},
		"emails": {"[home] ann@example.org": "ann@example.org (home)", "[work] ann@example.com": "ann@example.com (work)"},
		"addresses": {
			";;High Street 1;Bath;;;": "High Street 1, Bath", ";;High Street 2;Bath;;;": "High Street 2, Bath",
			"[home] ;;High Street 1;Bath;;;": "High Street 1, Bath (home)", ";;Quay 3;Kiel;;24103;Germany": "Quay 3, 24103 Kiel, Germany",
		},
	},
}

// manyLines has so many lines that most texts have no line twice.
var manyLines = strings.Fields("ash birch cedar elm fir hazel holly larch lime maple oak pear pine plum rowan sorb spruce thorn walnut willow yew")

// members draws a set.
func (p *keyPresser) members(of []string) string {
	var all []string
	for _, m := range of {
		if p.random.IntN(3) == 0 {
			all = append(all, m)
		}
	}
	return strings.Join(all, "\n")
}

// otherMembers returns a set to which a person added members, from which one was removed, or in
// which one was replaced.
func (p *keyPresser) otherMembers(set string, of []string) string {
	all := lines(set)
	one := func() {
		if m := of[p.random.IntN(len(of))]; !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	n := p.random.IntN(max(len(all), 1))
	switch r := p.random.IntN(6); {
	case r == 0:
		one()
		one()
	case r == 1:
		one()
	case r == 2 && len(all) > 0:
		all = slices.Delete(all, n, n+1)
	case r == 3 && len(all) > 0:
		all = slices.Delete(all, n, n+1)
		one()
	}
	return strings.Join(all, "\n")
}

var outlineKeys = &keyKind{
	Kind: record.Outline, list: "Outlines", dialects: []item.Dialect{item.SSE091},
	fields: []string{"title", "note", "htmlUrl", conflicts.Place}, typed: []string{"title", "note"}, text: "note",
	lines: manyLines,
	draw: func(p *keyPresser, id string) map[string]string {
		return map[string]string{
			"title": p.pick("Eggs", "Milk", "Bread"), "note": p.text(p.random.IntN(6)), "htmlUrl": p.pick("", "https://example.org/1"),
			conflicts.Place: p.position(id),
		}
	},
	edit: func(p *keyPresser, id string, e map[string]string) {
		if p.random.IntN(2) == 0 {
			e["title"] = p.pick("Eggs", "Six eggs", "Brown "+e["title"], "Fresh "+e["title"], e["title"]+" for Sunday")
		}
		if p.random.IntN(4) == 0 {
			e["htmlUrl"] = p.pick("", "https://example.org/1", "https://example.org/2")
		}
		if p.random.IntN(3) > 0 {
			e[conflicts.Place] = p.position(id)
		}
	},
}

// keySpot is a position of an item in an outline, and its small tree, in which * stands for the
// item. Each item has outlines of its own in which it can be, named after it.
type keySpot struct{ parent, key, tree string }

// keySpots are the positions of an item; at the top level, % stands for the number of the item.
var keySpots = []keySpot{
	{"", "%2", "· Home → * · Work"},
	{"home", "1/2", "Home → * · Cups"},
	{"home", "2", "Home · Cups → * · Plates"},
	{"home", "5/2", "Home · Cups → * · Plates"}, // looks the same
	{"home", "4", "Home · Plates → *"},
	{"work", "2", "Work · Nails → * · Box"},
	{"box", "1", "Work Box → *"},
}

// keyOutlines are the outlines in which an item can be, and their children.
var keyOutlines = []struct{ id, parent, key, title string }{
	{"home", "", "%1", "Home"}, {"cups", "home", "1", "Cups"}, {"plates", "home", "3", "Plates"},
	{"work", "", "%3", "Work"}, {"nails", "work", "1", "Nails"}, {"box", "work", "3", "Box"},
}

// keyPosition returns a position near an item.
func keyPosition(id, parent, key string) item.Place {
	if parent != "" {
		parent = id + "-" + parent
	}
	return item.Place{Parent: parent, Key: strings.Replace(key, "%", strconv.Itoa(1+slices.Index(keyItems, id)), 1)}
}

func (p *keyPresser) position(id string) string {
	s := keySpots[p.random.IntN(len(keySpots))]
	at := keyPosition(id, s.parent, s.key)
	return at.Parent + " " + at.Key
}

// treeOf returns the small tree that shows a position.
func treeOf(position, title string) string {
	for _, id := range keyItems {
		for _, s := range keySpots {
			if at := keyPosition(id, s.parent, s.key); at.Parent+" "+at.Key == position {
				return strings.Replace(s.tree, "*", title, 1)
			}
		}
	}
	return position
}

// beginOutlines adds the outlines in which the items can be.
func (p *keyPresser) beginOutlines(w store.Writer) error {
	for _, id := range keyItems {
		for _, o := range keyOutlines {
			c, err := record.New(record.Outline, map[string]string{"title": o.title})
			if err != nil {
				return err
			}
			made := &item.Version{
				ID: id + "-" + o.id, Updates: 1, Content: c, Place: keyPosition(id, o.parent, o.key),
				History: []item.History{{Sequence: 1, By: "phone", When: item.At(noon)}},
			}
			if err := w.PutItem(p.list, &item.Item{Winner: made}, store.Seen{At: noon}); err != nil {
				return err
			}
			p.outlines = append(p.outlines, made)
		}
	}
	return nil
}

// drawnOf reports whether a value is drawn as parts with gaps between them. The wrapping of
// lines and the order of sets do not matter.
func (m *keyModel) drawnOf(field string, parts []string, value string) bool {
	dense := func(text string) string { return strings.Join(strings.Fields(text), "") }
	drawn := m.item.kind.drawn[field]
	words := func(value string) string {
		if w, has := drawn[value]; has {
			return w
		}
		return value
	}
	switch {
	case m.item.kind.set(field) && len(parts) == 1:
		rest := dense(parts[0])
		for _, member := range longestFirst(lines(value)) {
			before, after, found := strings.Cut(rest, dense(words(member)))
			if !found {
				return false
			}
			rest = before + "\n" + after
		}
		return strings.Trim(rest, "\n") == ""
	case field == conflicts.Place && value != "" && !m.open(field):
		before, after, _ := strings.Cut(dense(parts[0]), "…") // a long title is cut off
		tree := dense(treeOf(value, m.item.heads()[0].values["title"]))
		return len(parts) == 1 && strings.HasPrefix(tree, before) && strings.HasSuffix(tree, after)
	}
	value = words(value)
	rest, found := strings.CutPrefix(dense(value), dense(parts[0]))
	last := len(parts) - 1
	if last == 0 {
		return found && rest == ""
	}
	for _, part := range parts[1:last] {
		_, after, there := strings.Cut(rest, dense(part))
		rest, found = after, found && there
	}
	return found && strings.HasSuffix(rest, dense(parts[last]))
}

// longestFirst orders members so that none is taken for a part of a longer one.
func longestFirst(all []string) []string {
	return slices.SortedFunc(slices.Values(all), func(a, b string) int { return len(b) - len(a) })
}

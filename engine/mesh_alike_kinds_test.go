package engine_test

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// alikeKind is a kind of item with the fields that the endpoints edit.
type alikeKind struct {
	kind  record.Kind
	first record.Values
	// title is the field with the title.
	title string
	// single, sets and lines are the fields in which a change concerns the whole value, a
	// member, or a line.
	single, sets, lines []string
	// places are the parents that an item is moved into, after its identifier. Nothing
	// else is in them, so that everybody who moves it into one makes the same position.
	places []string
	// edit returns one of few changes of an item with these values, as one edit or several.
	edit func(m *alike, get func(field string) string) []record.Values
}

var alikeNotes = alikeKind{
	kind: record.Note, title: "title", single: []string{"title"}, lines: []string{"text"},
	first: record.Values{"title": "a", "text": "1\n2\n3\n4\n"},
	edit: func(m *alike, get func(string) string) []record.Values {
		title := string(rune('a' + m.IntN(3)))
		if m.IntN(2) != 0 {
			return []record.Values{{"title": title}}
		}
		all := strings.SplitAfter(get("text"), "\n")
		if line := m.IntN(len(all)); all[line] != "" {
			all[line] = strings.Repeat(all[line][:1], 1+m.IntN(3)) + "\n"
		}
		return []record.Values{{"text": strings.Join(all, "")}}
	},
}

var alikeTodos = alikeKind{
	kind: record.Todo, title: "title", single: []string{"title", "due", "done"}, sets: []string{"tags"},
	first: record.Values{"title": "a", "due": "2026-05-21", "tags": "x\ny"},
	edit: func(m *alike, get func(string) string) []record.Values {
		switch m.IntN(6) {
		case 0:
			return []record.Values{{"title": string(rune('a' + m.IntN(3)))}}
		case 1:
			return []record.Values{{"due": []string{"", "2026-05-21", "2026-05-22"}[m.IntN(3)]}}
		case 2: // each completes at another time
			return []record.Values{{"done": []string{"false", "false 50%", "true", "true"}[m.IntN(4)]}}
		case 3:
			return otherOrder("tags", get("tags"))
		}
		return []record.Values{{"tags": m.otherSet(get("tags"), "x", "y", "z", "w")}}
	},
}

var alikeContacts = alikeKind{
	kind: record.Contact, title: "name", single: []string{"name"}, sets: []string{"phones", "emails"},
	first: record.Values{"name": "a", "phones": "[home] 1\n[cell] 2", "emails": "a@example.org"},
	edit: func(m *alike, get func(string) string) []record.Values {
		switch m.IntN(5) {
		case 0:
			return []record.Values{{"name": string(rune('a' + m.IntN(3)))}}
		case 1, 2:
			return []record.Values{{"emails": m.otherSet(get("emails"), "a@example.org", "b@example.org", "c@example.org")}}
		}
		return []record.Values{{"phones": m.otherSet(get("phones"), "[home] 1", "[cell] 1", "[cell] 2", "[cell] 3")}}
	},
}

var alikeOutlines = alikeKind{
	kind: record.Outline, title: "title", single: []string{"title"}, places: []string{"-a", "-b", "-c"},
	first: record.Values{"title": "a"},
	edit: func(m *alike, _ func(string) string) []record.Values {
		return []record.Values{{"title": string(rune('a' + m.IntN(3)))}}
	},
}

// otherSet adds a member to a set, or removes or replaces it.
func (m *alike) otherSet(set string, members ...string) string {
	member := members[m.IntN(len(members))]
	all := membersOf(set)
	at := slices.Index(all, member)
	if at < 0 {
		return strings.Join(append(all, member), "\n")
	}
	others := slices.DeleteFunc(members, func(o string) bool { return slices.Contains(all, o) })
	if len(others) == 0 || m.IntN(3) == 0 {
		return strings.Join(slices.Delete(all, at, at+1), "\n")
	}
	all[at] = others[m.IntN(len(others))]
	return strings.Join(all, "\n")
}

// otherOrder moves the first member of a set to the end. An edit ignores the order of a set, so
// this takes two.
func otherOrder(field, set string) []record.Values {
	first, others, several := strings.Cut(set, "\n")
	if !several {
		return []record.Values{{field: set}}
	}
	return []record.Values{{field: others}, {field: others + "\n" + first}}
}

func membersOf(set string) []string {
	return slices.DeleteFunc(strings.Split(set, "\n"), func(s string) bool { return s == "" })
}

// alikePart is a part of an item's content that is merged by itself: a field or a line.
type alikePart struct {
	field, value string
	// set reports whether members are merged one by one. Their order is content, but a merge
	// makes its own.
	set bool
}

// openPart stands for what several endpoints changed differently.
const openPart = "?"

// version returns a version without a past. Equal versions say the same.
func (k alikeKind) version(v *item.Version) *alikeVersion {
	a := &alikeVersion{content: "deleted", past: map[string]bool{}}
	if v.Deleted {
		return a
	}
	r := record.Read(v.Content)
	for _, field := range k.single {
		a.parts = append(a.parts, alikePart{field: field, value: withoutTime(r.Get(field))})
	}
	if k.places != nil {
		a.parts = append(a.parts, alikePart{field: conflicts.Place, value: v.Place.Parent + " " + v.Place.Key})
	}
	for _, field := range k.sets {
		a.parts = append(a.parts, alikePart{field, r.Get(field), true})
	}
	for _, field := range k.lines {
		for _, line := range strings.SplitAfter(r.Get(field), "\n") {
			a.parts = append(a.parts, alikePart{field: field, value: line})
		}
	}
	a.content = contentText(a.parts)
	return a
}

// withoutTime returns the value of a field without the time of completion.
func withoutTime(value string) string {
	if strings.HasPrefix(value, "true ") {
		return "true"
	}
	return value
}

func contentText(parts []alikePart) string {
	var all []string
	for _, p := range parts {
		all = append(all, fmt.Sprintf("%q", p.value))
	}
	return strings.Join(all, " ")
}

func (v *alikeVersion) open() bool {
	return slices.ContainsFunc(v.parts, func(p alikePart) bool { return p.value == openPart })
}

// is reports whether a version changes nothing compared with an original, which may be nil. The
// members of a set that was merged have no order of their own.
func (v *alikeVersion) is(other *alikeVersion) bool {
	if v == nil || !v.merged || other.content == "deleted" {
		return v != nil && v.content == other.content
	}
	return slices.EqualFunc(v.parts, other.parts, alikePart.same)
}

func (p alikePart) same(other alikePart) bool {
	if !p.set {
		return p == other
	}
	return slices.Equal(slices.Sorted(slices.Values(membersOf(p.value))), slices.Sorted(slices.Values(membersOf(other.value))))
}

// merge merges the values of a part on top of their original.
func (p alikePart) merge(values []alikePart) alikePart {
	var changed []alikePart
	for _, v := range values {
		if !v.same(p) && !slices.ContainsFunc(changed, v.same) {
			changed = append(changed, v)
		}
	}
	all := !slices.ContainsFunc(values, func(v alikePart) bool { return len(changed) > 0 && !v.same(changed[0]) })
	switch {
	case len(changed) == 0:
		return p
	case len(changed) == 1 && (p.value != openPart || all):
		return changed[0]
	case p.set && p.value != openPart:
		return p.unite(changed)
	}
	return alikePart{p.field, openPart, p.set}
}

// unite merges the members of sets: nobody removed those of the original, or somebody added
// them. If two removed the same member, and each added one that the other did not, both may
// have changed it.
func (p alikePart) unite(changed []alikePart) alikePart {
	in := func(set alikePart, member string) bool { return slices.Contains(membersOf(set.value), member) }
	adds := func(a, b alikePart) bool {
		return slices.ContainsFunc(membersOf(a.value), func(m string) bool { return !in(p, m) && !in(b, m) })
	}
	removeBoth := func(a, b alikePart) bool {
		return slices.ContainsFunc(membersOf(p.value), func(m string) bool { return !in(a, m) && !in(b, m) })
	}
	for n, a := range changed {
		for _, b := range changed[:n] {
			if removeBoth(a, b) && adds(a, b) && adds(b, a) {
				return alikePart{p.field, openPart, true}
			}
		}
	}
	members := membersOf(p.value)
	for _, c := range changed {
		members = append(members, membersOf(c.value)...)
	}
	members = slices.DeleteFunc(members, func(m string) bool {
		return in(p, m) && slices.ContainsFunc(changed, func(c alikePart) bool { return !in(c, m) })
	})
	slices.Sort(members)
	return alikePart{p.field, strings.Join(slices.Compact(members), "\n"), true}
}

package record

import (
	"iter"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// contactFields lists the fields of an xCard (RFC 6351) in display order.
var contactFields = []Field{
	{Name: "name", Form: Line, get: getFullName, set: setFullName, shown: firstProperty("fn")},
	namePart("prefix", "prefix"),
	namePart("given", "given"),
	namePart("middle", "additional"),
	namePart("family", "surname"),
	namePart("suffix", "suffix"),
	{Name: "nickname", Form: Line, get: getNickname, set: setNickname, shown: allProperties("nickname")},
	{Name: "phones", Form: Entries, Merge: MergeSet, get: phones.get, set: phones.set, shown: phones.shown, canonical: canonicalPhones},
	{Name: "emails", Form: Entries, Merge: MergeSet, get: emails.get, set: emails.set, shown: emails.shown, canonical: canonicalEmails},
	{Name: "addresses", Form: Addresses, Merge: MergeSet, get: addresses.get, set: addresses.set, shown: addresses.shown},
	{Name: "urls", Form: Entries, Merge: MergeSet, get: urls.get, set: urls.set, shown: urls.shown, canonical: canonicalURLs},
	{Name: "messengers", Form: Entries, Merge: MergeSet, get: messengers.get, set: messengers.set, shown: messengers.shown},
	{Name: "organisation", Form: Line, get: getOrganisation, set: setOrganisation, shown: firstProperty("org"), canonical: canonicalOrganisation},
	cardLine("jobtitle", "title"),
	cardLine("role", "role"),
	{Name: "birthday", Form: Birthday, get: getBirthday, set: setBirthday, shown: firstProperty("bday", omitYear)},
	{Name: "tags", Form: Words, Merge: MergeSet, get: getCardTags, set: setCardTags, shown: allProperties("categories")},
	{Name: "text", Form: Text, Merge: MergeText, get: note.get, set: note.set, shown: allProperties(note.tag)},
	{Name: "picture", Form: Picture, get: getPicture, set: setPicture, shown: firstProperty("photo", slices.Concat(ofThePicture, []string{"type"})...)},
	attachments,
	{Name: "custom", Form: Custom, Merge: MergeSet, get: custom.get, set: custom.set, shown: custom.shown},
}

// Fields that consist of several properties, one per entry.
var (
	phones     = several{shows: tagged("tel"), value: phoneOf, put: putPhone, tag: always("tel")}
	emails     = severalOf("email", exchange.TextType)
	addresses  = several{shows: tagged("adr"), value: addressOf, put: putAddress, tag: always("adr")}
	urls       = severalOf("url", exchange.URIType)
	messengers = severalOf("impp", exchange.URIType)
	custom     = several{shows: isCustom, value: customOf, put: putCustom, tag: customTag}
)

// severalOf returns a field of properties with one name and values of one text type.
func severalOf(tag, kind string) several {
	return several{shows: tagged(tag), value: lineOf, put: putAs(kind), tag: always(tag)}
}

func always(tag string) func(string) string { return func(string) string { return tag } }

// group is the element that contains the properties of one group (RFC 6351 §5).
const group = "group"

func tagged(tag string) func(string) bool { return func(t string) bool { return t == tag } }

// inCard returns the wanted properties of a card and its groups in document order.
func inCard(card *etree.Element, wanted func(tag string) bool) []*etree.Element {
	return slices.Collect(eachInCard(card, wanted))
}

// eachInCard iterates over inCard.
func eachInCard(card *etree.Element, wanted func(tag string) bool) iter.Seq[*etree.Element] {
	return func(yield func(*etree.Element) bool) { yieldInCard(card, wanted, yield) }
}

func yieldInCard(card *etree.Element, wanted func(tag string) bool, yield func(*etree.Element) bool) (more bool) {
	for _, token := range card.Child {
		e, is := token.(*etree.Element)
		switch {
		case !is || e.Tag != group && !wanted(e.Tag) || e.NamespaceURI() != card.NamespaceURI():
		case e.Tag == group:
			if !yieldInCard(e, wanted, yield) {
				return false
			}
		case !yield(e):
			return false
		}
	}
	return true
}

// firstIn returns the first property with that name in a card, or nil.
func firstIn(card *etree.Element, tag string) *etree.Element {
	for p := range eachInCard(card, tagged(tag)) {
		return p
	}
	return nil
}

// ensureIn returns the first property with that name in a card, and adds one if there is none.
func ensureIn(card *etree.Element, tag string) *etree.Element {
	if p := firstIn(card, tag); p != nil {
		return p
	}
	return exchange.AddChild(card, tag)
}

func removeAll(properties []*etree.Element) {
	for _, p := range properties {
		removeProperty(p)
	}
}

// putAs returns a function that changes the value of a property and preserves its type if it
// has one. A value with characters that are invalid in a URI becomes text.
func putAs(kind string) func(*etree.Element, string) {
	return func(p *etree.Element, value string) {
		as := kind
		if has, _ := exchange.Value(p); has == exchange.TextType || has == exchange.URIType || has == exchange.UnknownType {
			as = has
		}
		if as == exchange.URIType && strings.ContainsAny(value, notInURI) {
			as = exchange.TextType
		}
		exchange.SetValues(p, as, value)
	}
}

// notInURI lists ASCII characters that are invalid in URIs (RFC 3986 §2). Non-ASCII letters
// are allowed, because people type them.
const notInURI = " \t\"<>\\^`{|}"

// lineOf returns the value of a property as a single line.
func lineOf(p *etree.Element) string {
	_, text := exchange.Value(p)
	return oneLine(text)
}

// oneLine replaces every line break and the white space around it with a single space.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// joined is a field of one text. A card may have the property several times, for example in
// several languages: then the field shows all of them, and a change merges them into one.
type joined struct{ tag, between string }

var note = joined{"note", "\n\n"}

// cardLine returns a single-line field.
func cardLine(name, tag string) Field {
	j := joined{tag, "; "}
	return Field{Name: name, Form: Line, get: j.get, set: j.set, shown: allProperties(tag)}
}

func (j joined) get(t tree) string {
	var all []string
	for _, p := range inCard(t.record, tagged(j.tag)) {
		if _, text := exchange.Value(p); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, j.between)
}

func (j joined) set(t tree, text string) {
	all := inCard(t.record, tagged(j.tag))
	if text != "" {
		exchange.SetValues(ensureIn(t.record, j.tag), exchange.TextType, text)
		all = all[min(1, len(all)):]
	}
	removeAll(all)
}

// betweenNicknames separates nicknames, which are a list (RFC 6350 §6.2.3) shown on one line.
const betweenNicknames = ", "

func getNickname(t tree) string {
	var all []string
	for _, p := range inCard(t.record, tagged("nickname")) {
		all = append(all, exchange.Values(p)...)
	}
	return strings.Join(all, betweenNicknames)
}

func setNickname(t tree, text string) {
	all := inCard(t.record, tagged("nickname"))
	if text != "" {
		p := ensureIn(t.record, "nickname")
		exchange.SetValues(p, exchange.TextType, strings.Split(text, betweenNicknames)...)
		all = all[min(1, len(all)):]
	}
	removeAll(all)
}

// several is a field that consists of several properties, one per entry.
type several struct {
	shows func(tag string) bool
	// value returns the value to show for a property; properties with "" are not shown.
	value func(*etree.Element) string
	put   func(p *etree.Element, value string)
	// tag returns the name of the property for a value.
	tag func(value string) string
}

func (s several) properties(t tree) (shown []*etree.Element, all []Entry) {
	for p, value := range s.each(t) {
		shown, all = append(shown, p), append(all, entryOf(p, value))
	}
	return shown, all
}

// each iterates over the shown properties and their values.
func (s several) each(t tree) iter.Seq2[*etree.Element, string] {
	return func(yield func(*etree.Element, string) bool) {
		for p := range eachInCard(t.record, s.shows) {
			if value := s.value(p); value != "" && !yield(p, value) {
				return
			}
		}
	}
}

func (s several) get(t tree) string {
	return formatEntries(func(yield func(Entry) bool) {
		for p, value := range s.each(t) {
			if !yield(entryOf(p, value)) {
				return
			}
		}
	}, 0)
}

// set changes the properties whose entries changed in place, to preserve their other
// parameters and their groups.
func (s several) set(t tree, text string) {
	wanted, err := ParseEntries(text)
	if err != nil {
		return // the value is canonical
	}
	shown, old := s.properties(t)
	partners := s.pair(old, wanted)
	for i, partner := range partners {
		if partner < 0 {
			s.write(exchange.AddChild(t.record, s.tag(wanted[i].Value)), Entry{}, wanted[i])
			continue
		}
		s.write(shown[partner], old[partner], wanted[i])
		shown[partner] = nil
	}
	for _, p := range shown {
		if p != nil {
			removeProperty(p)
		}
	}
}

func (s several) write(p *etree.Element, was, now Entry) {
	if was.Value != now.Value {
		s.put(p, now.Value)
	}
	putMarks(p, was, now)
}

// pair returns, for each wanted entry, the index of the old entry to change, or -1. It prefers
// equal entries, then entries with the same value, then the next unpaired one with the same
// tag.
func (s several) pair(old, wanted []Entry) []int {
	partners := make([]int, len(wanted))
	for i := range partners {
		partners[i] = -1
	}
	taken := make([]bool, len(old))
	for _, key := range []func(Entry) string{Entry.String, Entry.value, func(e Entry) string { return s.tag(e.Value) }} {
		free := map[string][]int{}
		for j, o := range old {
			if !taken[j] {
				free[key(o)] = append(free[key(o)], j)
			}
		}
		for i, w := range wanted {
			if next := free[key(w)]; partners[i] < 0 && len(next) > 0 {
				partners[i], free[key(w)] = next[0], next[1:]
				taken[next[0]] = true
			}
		}
	}
	return partners
}

func (e Entry) value() string { return e.Value }

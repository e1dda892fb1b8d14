package record_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// version returns a version that extends the history of another one by an update of an endpoint
// on top.
func version(c *item.Content, by string, before *item.Version) *item.Version {
	v := &item.Version{ID: "x", Updates: 1, Content: c}
	if before != nil {
		v.Updates += before.Updates
		v.History = before.History
	}
	v.History = append([]item.History{{Sequence: v.Updates, By: by}}, v.History...)
	return v
}

func dated(t *testing.T, due string) *item.Content {
	t.Helper()
	c, err := record.New(record.Todo, record.Values{"title": "Bins", "due": due, "text": "both"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// dueOf returns the due date that a version shows, or "note" if it is one.
func dueOf(v *item.Version) string {
	if r := record.Read(v.Content); r.Kind != record.Note {
		return r.Get("due")
	}
	return "note"
}

func TestAVersionIsShownWithTheRecordThatItWasMadeFrom(t *testing.T) {
	plain := func(title string) *item.Content { return item.Plain(title, "both") }
	ours := func(v *item.Version) *item.Version { v.Digest = v.Content.Digest(); return v }
	first := version(dated(t, "2026-11-26"), "tablet", nil)
	lost := version(plain("A"), "reader", first)
	again := version(plain("B"), "reader", lost)
	later := version(dated(t, "2026-11-27"), "phone", lost)
	old := version(plain("Bins"), "desk", nil)
	made := version(dated(t, "2026-11-28"), "desk", old)
	undone := ours(version(plain("Bins"), "desk", made))
	renamed := ours(version(plain("C"), "desk", undone))
	altered := version(plain("A"), "phone", first)
	altered.Digest = "0af1"
	gap := func(by string) *item.Version {
		return &item.Version{ID: "x", Updates: 9, Content: plain("D"), History: append([]item.History{{Sequence: 9, By: "reader"}, {Sequence: 8, By: by}}, first.History...)}
	}
	gone := version(plain("Bins"), "desk", first)
	gone.Deleted = true
	edited := version(plain("Bins"), "tablet", gone)
	edited.Deleted = true
	resolved := version(plain("E"), "reader", again)
	resolved.History = append(resolved.History, later.History[0])
	for _, c := range []struct {
		name    string
		v       *item.Version
		archive []*item.Version
		want    string
	}{
		{"its own", first, []*item.Version{lost, again}, "2026-11-26"},
		{"the one before", lost, []*item.Version{first, lost}, "2026-11-26"},
		{"the one before that", again, []*item.Version{first, lost, again}, "2026-11-26"},
		{"the one before that, without the one between", again, []*item.Version{first}, "2026-11-26"},
		{"a gap of the program's own", gap("reader"), []*item.Version{first}, "2026-11-26"},
		{"a gap of a program that knows no records", gap("other"), []*item.Version{first, version(plain("A"), "other", first)}, "2026-11-26"},
		{"a gap of who wrote a digest, though a copy lost it", gap("other"), []*item.Version{first, version(plain("A"), "other", first), ours(version(plain("A"), "other", first))}, "note"},
		{"a gap of who may know some", gap("unseen"), []*item.Version{first}, "note"},
		{"a gap of who does", gap("tablet"), []*item.Version{first}, "note"},
		{"altered on the way", altered, []*item.Version{first}, "note"},
		{"the latest", version(plain("F"), "reader", later), []*item.Version{first, lost, later}, "2026-11-27"},
		{"what it resolved", resolved, []*item.Version{first, lost, again, later}, "2026-11-27"},
		{"a record after it was put back", version(plain("F"), "reader", version(dated(t, "2026-11-29"), "phone", renamed)), []*item.Version{old, made, undone, renamed, version(dated(t, "2026-11-29"), "phone", renamed)}, "2026-11-29"},
		{"a deletion between", version(plain("F"), "reader", gone), []*item.Version{first, gone}, "2026-11-26"},
		{"a deletion that was edited between", version(plain("F"), "reader", edited), []*item.Version{first, gone, edited}, "note"},
		{"a copy of its own with the record", lost, []*item.Version{first, version(dated(t, "2026-11-30"), "reader", first)}, "2026-11-26"},
		{"none known", lost, []*item.Version{lost}, "note"},
		{"a later one is not made from", lost, []*item.Version{later}, "note"},
		{"another branch", version(plain("A"), "reader", old), []*item.Version{first}, "note"},
		{"put back to a note", undone, []*item.Version{old, made, undone}, "note"},
		{"put back, without a digest", version(plain("Bins"), "desk", made), []*item.Version{old, made}, "note"},
		{"edited after it was put back", renamed, []*item.Version{old, made, undone, renamed}, "note"},
		{"saved again by a program that knows no records", version(plain("Bins"), "reader", made), []*item.Version{old, made}, "2026-11-28"},
	} {
		got := record.Complete([]*item.Version{c.v}, c.archive)[0]
		if due := dueOf(got); due != c.want {
			t.Errorf("%s: due is %q, want %q", c.name, due, c.want)
		}
		if got.Content.XML() != c.v.Content.XML() || got.Content.Hash() != c.v.Content.Hash() || !got.Same(c.v) {
			t.Errorf("%s: it is another version", c.name)
		}
		if r := record.Read(got.Content); got.Content.From() != nil && (r.Get("title") != c.v.Title() || r.Get("text") != "both") {
			t.Errorf("%s: title and text are %q and %q", c.name, r.Get("title"), r.Get("text"))
		}
		if again := record.Complete([]*item.Version{got}, nil)[0]; again.Content.From() != nil {
			t.Errorf("%s: it is shown with a record that nobody has any more", c.name)
		}
	}
}

// SSE 0.91 has no sequence numbers, and an upgraded history has numbers that the archive
// lacks.
func TestUpdatesWithoutNumbersAreFound(t *testing.T) {
	at := func(day int) item.When { return item.At(time.Date(2026, 11, day, 10, 0, 0, 0, time.UTC)) }
	first := &item.Version{ID: "x", Updates: 1, Content: dated(t, "2026-11-26"), History: []item.History{{When: at(20), By: "desk"}}}
	edited := &item.Version{ID: "x", Updates: 2, Content: item.Plain("A", ""), History: []item.History{{When: at(21), By: "reader"}, first.History[0]}}
	upgraded := *edited
	upgraded.History = []item.History{{Sequence: 2, When: edited.History[0].When, By: "reader"}, {Sequence: 1, When: first.History[0].When, By: "desk"}}
	for _, v := range []*item.Version{edited, &upgraded} {
		if due := dueOf(record.Complete([]*item.Version{v}, []*item.Version{first})[0]); due != "2026-11-26" {
			t.Errorf("due is %q", due)
		}
	}
}

func TestWhatAProgramDroppedIsWrittenAgain(t *testing.T) {
	older := content(t, `<title>Bins</title><content>both</content><link rel="enclosure" href="a.mp3"/><link rel="alternate" href="old"/>`+
		`<category term="x"/><f:price xmlns:f="urn:f">2</f:price>`+todoStart+`<properties><summary><text>Bins</text></summary></properties></vtodo>`)
	lost := content(t, `<title>Out</title><link rel="alternate" href="new"/><g:seen xmlns:g="urn:g"/>`).MadeFrom(older)
	same(t, "shown", record.Shown(lost), content(t, `<title>Out</title><link rel="alternate" href="new"/><g:seen xmlns:g="urn:g"/><link rel="enclosure" href="a.mp3"/>`+
		`<category term="x"/><f:price xmlns:f="urn:f">2</f:price>`+todoStart+`<properties><summary><text>Bins</text></summary></properties></vtodo>`))
	prefixed, err := item.ParseContent(`<entry xmlns="` + item.NamespaceAtom + `" xmlns:c="urn:ietf:params:xml:ns:icalendar-2.0"><title>Bins</title><c:vtodo><c:properties><c:due><c:date>2026-11-26</c:date></c:due></c:properties></c:vtodo></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	shown := record.Shown(item.Plain("Out", "").MadeFrom(prefixed))
	if read := record.Read(shown); read.Get("due") != "2026-11-26" || read.Get("title") != "Out" {
		t.Errorf("with a prefix: %s", shown.XML())
	}
	if _, err := item.ParseContent(shown.XML()); err != nil {
		t.Error(err)
	}
}

func TestARecordPackedIntoATextIsNone(t *testing.T) {
	record1 := todoStart + `<properties><due><date>2026-11-26</date></due></properties></vtodo>`
	older := content(t, `<title>Bins</title>`+record1)
	for _, packed := range []string{
		`<title>Out</title><![CDATA[` + record1 + `]]>`,
		`<title>Out</title>` + strings.Replace(strings.Replace(record1, "<prop", "<![CDATA[<prop", 1), "</vtodo>", "]]></vtodo>", 1),
	} {
		c := content(t, packed)
		if k := record.KindOf(c); k != record.Note || record.Holds(c) {
			t.Errorf("it is a %s: %s", k, packed)
		}
		same(t, packed, record.Shown(c.MadeFrom(older)), content(t, `<title>Out</title>`+record1))
	}
}

// Histories come from untrusted sources: they may refer to each other.
func TestHistoriesInACircleEnd(t *testing.T) {
	var all []*item.Version
	many := testsize.Of(120, 300)
	for n := 1; n <= many; n++ {
		v := &item.Version{ID: "x", Updates: n, Content: item.Plain(fmt.Sprint(n), "")}
		for m := many; m > 0; m-- {
			v.History = append(v.History, item.History{Sequence: m, By: "x"})
		}
		all = append(all, v)
	}
	all = append(all, version(dated(t, "2026-11-26"), "desk", nil))
	for _, v := range record.Complete(all, all) {
		if v.Content.From() != nil {
			t.Fatal("a record that none was made from")
		}
	}
}

package ical_test

import (
	"bytes"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

// changed is when the items of these tests were last changed.
var changed = time.Date(2026, 11, 20, 10, 11, 12, 0, time.UTC)

// read returns all entries of a file.
func read(t testing.TB, file string) []exchange.Entry {
	t.Helper()
	var all []exchange.Entry
	err := ical.Read(strings.NewReader(file), func(e exchange.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readOne returns the only entry of a file, which must be a todo.
func readOne(t testing.TB, file string) exchange.Entry {
	t.Helper()
	all := read(t, file)
	if len(all) != 1 || all[0].Content == nil {
		t.Fatalf("%d entries: %+v", len(all), all)
	}
	return all[0]
}

// calendar returns a file with these lines.
func calendar(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(append(lines, "END:VCALENDAR", ""), "\r\n")
}

// todo returns a calendar with one todo with these lines. The first of them is line 4.
func todo(lines ...string) string {
	return calendar(append(append([]string{"BEGIN:VTODO"}, lines...), "END:VTODO")...)
}

// outs returns the contents of entries as items to write.
func outs(entries []exchange.Entry) []exchange.Out {
	var all []exchange.Out
	for _, e := range entries {
		if e.Content != nil {
			all = append(all, exchange.Out{UID: "of-the-item", Content: e.Content, Changed: changed})
		}
	}
	return all
}

func write(t testing.TB, all []exchange.Out) string {
	t.Helper()
	var b bytes.Buffer
	if err := ical.Write(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// between returns the part of a text between two marks, or "".
func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	inside, _, found := strings.Cut(rest, to)
	if !found {
		return ""
	}
	return inside
}

// properties returns the XML of the properties of a todo.
func properties(e exchange.Entry) string {
	return between(e.Content.XML(), "<vtodo xmlns=\"urn:ietf:params:xml:ns:icalendar-2.0\"><properties>", "</properties>")
}

// preservedLines returns the lines preserved alongside the record of an entry.
func preservedLines(e exchange.Entry) []string { return exchange.PreservedLines(e.Content.Element()) }

// told returns a problem without its line.
func told(p exchange.Problem) string {
	p.Line = 0
	return p.String()
}

// problems returns the problems of an entry, one per line.
func problems(e exchange.Entry) string {
	var b strings.Builder
	for _, p := range e.Problems {
		b.WriteString(told(p) + "\n")
	}
	return b.String()
}

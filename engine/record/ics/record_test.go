package ics_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

func TestLinesBesideARecordStandInOurNamespace(t *testing.T) {
	if exchange.NamespaceOwn != record.NamespaceOwn {
		t.Errorf("%s is not %s", exchange.NamespaceOwn, record.NamespaceOwn)
	}
}

func TestTheFieldsOfATodoAreThoseOfItsFile(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"tasks-org.ics": {
			"title": "Albums for the café 📷", "done": "false", "due": "2026-11-27T18:00 Europe/Berlin", "start": "2026-11-27",
			"priority": "9", "tags": "photos", "repeat": "FREQ=WEEKLY;BYDAY=FR", "alarms": "PT0S\nP1D",
			"parent": "00000000-0000-4000-8000-0000000000b7", "order": "785409121",
		},
		"outlook.ics": {
			"title": "Rechnung 2026-1181 prüfen; Rücksprache mit Buchhaltung, Etat", "done": "false in-process 25%",
			"due": "2026-11-27T17:00 W. Europe Standard Time", "tags": "Büro\nRechnungen", "alarms": "start -PT15M",
		},
		"evolution.ics": {"due": "2026-11-27", "start": "2026-11-20T09:00 /freeassociation.sourceforge.net/Europe/Berlin", "priority": "7"},
	} {
		r := record.Read(outs(read(t, file(t, name)))[0].Content)
		for field, text := range want {
			if got := r.Get(field); got != text {
				t.Errorf("%s: %s is %q, not %q", name, field, got, text)
			}
		}
	}
}

func TestWhatIsWrittenIsWhatTheFieldsSay(t *testing.T) {
	c := readOne(t, todo("SUMMARY:Milk", "DESCRIPTION:cold")).Content
	for _, edited := range []*item.Content{c, c.WithTitle("Bread"), c.WithText("warm"), c.WithText(""), c.WithTitle("").WithText(""), c.WithTitle(""), item.Plain("a", "b")} {
		again := readOne(t, write(t, []exchange.Out{{UID: "1", Content: edited, Changed: changed}})).Content
		was, is := record.Read(edited), record.Read(again)
		for _, field := range []string{"title", "text"} {
			if was.Get(field) != is.Get(field) {
				t.Errorf("%s is %q, not %q, of\n%s", field, is.Get(field), was.Get(field), edited.XML())
			}
		}
	}
}

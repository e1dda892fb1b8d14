package quick_test

import (
	"testing"

	"crossfeed/engine/record/quick"
)

func TestDatesInGerman(t *testing.T) {
	checkSayings(t, berlin(t, wednesday, quick.German), []saying{
		// Tage mit Namen.
		{"heute", "2026-11-25"},
		{"Morgen", "2026-11-26"},
		{"gestern", "2026-11-24"},
		{"übermorgen", "2026-11-27"},
		{"uebermorgen", "2026-11-27"},
		{"u\u0308bermorgen", "2026-11-27"},
		{"Monatsende", "2026-11-30"},
		{"bis Ende des Monats", "2026-11-30"},

		// Ein Wochentag ist der nächste, heute eingeschlossen.
		{"Mi", "2026-11-25"},
		{"fr", "2026-11-27"},
		{"Freitag", "2026-11-27"},
		{"am Fr.", "2026-11-27"},
		{"bis Freitag", "2026-11-27"},
		{"diesen Freitag", "2026-11-27"},
		{"So", "2026-11-29"},
		{"Sonnabend", "2026-11-28"},
		// „Nächsten“ heißt in der nächsten Woche.
		{"nächsten Mittwoch", "2026-12-02"},
		{"nächsten Freitag", "2026-12-04"},
		{"naechsten freitag", "2026-12-04"},
		{"Freitag nächster Woche", "2026-12-04"},
		{"nächste Woche Freitag", "2026-12-04"},
		// „Kommenden“ heißt der nächste nach heute.
		{"kommenden Mittwoch", "2026-12-02"},
		{"kommenden Freitag", "2026-11-27"},

		{"nächste Woche", "2026-11-30"},
		{"kommende Woche", "2026-11-30"},
		{"nächsten Monat", "2026-12-01"},
		{"nächstes Jahr", "2027-01-01"},

		{"in 3 Tagen", "2026-11-28"},
		{"in einer Woche", "2026-12-02"},
		{"in zwei Wochen", "2026-12-09"},
		{"in drei Monaten", "2027-02-25"},
		{"in einem Jahr", "2027-11-25"},
		{"in 2 Stunden", "2026-11-25T12:30"},

		{"27.11.", "2026-11-27"},
		{"27.11", "2026-11-27"},
		{"24.11.", "2027-11-24"},
		{"27.11.2026", "2026-11-27"},
		{"27. November", "2026-11-27"},
		{"27. Nov. 2027", "2027-11-27"},
		{"1. März", "2027-03-01"},
		{"Freitag, den 27.11.", "2026-11-27"},
		{"zum 27.11.", "2026-11-27"},
		{"2026-11-27", "2026-11-27"},

		{"Freitag 18 Uhr", "2026-11-27T18:00"},
		{"18 Uhr Freitag", "2026-11-27T18:00"},
		{"um 18:30 am Freitag", "2026-11-27T18:30"},
		{"morgen um 18.30 Uhr", "2026-11-26T18:30"},
		{"27.11. 8Uhr", "2026-11-27T08:00"},
		{"morgen mittags", "2026-11-26T12:00"},
		{"8 Uhr", "2026-11-26T08:00"},
		{"8:00 am Freitag", "2026-11-27T08:00"},

		// Englische Wörter gehen auch.
		{"next fri 6pm", "2026-12-04T18:00"},
		{"6 am", "2026-11-26T06:00"},
		{"tue", "2026-12-01"},

		// Was kein Datum ist: im Deutschen steht kein Monat vor einem Strich, und
		// „am“ gehört zum Tag.
		{"11/27", ""},
		{"6 am Freitag", ""},
		{"31.2.", ""},
		{"31. Februar", ""},
		{"0.11.", ""},
		{"27.13.", ""},
		{"Freitag, den 28.11.", ""},
		{"25 Uhr", ""},
		{"bald", ""},
	})
}

package quickadd_test

import (
	"maps"
	"slices"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
)

// typing is what a person types into a list, and the resulting todo.
type typing struct {
	text string
	want record.Values
}

func todo(title string, more ...string) record.Values {
	v := record.Values{"title": title}
	for i := 0; i < len(more); i += 2 {
		v[more[i]] = more[i+1]
	}
	return v
}

func checkTypings(t *testing.T, now quickadd.Now, all []typing) {
	t.Helper()
	for _, typed := range all {
		got := quickadd.Parse(typed.text, now, quickadd.Choices{})
		if !maps.Equal(got.Values, typed.want) || got.Title != typed.want["title"] {
			t.Errorf("%q: got %q %v\nwant %v", typed.text, got.Title, got.Values, typed.want)
		}
		checkForms(t, typed.text, got.Values)
		if problems := record.Check(record.Todo, got.Values); got.Title != "" && problems != nil {
			t.Errorf("%q: the editor would refuse %v: %v", typed.text, got.Values, problems)
		}
	}
}

func TestQuickEntryInEnglish(t *testing.T) {
	checkTypings(t, berlin(t, wednesday, quickadd.English), []typing{
		{"milk next fri 18:00 #dairy p1", todo("milk", "due", "2026-12-04T18:00", "tags", "dairy", "priority", "1")},
		{"  call   mum ", todo("call mum")},
		{"", todo("")},

		// Dates may be anywhere, as whole words.
		{"tomorrow buy bread", todo("buy bread", "due", "2026-11-26")},
		{"buy bread tomorrow, and butter", todo("buy bread and butter", "due", "2026-11-26")},
		{"pay the rent by end of month", todo("pay the rent", "due", "2026-11-30")},
		{"rename todayfile and sunday.txt", todo("rename todayfile and sunday.txt")},
		{"march to the sea in may", todo("march to the sea in may")},
		{"tickets 31.2.", todo("tickets 31.2.")},
		{"release 27.11 for 3 people", todo("release 27.11 for 3 people")},
		{"log of 2026-11-27T18:00Z", todo("log of", "due", "2026-11-27T18:00Z")},
		// Day and time may be apart.
		{"fri meet neighbours 18:00", todo("meet neighbours", "due", "2026-11-27T18:00")},
		{"18:00 meet neighbours fri", todo("meet neighbours", "due", "2026-11-27T18:00")},
		// The first date counts.
		{"move fri to sat", todo("move to sat", "due", "2026-11-27")},
		// Short German names of days that are also English words need context.
		{"do the washing so it dries", todo("do the washing so it dries")},
		{"call Di and Mo", todo("call Di and Mo")},
		{"washing do 18:00", todo("washing", "due", "2026-11-26T18:00")},

		{"buy sat nav", todo("buy sat nav")},
		{"buy sun cream sat", todo("buy sun cream", "due", "2026-11-28")},
		// A bare hour is a time only at the end of its phrase.
		{"dentist at 5 #health", todo("dentist", "due", "2026-11-25T17:00", "tags", "health")},
		{"look at 5 houses", todo("look at 5 houses")},
		{"film tonight", todo("film", "due", "2026-11-25T20:00")},
		// A year that could be another number follows a comma.
		{"Ada's birthday December 10, 1815", todo("Ada's birthday", "due", "1815-12-10")},
		{"call Dec 10 1500", todo("call 1500", "due", "2026-12-10")},
		// Rules of one word follow a date.
		{"Ada's birthday Dec 10 yearly", todo("Ada's birthday", "due", "2026-12-10", "repeat", "FREQ=YEARLY")},
		{"write the weekly report", todo("write the weekly report")},
		// They also end a text.
		{"pay rent monthly", todo("pay rent", "repeat", "FREQ=MONTHLY", "due", "2026-11-25")},
		{"pay rent monthly #home p1", todo("pay rent", "repeat", "FREQ=MONTHLY", "due", "2026-11-25", "tags", "home", "priority", "1")},
		{"pills daily at 9am", todo("pills", "repeat", "FREQ=DAILY", "due", "2026-11-26T09:00")},
		{"gym weekly on fri", todo("gym", "repeat", "FREQ=WEEKLY", "due", "2026-11-27")},
		{"pills daily until Dec 5", todo("pills", "repeat", "FREQ=DAILY;UNTIL=20261205", "due", "2026-11-25")},
		{"daily stand-up", todo("daily stand-up")},
		{"weekly", todo("weekly")},

		// A day of the month.
		{"rent every 1st", todo("rent", "repeat", "FREQ=MONTHLY;BYMONTHDAY=1", "due", "2026-12-01")},
		{"rent every 15th of the month 9am", todo("rent", "repeat", "FREQ=MONTHLY;BYMONTHDAY=15", "due", "2026-12-15T09:00")},
		{"rent every 1st until May 1 #home", todo("rent", "repeat", "FREQ=MONTHLY;UNTIL=20270501;BYMONTHDAY=1", "due", "2026-12-01", "tags", "home")},
		{"thank every 1st customer", todo("thank every 1st customer")},
		{"read every 5", todo("read every 5")},
		{"club every 1st monday", todo("club every 1st", "due", "2026-11-30")},

		// The weekend means its Saturday, where it is a day.
		{"clean this weekend", todo("clean", "due", "2026-11-28")},
		{"clean next weekend", todo("clean", "due", "2026-12-05")},
		{"clean on the weekend", todo("clean", "due", "2026-11-28")},
		{"clean every weekend", todo("clean", "repeat", "FREQ=WEEKLY;BYDAY=SA", "due", "2026-11-28")},
		{"plan the weekend", todo("plan the weekend")},
		{"book weekend in Rome", todo("book weekend in Rome")},

		// Tags.
		{"fix tap #home #DIY_2 #do-it", todo("fix tap", "tags", "home\nDIY_2\ndo-it")},
		{"fix tap #Küche, #日本", todo("fix tap", "tags", "Küche\n日本")},
		{`fix tap #"two words" now`, todo("fix tap now", "tags", "two words")},
		{"fix tap #“two  words”", todo("fix tap", "tags", "two words")},
		{"fix tap #home #Home", todo("fix tap", "tags", "home")},
		{`a#b # #"open ## #"" #"  "`, todo(`a#b # #"open ## #"" #" "`)},

		// Priorities; the first one counts.
		{"milk p2", todo("milk", "priority", "5")},
		{"milk P3", todo("milk", "priority", "9")},
		{"milk !1", todo("milk", "priority", "1")},
		{"milk !!!", todo("milk", "priority", "1")},
		{"milk !!", todo("milk", "priority", "5")},
		{"milk !", todo("milk", "priority", "9")},
		{"milk p1 p2", todo("milk p2", "priority", "1")},
		{"milk! !4 !!!!", todo("milk! !4 !!!!")},
		{"milk p4", todo("milk", "priority", "")},
		{"milk p4 p1", todo("milk p1", "priority", "")},

		// Recurring todos are due on the first day of their rule.
		{"water plants every day", todo("water plants", "repeat", "FREQ=DAILY", "due", "2026-11-25")},
		{"bins every friday 6am", todo("bins", "repeat", "FREQ=WEEKLY;BYDAY=FR", "due", "2026-11-27T06:00")},
		{"bins every wed 6am", todo("bins", "repeat", "FREQ=WEEKLY;BYDAY=WE", "due", "2026-12-02T06:00")},
		{"bins every 2 weeks", todo("bins", "repeat", "FREQ=WEEKLY;INTERVAL=2", "due", "2026-11-25")},
		{"bins every other week on fri", todo("bins", "repeat", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "due", "2026-11-27")},
		{"gym every mon, wed and fri", todo("gym", "repeat", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "due", "2026-11-25")},
		{"stand-up every weekday 9:30", todo("stand-up", "repeat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "due", "2026-11-26T09:30")},
		{"rent every month on the 5th", todo("rent", "repeat", "FREQ=MONTHLY;BYMONTHDAY=5", "due", "2026-12-05")},
		{"count every month on the 31st", todo("count", "repeat", "FREQ=MONTHLY;BYMONTHDAY=31", "due", "2026-12-31")},
		{"filter every 3 months, tomorrow", todo("filter", "repeat", "FREQ=MONTHLY;INTERVAL=3", "due", "2026-11-26")},
		{"tax every year on may 31", todo("tax", "repeat", "FREQ=YEARLY", "due", "2027-05-31")},
		{"bins every friday Dec 1", todo("bins", "repeat", "FREQ=WEEKLY;BYDAY=FR", "due", "2026-12-04")},
		{"read every page, check every 0 days", todo("read every page, check every 0 days")},
		{"write weekly report", todo("write weekly report")},
		{"rent every month on the 32nd", todo("rent on the 32nd", "repeat", "FREQ=MONTHLY", "due", "2026-11-25")},

		// A text with nothing else is a title.
		{"tomorrow", todo("tomorrow")},
		{" #dairy  p1 ", todo("#dairy p1")},
		// A backslash makes a word plain.
		{`watch \Friday on \#tv \p1 sat`, todo("watch Friday on #tv p1", "due", "2026-11-28")},
		{`\tomorrow`, todo("tomorrow")},
		{`copy \\server\share \`, todo(`copy \\server\share \`)},
	})
}

func TestQuickEntryInGerman(t *testing.T) {
	checkTypings(t, berlin(t, wednesday, quickadd.German), []typing{
		{"Milch nächsten Freitag 18 Uhr #Kühlschrank p1", todo("Milch", "due", "2026-12-04T18:00", "tags", "Kühlschrank", "priority", "1")},
		{"Brot am Fr. um 18:30", todo("Brot", "due", "2026-11-27T18:30")},
		{"bis 27.11. Miete zahlen", todo("Miete zahlen", "due", "2026-11-27")},
		{"Wäsche do", todo("Wäsche", "due", "2026-11-26")},
		{"Zimmer 6 am Freitag streichen", todo("Zimmer 6 streichen", "due", "2026-11-27")},
		{"Rezept mit 1/2 Liter Milch", todo("Rezept mit 1/2 Liter Milch")},
		// "so" and "tue" are usually not days.
		{"so schnell wie möglich anrufen", todo("so schnell wie möglich anrufen")},
		{"Nachbarn anrufen am So", todo("Nachbarn anrufen", "due", "2026-11-29")},
		{"Nachbarn anrufen So 18 Uhr", todo("Nachbarn anrufen", "due", "2026-11-29T18:00")},
		{"ich tue etwas", todo("ich tue etwas")},
		{"Mittagessen kochen", todo("Mittagessen kochen")},

		{"Müll jeden Freitag", todo("Müll", "repeat", "FREQ=WEEKLY;BYDAY=FR", "due", "2026-11-27")},
		{"Müll alle 2 Wochen", todo("Müll", "repeat", "FREQ=WEEKLY;INTERVAL=2", "due", "2026-11-25")},
		{"Müll alle zwei Wochen am Mo und Do", todo("Müll", "repeat", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "due", "2026-11-26")},
		{"Gießen jeden zweiten Tag 8 Uhr", todo("Gießen", "repeat", "FREQ=DAILY;INTERVAL=2", "due", "2026-11-26T08:00")},
		{"Miete jeden Monat am 5.", todo("Miete", "repeat", "FREQ=MONTHLY;BYMONTHDAY=5", "due", "2026-12-05")},
		{"Müll jeden Freitag 6 Uhr #Haus", todo("Müll", "repeat", "FREQ=WEEKLY;BYDAY=FR", "due", "2026-11-27T06:00", "tags", "Haus")},
		{"Post jeden Arbeitstag", todo("Post", "repeat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "due", "2026-11-25")},
		{"Filter jeden zweiten Monat", todo("Filter", "repeat", "FREQ=MONTHLY;INTERVAL=2", "due", "2026-11-25")},
		{"Steuer jedes Jahr am 31. Mai", todo("Steuer", "repeat", "FREQ=YEARLY", "due", "2027-05-31")},
		{"alle Fenster putzen", todo("alle Fenster putzen")},
		{"Miete monatlich", todo("Miete", "repeat", "FREQ=MONTHLY", "due", "2026-11-25")},
		{"Miete monatlich am 1.12. #Haus", todo("Miete", "repeat", "FREQ=MONTHLY", "due", "2026-12-01", "tags", "Haus")},
		{"täglich Zeitung lesen", todo("täglich Zeitung lesen")},
		{"Miete jeden 1.", todo("Miete", "repeat", "FREQ=MONTHLY;BYMONTHDAY=1", "due", "2026-12-01")},
		{"Miete jeden 15. im Monat", todo("Miete", "repeat", "FREQ=MONTHLY;BYMONTHDAY=15", "due", "2026-12-15")},
		{"Putzen am Wochenende", todo("Putzen", "due", "2026-11-28")},
		{"schönes Wochenende wünschen", todo("schönes Wochenende wünschen")},
		{"morgen", todo("morgen")},
		{`\morgen Zeitung „lesen“`, todo("morgen Zeitung „lesen“")},
		{"Tee #„zwei Wörter“", todo("Tee", "tags", "zwei Wörter")},
	})
}

func TestAChipSaysWhereItStandsAndWhatItGives(t *testing.T) {
	got := quickadd.Parse("Tür 18:00 streichen #Haus fri !", berlin(t, wednesday, quickadd.German), quickadd.Choices{}).Chips
	want := []quickadd.Chip{
		{5, 10, "due", "2026-11-27T18:00", "18:00"},
		{21, 26, "tags", "Haus", "#Haus"},
		{27, 30, "due", "2026-11-27T18:00", "fri"},
		{31, 32, "priority", "9", "!"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
}

func TestAChipThatWasTakenOffIsPlainTextAgain(t *testing.T) {
	now := berlin(t, wednesday, quickadd.English)
	for _, c := range []struct {
		text    string
		without []string
		want    record.Values
	}{
		{"milk next fri p1", []string{"next fri"}, todo("milk next fri", "priority", "1")},
		{"milk next fri 18:00", []string{"next fri"}, todo("milk next fri", "due", "2026-11-25T18:00")},
		{"milk Next  Fri", []string{"next fri"}, todo("milk Next Fri")},
		{"milk #dairy tomorrow", []string{"#dairy", "tomorrow"}, todo("milk #dairy tomorrow")},
		{`milk #"two words" sat`, []string{`#"two words"`}, todo(`milk #"two words"`, "due", "2026-11-28")},
		// If the first date is excluded, the next one counts.
		{"move fri to sat", []string{"fri"}, todo("move fri to", "due", "2026-11-28")},
		{"milk fri", []string{"", "sat", "milk fri tomorrow"}, todo("milk", "due", "2026-11-27")},
	} {
		if got := quickadd.Parse(c.text, now, quickadd.Choices{Plain: c.without}); !maps.Equal(got.Values, c.want) {
			t.Errorf("%q without %q: got %v, want %v", c.text, c.without, got.Values, c.want)
		}
	}
}

// The short name of a day that begins another word is asked about, and is a date if the person
// says so.
func TestADayThatMayBeAnotherWordIsAskedAbout(t *testing.T) {
	now := berlin(t, wednesday, quickadd.English)
	for _, c := range []struct {
		text  string
		dates []string
		title string
		asks  string
	}{
		{"buy sat nav", nil, "buy sat nav", "sat"},
		{"buy sat nav", []string{"sat"}, "buy nav", ""},
		{"Sun cream", nil, "Sun cream", "Sun"},
		{"buy sat nav fri", nil, "buy sat nav", "sat"},
		{"fri buy sat nav", nil, "buy sat nav", ""},
		{"cream on sun", nil, "cream", ""},
		{`buy \sat nav`, nil, "buy sat nav", ""},
		{"plan weekend", nil, "plan weekend", "weekend"},
		{"plan weekend", []string{"weekend"}, "plan", ""},
		{"this weekend", nil, "this weekend", ""},
	} {
		got := quickadd.Parse(c.text, now, quickadd.Choices{Dates: c.dates})
		asks := ""
		for _, a := range got.Asks {
			asks += a.Text
		}
		if got.Title != c.title || asks != c.asks {
			t.Errorf("%q: %q, asks %q", c.text, got.Title, asks)
		}
	}
	got := quickadd.Parse("buy sat nav", now, quickadd.Choices{})
	agreed := quickadd.Parse("buy sat nav", now, quickadd.Choices{Dates: []string{"sat"}})
	if got.Asks[0].Value != agreed.Values["due"] || got.Values["due"] != "" {
		t.Errorf("asks %+v, then %v", got.Asks, agreed.Values)
	}
}

// "weekly" before other words is asked about, too.
func TestARuleThatMayBeAnotherWordIsAskedAbout(t *testing.T) {
	now := berlin(t, wednesday, quickadd.English)
	got := quickadd.Parse("weekly report p2", now, quickadd.Choices{})
	want := []quickadd.Chip{{0, 6, "repeat", "FREQ=WEEKLY", "weekly"}}
	if !slices.Equal(got.Asks, want) || !maps.Equal(got.Values, todo("weekly report", "priority", "5")) {
		t.Errorf("asks %+v, and has %v", got.Asks, got.Values)
	}
	agreed := quickadd.Parse("weekly report p2", now, quickadd.Choices{Dates: []string{"weekly"}})
	if !maps.Equal(agreed.Values, todo("report", "priority", "5", "repeat", "FREQ=WEEKLY", "due", "2026-11-25")) || agreed.Asks != nil {
		t.Errorf("asks %+v, and has %v", agreed.Asks, agreed.Values)
	}
	if asks := quickadd.Parse("every day weekly report", now, quickadd.Choices{}).Asks; asks != nil {
		t.Errorf("asks %+v", asks)
	}
}

func TestASlashNamesASectionOfTheList(t *testing.T) {
	now := berlin(t, wednesday, quickadd.English)
	for text, want := range map[string]record.Values{
		"milk /Dairy":                todo("milk", "section", "Dairy"),
		"milk /dairy tomorrow":       todo("milk", "section", "Dairy", "due", "2026-11-26"),
		"/dairy products, yoghurt":   todo("yoghurt", "section", "Dairy products"),
		"/dairy yoghurt":             todo("yoghurt", "section", "Dairy"),
		"shampoo /bath  and  body":   todo("shampoo", "section", "Bath and Body"),
		"shampoo /bath or body":      todo("shampoo /bath or body"),
		"mix milk and/or /etc/dairy": todo("mix milk and/or /etc/dairy"),
		"milk /dairyfree":            todo("milk /dairyfree"),
		"milk / dairy":               todo("milk / dairy"),
		"milk weekly /dairy":         todo("milk", "section", "Dairy", "repeat", "FREQ=WEEKLY", "due", "2026-11-25"),
		"milk \\/dairy":              todo("milk /dairy"),
		"milk /dairy /bath and body": todo("milk /bath and body", "section", "Dairy"),
		"/dairy":                     todo("/dairy"),
	} {
		got := quickadd.Parse(text, now, quickadd.Choices{Sections: []string{"Dairy", "Dairy products", "Bath and Body"}})
		if !maps.Equal(got.Values, want) {
			t.Errorf("%q: got %v, want %v", text, got.Values, want)
		}
	}
	if got := quickadd.Parse("milk /dairy", now, quickadd.Choices{}); !maps.Equal(got.Values, todo("milk /dairy")) {
		t.Errorf("without sections: %v", got.Values)
	}
}

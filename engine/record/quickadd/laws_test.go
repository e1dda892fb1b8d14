package quickadd_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
)

func TestTheTextFormOfEveryDateIsThatDate(t *testing.T) {
	now := berlin(t, wednesday, quickadd.German)
	rapid.Check(t, func(t *rapid.T) {
		want := drawDate(t)
		if got, ok := quickadd.Date(want.String(), now); !ok || got.String() != want.String() || got.Zone != want.Zone {
			t.Fatalf("%q: got %v, %v", want, got, ok)
		}
	})
}

// drawDate draws any date from the years 2 to 9999; a few have seconds.
func drawDate(t *rapid.T) record.Date {
	day := time.Date(2, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 3_650_000).Draw(t, "day"))
	if !rapid.Bool().Draw(t, "timed") {
		return record.DayOf(day)
	}
	seconds := rapid.IntRange(0, 24*60*60-1).Draw(t, "seconds")
	text := day.Add(time.Duration(seconds) * time.Second).Format("2006-01-02T15:04:05")
	d, err := record.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d.In(rapid.SampledFrom([]string{"", "UTC", "Europe/Berlin", "Customized Time Zone"}).Draw(t, "zone"))
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"milk next fri 18:00 #dairy p1", "alle 2 Wochen am Mo, Do und Fr. !!!", `\tomorrow #"two words", x`,
		"so 6 am so 6 am 29.2. feb 29 in 999 years", "every month on the 31st 24:00 \xff#\xff\u00a0„a“", "every mon, and",
	} {
		f.Add(text, "fri", true)
	}
	f.Fuzz(func(t *testing.T, text, without string, german bool) {
		language := quickadd.English
		if german {
			language = quickadd.German
		}
		now := berlin(t, wednesday, language)
		checkEntry(t, text, quickadd.Parse(text, now, quickadd.Choices{Plain: []string{without}}))
		if d, ok := quickadd.Date(text, now); ok == d.IsZero() {
			t.Errorf("Date(%q) = %v, %v", text, d, ok)
		}
	})
}

// A pasted page must not block the window: parsing a phrase never looks beyond its maximum
// length.
func TestALongTextIsReadAsAShortOne(t *testing.T) {
	now := berlin(t, wednesday, quickadd.German)
	for _, part := range []string{"fri ", `#" `, "#„ ", "6 am ", "every mon, ", "on the ", "next ", `\ `} {
		text := strings.Repeat(part, 20_000)
		checkEntry(t, text, quickadd.Parse(text, now, quickadd.Choices{Plain: []string{"fri"}}))
	}
}

// checkEntry checks that chips and title make up the text, and that every value can be stored.
func checkEntry(t *testing.T, text string, e quickadd.Entry) {
	t.Helper()
	rest, end := "", 0
	for _, c := range e.Chips {
		if c.Start < end || c.End <= c.Start || c.Text != text[c.Start:c.End] || (e.Values[c.Field] == "" || c.Value == "") && !strings.EqualFold(c.Text, "p4") {
			t.Fatalf("%q: chip %+v after %d", text, c, end)
		}
		rest, end = rest+text[end:c.Start]+" ", c.End
	}
	rest += text[end:]
	if letters(rest) != letters(e.Title) {
		t.Errorf("%q: the title is %q, the chips leave %q", text, e.Title, rest)
	}
	if e.Title != strings.Join(strings.Fields(e.Title), " ") || e.Title == "" && letters(text) != "" {
		t.Errorf("%q: the title is %q", text, e.Title)
	}
	checkForms(t, text, e.Values)
}

// checkForms checks that values are in the form in which records store them.
func checkForms(t *testing.T, text string, v record.Values) {
	t.Helper()
	for _, name := range []string{"due", "tags", "priority", "repeat"} {
		f, err := record.Find(record.Todo, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Canonical(v[name]); utf8.ValidString(text) && (err != nil || got != v[name]) {
			t.Errorf("%q: %s is %q, and kept as %q, %v", text, name, v[name], got, err)
		}
	}
}

// letters returns a text without white space and without the backslashes that mark plain
// words.
func letters(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if !unicode.IsSpace(r) && r != '\\' {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

package ical_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

// lineOf returns the line of a file that begins with a text, unfolded.
func lineOf(file, begins string) string {
	_, rest, found := strings.Cut(strings.ReplaceAll(file, "\r\n ", ""), "\r\n"+begins)
	if !found {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\r\n")
	return begins + line
}

func TestANoteIsWrittenAsATodoOfItsTitleAndText(t *testing.T) {
	file := write(t, []exchange.Out{{UID: "n1", Content: item.Plain("Groceries", "milk\nbread"), Changed: changed}})
	want := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Crossfeed//Crossfeed//EN\r\nBEGIN:VTODO\r\nUID:n1\r\nDTSTAMP:20261120T101112Z\r\n" +
		"SUMMARY:Groceries\r\nDESCRIPTION:milk\\nbread\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
	if file != want {
		t.Errorf("got\n%s", file)
	}
}

func TestATodoKeepsItsOwnUIDAndStamp(t *testing.T) {
	file := write(t, outs(read(t, todo("DTSTAMP:20200101T000000Z", "UID:own"))))
	if lineOf(file, "UID:") != "UID:own" || lineOf(file, "DTSTAMP:") != "DTSTAMP:20200101T000000Z" || strings.Count(file, "UID:") != 1 {
		t.Errorf("got\n%s", file)
	}
}

func TestATodoWithoutUIDAndStampTakesThoseOfTheItem(t *testing.T) {
	file := write(t, outs(read(t, todo("SUMMARY:Milk"))))
	if lineOf(file, "UID:") != "UID:of-the-item" || lineOf(file, "DTSTAMP:") != "DTSTAMP:20261120T101112Z" {
		t.Errorf("got\n%s", file)
	}
}

func TestWhatAPlainReaderEditedIsWritten(t *testing.T) {
	c := readOne(t, todo("SUMMARY;LANGUAGE=en:Milk", "DESCRIPTION:cold")).Content
	for name, rule := range map[string]struct {
		content              *item.Content
		summary, description string
	}{
		"title":           {c.WithTitle("Bread"), "SUMMARY;LANGUAGE=en:Bread", "DESCRIPTION:cold"},
		"text":            {c.WithText("warm"), "SUMMARY;LANGUAGE=en:Milk", "DESCRIPTION:warm"},
		"text cleared":    {c.WithText(""), "SUMMARY;LANGUAGE=en:Milk", ""},
		"white space":     {c.WithText(" cold\r\n"), "SUMMARY;LANGUAGE=en:Milk", "DESCRIPTION:cold"},
		"without mirrors": {c.WithText("").WithTitle(""), "SUMMARY;LANGUAGE=en:Milk", "DESCRIPTION:cold"},
	} {
		file := write(t, []exchange.Out{{Content: rule.content}})
		if s, d := lineOf(file, "SUMMARY"), lineOf(file, "DESCRIPTION"); s != rule.summary || d != rule.description {
			t.Errorf("%s: got %q, %q", name, s, d)
		}
	}
}

func TestLinesAreFoldedAt75OctetsBetweenCharacters(t *testing.T) {
	file := write(t, []exchange.Out{{Content: item.Plain(strings.Repeat("Käse 🧀 ", 60), "")}})
	for l := range strings.SplitSeq(file, "\r\n") {
		if len(l) > 75 || !utf8.ValidString(l) {
			t.Errorf("%d octets: %q", len(l), l)
		}
	}
}

func TestALineThatWouldSpoilTheFileIsHiddenAndComesBack(t *testing.T) {
	for _, line := range []string{"nothing but a text", "END:VTODO", "END:VCALENDAR", "BEGIN:VTODO", "BEGIN:VALARM", `X-P;Q="a:b`, "DUE;:x", "1ST:x"} {
		root := item.Plain("Milk", "").Element()
		exchange.PreserveLines(root, []string{line})
		c, err := item.NewContent(root)
		if err != nil {
			t.Fatal(err)
		}
		file := write(t, []exchange.Out{{UID: "1", Content: c, Changed: changed}})
		if !strings.Contains(file, "\r\nX-CROSSFEED-LINE:"+strings.ReplaceAll(line, ";", `\;`)+"\r\n") {
			t.Errorf("%s: got\n%s", line, file)
		}
		if got := preservedLines(readOne(t, file)); len(got) != 1 || strings.TrimPrefix(got[0], "X-CROSSFEED-LINE:") != line {
			t.Errorf("%s: came back as %q", line, got)
		}
	}
}

// A line with an invalid value is preserved alongside the record; other programs only see the
// value that was typed to replace it.
func TestAKeptLineOfWhatIsThereByNowIsHidden(t *testing.T) {
	for _, rule := range []struct {
		line, now string
		hides     bool
	}{
		{"DUE:tomorrow", "DUE;VALUE=DATE:20261127", true},
		{"SUMMARY:Bread", "SUMMARY:Milk", true},
		{"DURATION:PT1H", "DUE;VALUE=DATE:20261127", true},
		{"DUE:tomorrow", "DTSTART;VALUE=DATE:20261127", false},
		{"EXDATE:tomorrow", "EXDATE;VALUE=DATE:20261127", false},
	} {
		root := readOne(t, todo(rule.now)).Content.Element()
		exchange.PreserveLines(root, []string{rule.line})
		c, err := item.NewContent(root)
		if err != nil {
			t.Fatal(err)
		}
		file := write(t, []exchange.Out{{UID: "1", Content: c, Changed: changed}})
		hidden := "X-CROSSFEED-LINE:" + rule.line
		if strings.Contains(file, "\r\n"+hidden+"\r\n") != rule.hides || strings.Contains(file, "\r\n"+rule.line+"\r\n") == rule.hides || !strings.Contains(file, "\r\n"+rule.now+"\r\n") {
			t.Errorf("%s beside %s was written as\n%s", rule.line, rule.now, file)
		}
		if got := preservedLines(readOne(t, file)); len(got) != 1 || got[0] != rule.line {
			t.Errorf("%s came back as %q", rule.line, got)
		}
	}
}

func TestARecordInsideACalendarOfXCalIsFound(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><components>` +
		`<vtodo><properties><summary><text>Milk</text></summary></properties></vtodo></components></vcalendar></icalendar></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	if file := write(t, []exchange.Out{{Content: c}}); lineOf(file, "SUMMARY") != "SUMMARY:Milk" {
		t.Errorf("got\n%s", file)
	}
}

func TestValuesOfAFeedThatNoFileCanHoldDoNotSpoilIt(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>` +
		"<summary><text>a</text><text>b</text></summary><due><date>some\nday</date></due><url><uri>x:\r\nEND:VTODO</uri></url><a.b><text>c</text></a.b>" +
		`<comment/></properties><components><valarm/><v.x/><vevent/></components></vtodo></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, []exchange.Out{{UID: "1", Content: c, Changed: changed}})
	e := readOne(t, file)
	if got := preservedLines(e); len(got) != 3 || got[0] != "SUMMARY:b" || got[1] != "DUE;VALUE=DATE:some day" || got[2] != "A.B;VALUE=TEXT:c" {
		t.Errorf("got %q in\n%s", got, file)
	}
}

func TestWritingTellsThatTheDiskIsFull(t *testing.T) {
	for room := range 3 {
		err := ical.Write(&full{room: room * 40}, []exchange.Out{{Content: item.Plain("Milk", "")}})
		if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "writing a calendar file: ") {
			t.Errorf("with room for %d: %v", room*40, err)
		}
	}
}

var errFull = errors.New("no space")

// full is a disk with little space.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

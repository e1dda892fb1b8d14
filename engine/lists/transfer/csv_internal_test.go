package transfer

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/record"
)

// rowsOf reads a table of todos.
func rowsOf(in io.Reader) (all []csvRow, err error) {
	_, err = readCSV(in, record.Todo, nil, func(r csvRow) error {
		all = append(all, r)
		return nil
	})
	return all, err
}

// only returns the only row and its problems.
func only(t *testing.T, file string) (csvRow, string) {
	t.Helper()
	all, err := rowsOf(strings.NewReader(file))
	if err != nil || len(all) != 1 {
		t.Fatalf("%q: %d rows, %v", file, len(all), err)
	}
	return all[0], fmt.Sprint(all[0].Problems)
}

func TestValuesAreReadAsTheyAreWritten(t *testing.T) {
	cell := rapid.StringOf(rapid.RuneFrom([]rune("a ,;\t\"\n=+-@é日")))
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma = rapid.SampledFrom([]rune{',', ';', '\t'}).Draw(t, "separator")
		w.UseCRLF = rapid.Bool().Draw(t, "CRLF")
		want := [][]string{}
		w.Write([]string{"title", "text"})
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			row := []string{cell.Draw(t, "title"), cell.Draw(t, "text")}
			w.Write(row)
			if strings.TrimSpace(row[0]+row[1]) != "" {
				want = append(want, row)
			}
		}
		w.Flush()
		got, err := rowsOf(&b)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, want, func(r csvRow, cells []string) bool {
			return r.Values["title"] == cells[0] && r.Values["text"] == cells[1] && len(r.Problems) == 0
		}) {
			t.Errorf("got %v, want %q", got, want)
		}
	})
}

// No text is lost without a word: every row has values or a problem.
func TestEveryTextIsReadOrSaid(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("a,;\"\n\r\x00\t")))
	rapid.Check(t, func(t *rapid.T) {
		file := "title,text\n" + text.Draw(t, "text")
		all, err := rowsOf(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		letters := 0
		for _, r := range all {
			if r.Bad && len(r.Problems) == 0 || !r.Bad && len(r.Values) == 0 {
				t.Errorf("%q: %+v", file, r)
			}
			if r.Line < 2 || r.Line > strings.Count(strings.ReplaceAll(file, "\r", "\n"), "\n")+1 {
				t.Errorf("%q: line %d", file, r.Line)
			}
			if r.Bad {
				letters = len(file)
			}
			letters += strings.Count(r.Values["title"]+r.Values["text"], "a")
		}
		if want := strings.Count(file[len("title,text"):], "a"); letters < want {
			t.Errorf("%q: %d letters of %d are in %+v", file, letters, want, all)
		}
	})
}

func TestDefectsOfRowsAreSaid(t *testing.T) {
	for file, want := range map[string]string{
		"title,text\nMilk,a,b\n":                            "more-cells 3/2",
		"title,text\nMilk\n":                                "fewer-cells 1/2",
		"title,text\nMilk,\"a\nb\n":                         "2: misplaced-quote 3/0",
		"title,text\n5\" screw,a\n":                         "2: misplaced-quote 2/0",
		"title,text\n\"a\"b,c\n":                            "2: misplaced-quote 2/0",
		"title,text\nK\xe4se,\n":                            "other-encoding",
		"title,text\n" + strings.Repeat(",", 6_000) + "a\n": "too-many-cells 0/5000",
	} {
		if _, got := only(t, file); !strings.Contains(got, want) {
			t.Errorf("%.40q: %s; want %s", file, got, want)
		}
	}
	if r, problems := only(t, "title,text\nMilk,a,,\n"); r.Bad || problems != "[]" {
		t.Errorf("empty cells at the end: %+v", r)
	}
	// A mark within a value opens nothing: the next row is read.
	if all, err := rowsOf(strings.NewReader("title,text\n5\" screw,a\nMilk,\n")); err != nil || len(all) != 2 || !all[0].Bad || all[1].Values["title"] != "Milk" {
		t.Errorf("got %+v, %v", all, err)
	}
}

// endless is a file without an end of its first row, as big as asked for.
func endless(begin, repeated string, size int) io.Reader {
	return io.MultiReader(strings.NewReader("title,text\nEggs,\n"+begin), io.LimitReader(&repeating{text: repeated}, int64(size)), strings.NewReader("\"\nMilk,\n"))
}

type repeating struct {
	text string
	at   int
}

func (r *repeating) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}

func TestAHugeRowIsLeftOutInLittleMemory(t *testing.T) {
	for begin, repeated := range map[string]string{"\"": "a\n", "a,\"": "\"\"", "\"\"\"": ","} {
		allocated := testing.AllocsPerRun(1, func() {
			all, err := rowsOf(endless(begin, repeated, 16<<20))
			if err != nil || len(all) != 3 || !all[1].Bad || all[2].Values["title"] != "Milk" {
				t.Errorf("%q: %d rows, %v", begin, len(all), err)
			}
		})
		if allocated > 1000 {
			t.Errorf("%q: %.0f allocations", begin, allocated)
		}
	}
}

func TestTooManyRowsAreRefused(t *testing.T) {
	_, err := rowsOf(strings.NewReader("title\n" + strings.Repeat("a\n", maxRows+1)))
	if err == nil || !strings.Contains(err.Error(), "line 200002: the file has more than 200000 rows: split it") {
		t.Errorf("error %v", err)
	}
	if all, err := rowsOf(strings.NewReader("title\n" + strings.Repeat(",\n", maxRows+1) + "a\n")); err != nil || len(all) != 1 {
		t.Errorf("with empty rows: %d, %v", len(all), err)
	}
	if _, err := rowsOf(strings.NewReader(strings.Repeat("title,", 6_000) + "\na\n")); err == nil {
		t.Error("a header of 6000 columns was read")
	}
}

func TestAFewOfManyUnknownColumnsAreNamed(t *testing.T) {
	problems, err := readCSV(strings.NewReader("title"+strings.Repeat(",x", 4_000)+"\na\n"), record.Todo, nil, func(csvRow) error { return nil })
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].String(), "{x 11}]+3990") || !strings.HasPrefix(problems[0].Value, "title, ") {
		t.Errorf("got %.300v, %v", problems, err)
	}
}

func TestEmptyColumnsAreLeftOut(t *testing.T) {
	milk, err := record.New(record.Todo, record.Values{"title": "=1+1", "text": "a\r\nb"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeCSV(&b, record.Todo, []csvItem{{ID: "7", Content: milk}}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "id,title,done,text\r\n7,=1+1,false,\"a\r\nb\"\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

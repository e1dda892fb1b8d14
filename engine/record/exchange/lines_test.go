package exchange_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"crossfeed/engine/record/exchange"
)

// texts reads all lines of a file.
func texts(t interface{ Fatal(...any) }, file io.Reader) []string {
	var all []string
	for r := exchange.NewLineReader(file); ; {
		line, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, line.Text)
	}
}

func TestLinesAreUnfolded(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"CRLF, LF and CR end a line":                   {"A:1\r\nB:2\nC:3\rD:4", "A:1|B:2|C:3|D:4"},
		"empty lines mean nothing":                     {"\r\nA:1\r\n\r\n\r\nB:2\r\n\r\n", "A:1|B:2"},
		"one character of white space goes":            {"A:1\r\n  2\r\n\t3\r\nB:4", "A:1 23|B:4"},
		"a fold may stand inside a character":          {"A:Gr\xC3\r\n \xBCn", "A:Grün"},
		"a byte order mark goes":                       {"\uFEFFA:1\n\uFEFFB:2", "A:1|B:2"},
		"UTF-16 with a byte order mark":                {"\xFF\xFEA\x00:\x00\xFC\x00\n\x00", "A:ü"},
		"UTF-16 without one":                           {"\x00A\x00:\x00\xFC\x00\n", "A:ü"},
		"quoted-printable goes on without white space": {"N;ENCODING=QUOTED-PRINTABLE:a=\r\n b=\r\nc\r\nB:1", "N;ENCODING=QUOTED-PRINTABLE:a bc|B:1"},
		"a soft break may be the last":                 {"N;QUOTED-PRINTABLE:a=", "N;QUOTED-PRINTABLE:a"},
		"a soft break ends with an empty line":         {"N;QUOTED-PRINTABLE:a==\r\n\r\nB:1", "N;QUOTED-PRINTABLE:a=|B:1"},
		"an equals sign elsewhere ends a line":         {"A;X=1:a=\r\nB:1", "A;X=1:a=|B:1"},
		"base64 may go on without folds":               {"P;BASE64:/9j/\n4AAQ\nSkZJ==\n\nB:1", "P;BASE64:/9j/4AAQSkZJ==|B:1"},
		"base64 may be folded, with an empty line":     {"P;ENCODING=b:\n /9j/\n 4AAQ\n\nB:1", "P;ENCODING=b:/9j/4AAQ|B:1"},
		"base64 ends before a property":                {"P;ENCODING=b:/9j/\nEND:VCARD", "P;ENCODING=b:/9j/|END:VCARD"},
	} {
		for how, file := range map[string]io.Reader{
			"whole":        strings.NewReader(c.file),
			"byte by byte": iotest.OneByteReader(strings.NewReader(c.file)),
		} {
			if got := strings.Join(texts(t, file), "|"); got != c.want {
				t.Errorf("%s, %s: got %q, want %q", name, how, got, c.want)
			}
		}
	}
}

func TestALineHasTheNumberThatItBeginsWith(t *testing.T) {
	r := exchange.NewLineReader(strings.NewReader("\nA:1\r\n 2\r\n\r\nB:3"))
	for _, want := range []int{2, 5} {
		if line, err := r.Next(); err != nil || line.Number != want {
			t.Errorf("got line %d, %v; want %d", line.Number, err, want)
		}
	}
}

func TestOfALineThatIsTooLongTheBeginningIsKept(t *testing.T) {
	value := strings.Repeat("x", exchange.MaxLine)
	r := exchange.NewLineReader(strings.NewReader("A:" + value + "\n 123\nB:1\n"))
	line, err := r.Next()
	if err != nil || len(line.Text) != exchange.MaxLine || line.Left != 5 {
		t.Errorf("%d bytes were kept and %d left out, %v", len(line.Text), line.Left, err)
	}
	if line, err = r.Next(); err != nil || line.Text != "B:1" || line.Number != 3 {
		t.Errorf("the next line is %+v, %v", line, err)
	}
}

func TestAnErrorOfTheFileEndsReading(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := exchange.NewLineReader(io.MultiReader(strings.NewReader("A:1\nB:"), iotest.ErrReader(broken)))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestTheEncodingIsFound(t *testing.T) {
	for _, c := range []struct {
		text, declared, want string
		guessed              bool
	}{
		{"Grün", "", "Grün", false},
		{"Grün", "ISO-8859-1", "Grün", false},
		{"Gr\xFCn", "ISO-8859-1", "Grün", false},
		{"\x8F\xAC", "Shift_JIS", "小", false},
		{"Gr\xFCn \x80", "", "Grün €", true},
		{"Gr\xFCn", "UTF-8", "Grün", true},
		{"Gr\xFCn", "no such thing", "Grün", true},
		{"\x1b$B>.\x1b(B", "ISO-2022-JP", "小", false},
	} {
		if got, guessed := exchange.UTF8(c.text, c.declared); got != c.want || guessed != c.guessed {
			t.Errorf("%q in %q: got %q, %v; want %q, %v", c.text, c.declared, got, guessed, c.want, c.guessed)
		}
	}
}

func TestALineIsSplitIntoItsParts(t *testing.T) {
	for line, want := range map[string]exchange.Property{
		"FN:A:B":                    {Name: "FN", Value: "A:B"},
		"item1.TEL:1":               {Group: "item1", Name: "TEL", Value: "1"},
		"TEL;HOME;VOICE:1":          {Name: "TEL", Params: params("", "HOME", "", "VOICE"), Value: "1"},
		"TEL;TYPE=HOME,VOICE:1":     {Name: "TEL", Params: []exchange.Param{{Name: "TYPE", Values: []string{"HOME", "VOICE"}}}, Value: "1"},
		`ADR;LABEL="a;b:c,d":;;`:    {Name: "ADR", Params: params("LABEL", "a;b:c,d"), Value: ";;"},
		`ADR;LABEL=a\, b;X=^n^'^^:`: {Name: "ADR", Params: params("LABEL", "a, b", "X", "\n\"^")},
		"TEL; TYPE = HOME ; :1":     {Name: "TEL", Params: params("TYPE", "HOME"), Value: "1"},
	} {
		if got, err := exchange.ParseProperty(line); err != nil || got.String() != want.String() {
			t.Errorf("%s: got %q, %v", line, got, err)
		}
	}
}

func params(pairs ...string) []exchange.Param {
	var all []exchange.Param
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, exchange.Param{Name: pairs[i], Values: []string{pairs[i+1]}})
	}
	return all
}

func TestWhatIsNoPropertyIsRefused(t *testing.T) {
	for line, want := range map[string]error{
		"just text":        exchange.NoColon,
		"TEL;TYPE=HOME":    exchange.NoColon,
		":value":           exchange.NoName,
		"item1.:value":     exchange.NoName,
		`TEL;TYPE="HOME:1`: exchange.OpenQuote,
	} {
		if _, err := exchange.ParseProperty(line); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", line, err, want)
		}
	}
}

func TestTextsAreUnescaped(t *testing.T) {
	for text, want := range map[string]string{
		`a\, b\; c\\ d\n e\N`: "a, b; c\\ d\n e\n",
		`http\://a`:           "http://a",
		`C:\temp\`:            `C:\temp\`,
	} {
		if got := exchange.Unescape(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestQuotedPrintableKeepsWhatItIsNot(t *testing.T) {
	for text, want := range map[string]string{"=47r=c3=BCn": "Grün", "1=2, =ZZ=": "1=2, =ZZ="} {
		if got := exchange.QuotedPrintable(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestLinesAreFoldedBetweenCharacters(t *testing.T) {
	var file strings.Builder
	exchange.NewLineWriter(&file).Line("NOTE:" + strings.Repeat("x", 69) + "ü" + strings.Repeat("y", 73) + "\nEND:VCARD")
	want := "NOTE:" + strings.Repeat("x", 69) + "\r\n ü" + strings.Repeat("y", 72) + "\r\n y END:VCARD\r\n"
	if file.String() != want {
		t.Errorf("got %q, want %q", file.String(), want)
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	name := rapid.StringMatching(`[A-Z][A-Z0-9-]{0,9}`)
	text := rapid.String()
	rapid.Check(t, func(t *rapid.T) {
		want := exchange.Property{Name: name.Draw(t, "name"), Value: exchange.Escape(text.Draw(t, "text"))}
		for range rapid.IntRange(0, 3).Draw(t, "parameters") {
			want.Params = append(want.Params, exchange.Param{Name: name.Draw(t, "parameter"), Values: rapid.SliceOfN(text, 1, 3).Draw(t, "values")})
		}
		var file strings.Builder
		exchange.NewLineWriter(&file).Property(want)
		all := texts(t, strings.NewReader(file.String()))
		if len(all) != 1 || all[0] != want.String() {
			t.Fatalf("wrote %q, read %q", want, all)
		}
		if got, err := exchange.ParseProperty(all[0]); err != nil || got.String() != want.String() || exchange.Unescape(got.Value) != exchange.Unescape(want.Value) {
			t.Fatalf("wrote %q, parsed %q, %v", want, got, err)
		}
	})
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("\uFEFFBEGIN:VCARD\r\nitem1.N;ENCODING=QUOTED-PRINTABLE;\"x\":a=\r\n b\r\nP;BASE64:/9j\nAAA=\n\n"))
	f.Add([]byte("\xFF\xFEA\x00:\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, text := range texts(t, strings.NewReader(string(file))) {
			if text == "" || strings.ContainsAny(text, "\r\n") {
				t.Errorf("the line %q came out of %q", text, file)
			}
			_, _ = exchange.ParseProperty(text)
		}
	})
}

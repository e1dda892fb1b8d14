package csx

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/transform"
	"pgregory.net/rapid"

	"crossfeed/engine/transport"
)

func shortened(t testing.TB, document string, most int, wrap func(io.Reader) io.Reader) (string, int) {
	t.Helper()
	s := newShorter(wrap(strings.NewReader(document)), 0)
	s.most = most
	b, err := io.ReadAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), s.lines()
}

func atOnce(r io.Reader) io.Reader { return r }

func TestWhatIsTooLongIsShortened(t *testing.T) {
	for _, c := range []struct {
		document, want string
		lines          int
	}{
		{"<a>0123456789abcdef</a>", "<a>0123456789</a>", 0},
		{"<a>0123456789</a>", "<a>0123456789</a>", 0},
		{"<a>01234567\n9\n\nx</a>", "<a>01234567\n9</a>", 2},
		{"<a>012345678&amp;x</a>", "<a>012345678&amp;</a>", 0},
		{"<a>012345678äöü</a>", "<a>012345678ä</a>", 0},
		{"<a><![CDATA[0123456789]] >&<b>]]></a>", "<a><![CDATA[0]]></a>", 0},
		{"<a><!--0123456789<b>-->x</a>", "<a><!--012345-->x</a>", 0},
		{"<a><?0123456789<b>?>x</a>", "<a><?01234567?>x</a>", 0},
		{"<a b='0123456789>'>x</a>", "<a b='0123456789>'>x</a>", 0},
		{"<a>0123456789", "<a>0123456789", 0},
	} {
		for name, wrap := range map[string]func(io.Reader) io.Reader{"at once": atOnce, "byte by byte": iotest.OneByteReader} {
			if got, lines := shortened(t, c.document, 10, wrap); got != c.want || lines != c.lines {
				t.Errorf("%s, %s: %q and %d lines, want %q", c.document, name, got, lines, c.want)
			}
		}
	}
}

// TestWhatIsNotTooLongPassesAsItIs also checks that the result does not depend on how the
// input arrives.
func TestWhatIsNotTooLongPassesAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"<", ">", "a", "&amp;", "&", ";", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "-", "ü", "\n", "0123456789", "</x>", "<x y='>'>",
		})).Draw(t, "pieces"), "")
		s := newShorter(strings.NewReader(document), 0)
		if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, []byte(document)) {
			t.Fatalf("%q, %v", got, err)
		}
		most := rapid.IntRange(4, 40).Draw(t, "most")
		s, slow := newShorter(strings.NewReader(document), 0), newShorter(iotest.OneByteReader(strings.NewReader(document)), 0)
		s.most, slow.most = most, most
		once, _ := io.ReadAll(s)
		twice, _ := io.ReadAll(slow)
		if !bytes.Equal(once, twice) || s.lines() != slow.lines() {
			t.Fatalf("%q at once, %q byte by byte", once, twice)
		}
	})
}

// TestWhatIsNoUTF8IsReadAsWindows1252 also splits reads inside characters.
func TestWhatIsNoUTF8IsReadAsWindows1252(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		strings.Repeat("é\xe9😀x", 4000):       strings.Repeat("éé😀x", 4000),
		"cut \xf0\x9f\x98":                    "cut ðŸ˜",
		"\xe9\xe9\xe9":                        "ééé",
		"\ufffd stays":                        "\ufffd stays",
		"what Windows-1252 has not: \x81\xfe": "what Windows-1252 has not: \ufffdþ",
	} {
		for name, from := range map[string]io.Reader{"": strings.NewReader(text), ", byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(transform.NewReader(from, western{})); err != nil || string(got) != want {
				t.Errorf("%.20q%s is %.20q, want %.20q: %v", text, name, got, want, err)
			}
		}
	}
}

// FuzzRead checks that reading ends for any input, that the results are valid, and that both
// scanners agree on well-formed documents.
func FuzzRead(f *testing.F) {
	b, err := os.ReadFile("../../../testdata/content/example.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	for _, c := range wrongs {
		f.Add(c.document)
	}
	f.Fuzz(func(t *testing.T, document string) {
		l := Limits{Items: 20, Links: 5, Text: 100, Depth: 20}
		seen := map[string]bool{}
		feed, err := Read(strings.NewReader(document), address, l, func(i Item) error {
			if seen[i.ID] || i.ID == "" || i.Mark == "" || i.Line < 1 || len(i.Links) > l.Links || len(i.Title) > l.Text || len(i.Text) > l.Text {
				t.Fatalf("%+v", i)
			}
			seen[i.ID] = true
			for _, link := range i.Links {
				if again, err := transport.Parse(link.Address); err != nil || again != link.Address || link.Nested && len(i.Links) > 1 || strings.ContainsAny(link.Name, "\x00\n") {
					t.Fatalf("%+v, %q, %v", link, again, err)
				}
			}
			return nil
		})
		var refused *transport.Error
		switch {
		case err != nil && !errors.As(err, &refused):
			t.Fatal(err)
		case len(feed.Problems) > MaxProblems || feed.Wrong < len(feed.Problems):
			t.Fatalf("%d problems of %d", len(feed.Problems), feed.Wrong)
		}
		for _, p := range feed.Problems {
			if p.Line < 1 || p.Rule == "" || p.Section == "" || p.Text == "" {
				t.Fatalf("%+v", p)
			}
		}
		if plain(document) {
			if _, err := agree(document, l); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// plain reports whether tags are where HTML finds them, too: names begin with ASCII letters,
// and no comment or instruction contains an item's tag.
func plain(document string) bool {
	for at := range document {
		if document[at] != '<' || at+1 == len(document) {
			continue
		}
		c := strings.TrimPrefix(document[at+1:], "/")
		if c == "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!?", rune(c[0])) {
			return false
		}
	}
	return !strings.Contains(document, "<?") && !strings.Contains(document, "<!--")
}
